"""What the worker keeps and what it does not, and what becomes of an installation that is cut short."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route

from builder.inputs import DIST
from tests.support.pages import KINDS
from tests.support.proxy import proxied
from tests.support.service_worker import (
    CLAIM_FIRST_REPORT,
    RECORD,
    broken_pictures,
    cached_urls,
    install_offline_site,
    prepend_to_worker,
    stop_service_workers,
    wait_until_reported,
)
from tests.support.visitor import SAVE_DATA, Visitor, visitor

MAX_SEEN_PICTURES = 60
"""Wider pictures that are kept (`pwa/worker/pictures.js`)."""
TOUR = [place for place in KINDS if place.route.name not in ("bam", "inquiry", "patreon-callback")]
"""Pages that come from the worker alone."""

ASK = """async (paths) => {
    for (const path of paths) await (await fetch(path)).arrayBuffer();
}"""


def wider_pictures() -> list[str]:
    """Pictures that are kept only when they are seen."""
    return sorted(f"/pictures/{file.name}" for file in (DIST / "site/pictures").glob("*-1200.*"))


@pytest.fixture(scope="module")
def keeper(browser: Browser, site: str) -> Iterator[Visitor]:
    """A visitor whose worker is installed."""
    with visitor(browser, worker=True, locale="en-US") as guest:
        install_offline_site(guest, f"{site}/en/contact")
        yield guest


@pytest.fixture
def kept(keeper: Visitor, site: str) -> Iterator[Visitor]:
    """The same on a page of the site, and without pictures that others have asked for."""
    keeper.opens(f"{site}/en/contact")
    keeper.page.evaluate("caches.delete('pictures')")
    yield keeper
    keeper.page.context.unroute_all()
    keeper.page.context.set_offline(False)
    keeper.page.goto("about:blank")


@pytest.mark.parametrize("control", ["private", "public, no-store"])
def test_what_is_for_one_visitor_alone_is_in_no_cache(kept: Visitor, site: str, control: str) -> None:
    def controlled(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "cache-control": control})

    theirs, anybodys = wider_pictures()[:2]
    kept.page.context.route(site + theirs, controlled)
    kept.page.evaluate(ASK, [theirs, anybodys])
    kept.poll(lambda: site + anybodys in cached_urls(kept).get("pictures", []), "the other picture to be kept")
    assert not [urls for urls in cached_urls(kept).values() if site + theirs in urls]


def sign_in(route: Route) -> None:
    """A network that asks for a sign-in answers in place of the server."""
    route.fulfill(content_type="text/html", headers={"cache-control": "max-age=86400"}, body="<title>Sign in</title>")


POISON = """async (url) => {
    const page = new Response("<title>Sign in</title>", { headers: { "content-type": "text/html" } });
    await (await caches.open("pictures")).put(url, page);
}"""
TYPE = "async (url) => (await fetch(url)).headers.get('content-type')"


def test_a_sign_in_page_in_place_of_a_picture_is_in_no_cache(kept: Visitor, site: str) -> None:
    """Nor is one shown that an earlier version has stored."""
    theirs, poisoned = (site + path for path in wider_pictures()[:2])
    kept.page.context.route(theirs, sign_in)
    assert kept.page.evaluate(TYPE, theirs) == "text/html"
    kept.page.context.unroute(theirs)
    kept.page.evaluate(POISON, poisoned)
    for url in (theirs, poisoned):
        assert kept.page.evaluate(TYPE, url).startswith("image/")
        kept.poll(lambda url=url: url in cached_urls(kept).get("pictures", []), "the picture to be stored")


@pytest.mark.parametrize("kind", ["pictures/*-480.*.avif", "_next/static/chunks/pages/links-*.js", "fonts/*"])
def test_a_sign_in_page_in_place_of_a_file_ends_the_installation(browser: Browser, site: str, kind: str) -> None:
    """The next visit starts it again."""
    [file, *_] = sorted((DIST / "site").glob(kind))
    url = f"{site}/{file.relative_to(DIST / 'site').as_posix()}"
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.add_init_script(RECORD)
        guest.page.context.route(url, sign_in)
        guest.reads(f"{site}/en/contact")
        guest.until("window.becameOfIt === 'redundant'")
        assert url not in cached_urls(guest)["site"]
        guest.page.context.unroute(url)
        install_offline_site(guest, f"{site}/en/contact")
        assert url in cached_urls(guest)["site"]


def test_only_some_of_the_wider_pictures_are_kept(kept: Visitor, site: str) -> None:
    asked = wider_pictures()[: MAX_SEEN_PICTURES + 10]
    assert len(asked) == MAX_SEEN_PICTURES + 10
    kept.page.evaluate(ASK, asked)

    def is_bounded() -> bool:
        pictures = cached_urls(kept)["pictures"]
        return len(pictures) == MAX_SEEN_PICTURES and site + asked[-1] in pictures

    kept.poll(is_bounded, "the oldest to go")
    assert site + asked[0] not in cached_urls(kept)["pictures"]


def test_caches_do_not_grow(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True, viewport={"width": 1600, "height": 1000}) as guest:
        guest.hurries()
        install_offline_site(guest, f"{site}/")

        def tour() -> dict[str, list[str]]:
            for place in TOUR:
                guest.opens(site + place.path)
                assert broken_pictures(guest) == []
                guest.settle()
            return until_kept(guest)

        once = tour()
        assert once["pictures"], "larger ones are kept as they are seen"
        assert tour() == once


def until_kept(guest: Visitor) -> dict[str, list[str]]:
    """What is in each of the caches, once the worker has put away what it answered with."""
    looks = [cached_urls(guest)]

    def unchanged() -> bool:
        guest.page.wait_for_timeout(200)
        looks.append(cached_urls(guest))
        return looks[-1] == looks[-2]

    guest.poll(unchanged, "the worker to be done")
    return {name: sorted(urls) for name, urls in looks[-1].items()}


def test_saving_data_keeps_the_page_and_the_offline_page(browser: Browser, site: str) -> None:
    # A page cannot give the worker a connection, so the worker's own is changed on its way.
    with proxied(site) as proxy, visitor(browser, worker=True) as guest:
        prepend_to_worker(guest, proxy.url, SAVE_DATA)
        guest.page.add_init_script(RECORD)
        guest.opens(f"{proxy.url}/about")
        wait_until_reported(guest, "activated")
        kept = {re.sub(r"\?.*", "", url.removeprefix(proxy.url)) for url in cached_urls(guest)["site"]}
        pages = {path for path in kept if re.fullmatch(r"[\w/-]+", path)}
        assert pages == {"/about", "/offline", "/en/offline"}
        assert not [path for path in kept if path.startswith("/pictures/")]
        guest.page.context.set_offline(True)
        proxy.cut()
        guest.opens(f"{proxy.url}/about")
        guest.page.goto(f"{proxy.url}/contact")
        assert guest.page.locator("h1").inner_text().lower() == "jste bez připojení"
        guest.page.locator("#kept[data-known]").wait_for()
        assert guest.page.locator('nav a[href="/about"]').is_visible()
        assert not guest.page.locator('nav a[href="/contact"]').is_visible()


def test_a_full_disk_leaves_the_site_online(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True) as guest:
        session = guest.page.context.new_cdp_session(guest.page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": site, "quotaSize": 200_000})
        guest.page.add_init_script(RECORD)
        guest.opens(f"{site}/")
        guest.until("window.becameOfIt === 'redundant'")
        guest.opens(f"{site}/portfolio/posters")
        assert broken_pictures(guest) == []
        assert "offline-ready" not in (guest.page.evaluate("window.reported") or [])
        assert guest.troubles == []


def test_a_server_that_stops_in_the_middle_is_made_up_for_by_the_next_visit(browser: Browser, site: str) -> None:
    def stopping(route: Route) -> None:
        proxy.cut()
        route.continue_()

    with proxied(site) as proxy, visitor(browser, worker=True) as guest:
        guest.page.context.route("**/pictures/posters-*-480.*", stopping)
        guest.page.add_init_script(RECORD)
        guest.opens(f"{proxy.url}/contact")
        guest.until("window.becameOfIt === 'redundant'")
        some = set(cached_urls(guest)["site"])
        assert some
        guest.page.context.unroute_all()
        proxy.restore()
        guest.opens(f"{proxy.url}/contact")
        wait_until_reported(guest, "offline-ready")
        assert some < set(cached_urls(guest)["site"])


COUNTING = """
    let under = 0;
    let most = 0;
    const ask = self.fetch;
    const { put } = Cache.prototype;
    self.fetch = (...request) => {
        most = Math.max(most, ++under);
        return ask(...request);
    };
    Cache.prototype.put = async function (key, response) {
        await put.call(this, key, response);
        under--;
        await put.call(await caches.open("measured"), "/most", new Response(String(most)));
    };
"""
"""What counts, in the worker, how many files are on their way at once."""


def test_it_is_installed_with_four_fetches_at_once(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True) as guest:
        prepend_to_worker(guest, site, COUNTING)
        install_offline_site(guest, f"{site}/contact")
        assert guest.page.evaluate("caches.match('/most').then((kept) => kept.text())") == "4"


def test_the_visitor_is_told_once_that_the_site_is_kept(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True, locale="en-US") as guest:
        install_offline_site(guest, f"{site}/en/contact")
        notice = guest.page.get_by_text("This site now works offline.")
        notice.wait_for()
        guest.page.get_by_role("button", name="Close").click()
        notice.wait_for(state="detached")
        stop_service_workers(guest)
        guest.opens(f"{site}/en/about")
        assert guest.page.evaluate(CLAIM_FIRST_REPORT) is False
        guest.settle()
        assert "offline-ready" not in (guest.page.evaluate("window.reported") or [])
        guest.page.context.set_offline(True)
        guest.page.get_by_text("You are offline. You can keep reading.").wait_for()
        assert notice.count() == 0
        guest.page.context.set_offline(False)
        guest.page.get_by_text("You are back online.").wait_for()


def test_who_has_only_read_is_told_on_a_later_page(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.add_init_script(RECORD)
        guest.reads(f"{site}/en/contact")
        wait_until_reported(guest, "offline-ready")
        guest.opens(f"{site}/en/about")
        guest.page.get_by_text("This site now works offline.").wait_for()
        assert "offline-ready" not in (guest.page.evaluate("window.reported") or [])


def test_a_notice_that_is_put_aside_stays_away(kept: Visitor, site: str) -> None:
    kept.page.context.set_offline(True)
    kept.page.get_by_text("You are offline").wait_for()
    kept.page.get_by_role("button", name="Close").click()
    kept.opens(f"{site}/en/about")
    kept.settle()
    assert kept.page.get_by_text("You are offline").count() == 0


ACTIVATES_SLOWLY = """
    addEventListener("activate", (event) => event.waitUntil(new Promise((done) => setTimeout(done, 2000))))
"""
"""A script for the worker, which answers meanwhile."""
ASKS_LATE = """
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (...given) {
        setTimeout(() => postMessage.apply(this, given), this.state === "installed" ? 1000 : 0);
    };
"""
"""A script for the page: what it asks once the worker is installed is answered while that is being activated."""


@pytest.mark.parametrize("page", ["", ASKS_LATE], ids=["at once", "late"])
def test_a_page_is_told_however_slowly_the_worker_is_activated(browser: Browser, site: str, page: str) -> None:
    with visitor(browser, worker=True) as guest:
        guest.page.add_init_script(page)
        prepend_to_worker(guest, site, ACTIVATES_SLOWLY, times=1)
        install_offline_site(guest, f"{site}/contact")
        assert guest.page.evaluate("window.reported").count("offline-ready") == 1
