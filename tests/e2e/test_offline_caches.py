import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from builder.inputs import DIST
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

pytestmark = pytest.mark.nightly

VISITOR = {"worker": True}
MAX_SEEN_PICTURES = 60

ASK = """async (paths) => {
    for (const path of paths) await (await fetch(path)).arrayBuffer();
}"""


def wider_pictures() -> list[str]:
    """Returns paths of pictures that the service worker caches only after a page has shown them."""
    return sorted(f"/pictures/{file.name}" for file in (DIST / "site/pictures").glob("*-1200.*"))


@pytest.fixture(scope="module")
def shared_guest(browser: Browser, site: str) -> Iterator[Visitor]:
    with visitor(browser, worker=True, locale="en-US") as guest:
        install_offline_site(guest, f"{site}/en/contact")
        yield guest


@pytest.fixture
def cached(shared_guest: Visitor, site: str) -> Iterator[Visitor]:
    shared_guest.opens(f"{site}/en/contact")
    shared_guest.page.evaluate("caches.delete('pictures')")
    yield shared_guest
    shared_guest.page.context.unroute_all()
    shared_guest.page.context.set_offline(False)
    shared_guest.page.goto("about:blank")


def sign_in(route: Route) -> None:
    """Responds with the login page of a hotel's Wi-Fi."""
    route.fulfill(content_type="text/html", headers={"cache-control": "max-age=86400"}, body="<title>Sign in</title>")


POISON = """async (url) => {
    const page = new Response("<title>Sign in</title>", { headers: { "content-type": "text/html" } });
    await (await caches.open("pictures")).put(url, page);
}"""
TYPE = "async (url) => (await fetch(url)).headers.get('content-type')"


def test_a_sign_in_page_in_place_of_a_picture_is_not_cached(cached: Visitor, site: str) -> None:
    theirs, poisoned = (site + path for path in wider_pictures()[:2])
    cached.page.context.route(theirs, sign_in)
    assert cached.page.evaluate(TYPE, theirs) == "text/html"
    cached.page.context.unroute(theirs)
    cached.page.evaluate(POISON, poisoned)
    for url in (theirs, poisoned):
        assert cached.page.evaluate(TYPE, url).startswith("image/")
        cached.poll(lambda url=url: url in cached_urls(cached).get("pictures", []), "the picture to be stored")


def test_the_cache_of_wider_pictures_is_limited(cached: Visitor, site: str) -> None:
    asked = wider_pictures()[: MAX_SEEN_PICTURES + 10]
    assert len(asked) == MAX_SEEN_PICTURES + 10
    cached.page.evaluate(ASK, asked)

    def is_bounded() -> bool:
        pictures = cached_urls(cached)["pictures"]
        return len(pictures) == MAX_SEEN_PICTURES and site + asked[-1] in pictures

    cached.poll(is_bounded, "the oldest to be deleted")
    assert site + asked[0] not in cached_urls(cached)["pictures"]


def test_data_saver_caches_only_the_page_and_the_offline_page(browser: Browser, site: str) -> None:
    # Turn on data saver in the service worker, because the page's setting does not reach it.
    with proxied(site) as proxy, visitor(browser, worker=True) as guest:
        prepend_to_worker(guest, proxy.url, SAVE_DATA)
        guest.page.add_init_script(RECORD)
        guest.opens(f"{proxy.url}/about")
        wait_until_reported(guest, "activated")
        stored = {re.sub(r"\?.*", "", url.removeprefix(proxy.url)) for url in cached_urls(guest)["site"]}
        pages = {path for path in stored if re.fullmatch(r"[\w/-]+", path)}
        assert pages == {"/about", "/offline", "/en/offline"}
        assert not [path for path in stored if path.startswith("/pictures/")]
        guest.page.context.set_offline(True)
        notice = guest.page.get_by_role("status").filter(has_text="Jste bez připojení.")
        expect(notice).to_be_visible()
        expect(notice).not_to_contain_text("Číst můžete dál.")
        proxy.cut()
        guest.opens(f"{proxy.url}/about")
        guest.page.goto(f"{proxy.url}/contact")
        expect(guest.page.locator("h1")).to_have_text("Jste bez připojení", ignore_case=True)
        guest.page.locator("#kept[data-known]").wait_for()
        expect(guest.page.locator('nav a[href="/about"]')).to_be_visible()
        expect(guest.page.locator('nav a[href="/contact"]')).to_be_hidden()


def test_a_full_disk_does_not_break_the_site(guest: Visitor, site: str) -> None:
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site, "quotaSize": 200_000})
    guest.page.add_init_script(RECORD)
    guest.opens(f"{site}/")
    guest.until("window.becameOfIt === 'redundant'")
    guest.opens(f"{site}/portfolio/posters")
    assert broken_pictures(guest) == []
    assert "offline-ready" not in (guest.page.evaluate("window.reported") or [])
    assert guest.troubles == []


def test_the_offline_notice_appears_once(browser: Browser, site: str) -> None:
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
        guest.page.get_by_text("You’re offline. You can keep reading.").wait_for()
        assert notice.count() == 0
        guest.page.context.set_offline(False)
        guest.page.get_by_text("You’re back online.").wait_for()


def test_the_offline_notice_appears_on_the_first_hydrated_page(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.add_init_script(RECORD)
        guest.reads(f"{site}/en/contact")
        wait_until_reported(guest, "offline-ready")
        guest.opens(f"{site}/en/about")
        guest.page.get_by_text("This site now works offline.").wait_for()
        assert "offline-ready" not in (guest.page.evaluate("window.reported") or [])


def test_a_closed_notice_does_not_return(cached: Visitor, site: str) -> None:
    cached.page.context.set_offline(True)
    cached.page.get_by_text("You’re offline").wait_for()
    before = cached.page.locator("footer a").last
    before.focus()
    cached.page.get_by_role("button", name="Close").press("Enter")
    expect(before).to_be_focused()
    cached.opens(f"{site}/en/about")
    cached.settle()
    assert cached.page.get_by_text("You’re offline").count() == 0
