"""A new build reaches open tabs when the visitor wants it, in one piece (issue 4)."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, Route

from builder.inputs import DIST
from tests.support.builds import Deployment, build_id, rebuilt
from tests.support.service_worker import (
    cached_urls,
    install_offline_site,
    prepend_to_worker,
    stop_service_workers,
    wait_until_reported,
)
from tests.support.variant import TITLE, Variant
from tests.support.visitor import Visitor, visitor

LOADS = "sessionStorage.loads = Number(sessionStorage.loads || 0) + 1"
"""A script that counts how often a tab loads a document."""
HOUR_MS = 60 * 60 * 1000


@pytest.fixture(scope="module")
def builds(built: None, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two newer builds of the site, one after the other."""
    folder = tmp_path_factory.mktemp("builds")
    with pytest.MonkeyPatch.context() as monkeypatch:
        return [rebuilt(folder / str(number), number, monkeypatch) for number in (1, 2)]


def looks_for_updates(page: Page) -> None:
    """What coming back to the tab does."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def build_of(page: Page) -> str:
    """The build that a page is of, by its document; its code must agree."""
    build = page.evaluate("JSON.parse(document.getElementById('__NEXT_DATA__').textContent).buildId")
    assert page.locator(f'script[src*="/{build}/"]').count() > 0
    return build


def loads(guest: Visitor) -> int:
    return int(guest.page.evaluate("sessionStorage.loads"))


def forgets(guest: Visitor) -> None:
    """From now on counts what goes wrong: while the server was changed, something may have. From the next document on
    counts what is asked for: the old one may still be preloading."""
    guest.settle()
    for each in (guest.console, guest.failed):
        each.clear()

    def begins_anew(request: Request) -> None:
        if request.is_navigation_request():
            guest.requests.clear()

    guest.page.on("request", begins_anew)


def offered(guest: Visitor):
    return guest.page.get_by_role("button", name="Refresh")


def is_offered(guest: Visitor, place: Deployment, dist: Path) -> None:
    """Deploys a build, of which the visitor hears."""
    place.deploy(dist)
    looks_for_updates(guest.page)
    offered(guest).wait_for()


def test_a_real_new_build_is_offered_and_taken_in_every_tab(
    browser: Browser, place: Deployment, variant: Variant
) -> None:
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.context.add_init_script(LOADS)
        install_offline_site(guest, f"{place.url}/en/about")
        other = Visitor(guest.page.context.new_page())
        other.opens(f"{place.url}/en/pricing")
        assert (loads(guest), loads(other)) == (1, 1), "a first installation reloads nothing"
        place.deploy(variant.dist)
        looks_for_updates(guest.page)
        wait_until_reported(guest, "waiting")
        offered(guest).wait_for()
        offered(other).wait_for()
        other.opens(f"{place.url}/en/contact")
        assert build_of(other.page) == build_id(DIST), "the new build waits"
        assert "Contact and opening hours" in other.page.title()
        for each in (guest, other):
            forgets(each)
        with guest.page.expect_event("load"), other.page.expect_event("load"):
            offered(guest).click()
        for each in (guest, other):
            each.acts()
            assert build_of(each.page) == build_id(variant.dist)
        assert TITLE in other.page.title()
        guest.page.evaluate("document.querySelector('a[href=\"/en/contact\"]').click()")
        guest.until(f"document.title.includes('{TITLE}')")
        for each in (guest, other):
            assert_no_old_code(each, variant.dist)
            assert each.troubles == []
            assert offered(each).count() == 0
        assert (loads(guest), loads(other)) == (2, 3)
        assert not [url for url in cached_urls(guest)["site"] if build_id(DIST) in url]


def assert_no_old_code(guest: Visitor, dist: Path) -> None:
    """Everything that was asked for belongs to the build."""
    asked = {url.split("/", 3)[3] for url in guest.requests if "/_next/" in url}
    assert asked and not [path for path in asked if not (dist / "site" / path).is_file()]


WAKES_SLOWLY = "if (registration.waiting) for (const end = Date.now() + 1500; Date.now() < end; );"
"""A script for the first worker: started again, it takes longer than the one that waits."""
TAKES_OVER_MS = 20_000
"""Chromium waits for 30 s until a worker that has just been started is idle. Asked to leave after 5 s, one that wakes
slowly takes 8 s, and on a busy machine twice that."""


def test_a_visitor_may_ignore_builds_until_the_old_worker_sleeps(
    browser: Browser, place: Deployment, builds: list[Path]
) -> None:
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.context.add_init_script(LOADS)
        prepend_to_worker(guest, place.url, WAKES_SLOWLY, times=1)
        install_offline_site(guest, f"{place.url}/en/about")
        for dist in builds:
            is_offered(guest, place, dist)
            guest.page.get_by_role("button", name="Close").click()
            offered(guest).wait_for(state="detached")
            guest.opens(f"{place.url}/en/contact")
            guest.opens(f"{place.url}/en/about")
            assert build_of(guest.page) == build_id(DIST)
            wait_until_reported(guest, "waiting")
            assert offered(guest).count() == 0, "put aside until there is a newer one"
        guest.page.evaluate("localStorage.clear()")
        guest.opens(f"{place.url}/en/about")
        before = loads(guest)
        forgets(guest)
        stop_service_workers(guest)
        with guest.page.expect_event("load", timeout=TAKES_OVER_MS):
            offered(guest).click()
        guest.acts()
        assert build_of(guest.page) == build_id(builds[-1])
        assert_no_old_code(guest, builds[-1])
        assert guest.troubles == []
        assert loads(guest) == before + 1
        left = [url for url in cached_urls(guest)["site"] if "_buildManifest" in url]
        assert left == [f"{place.url}/_next/static/{build_id(builds[-1])}/_buildManifest.js"]


def test_it_waits_neither_for_what_the_old_one_still_fetches_nor_for_a_busy_tab(
    browser: Browser, place: Deployment, builds: list[Path]
) -> None:
    [*_, picture] = sorted(f"/pictures/{file.name}" for file in (DIST / "site/pictures").glob("weddings-8-1200.*"))
    held: list[Route] = []
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.context.add_init_script(LOADS)
        install_offline_site(guest, f"{place.url}/en/about")
        is_offered(guest, place, builds[0])
        busy = guest.page.context.new_page()
        busy.add_init_script("window.requestIdleCallback = () => {}")
        busy.goto(f"{place.url}/en/pricing")
        guest.page.context.route(f"**{picture}", lambda route: held.append(route))
        guest.page.evaluate("picture => void fetch(picture).catch(() => {})", picture)
        guest.poll(lambda: bool(held), "the picture to be asked for")
        with guest.page.expect_event("load"), busy.expect_event("load"):
            offered(guest).click()
        guest.acts()
        assert build_of(guest.page) == build_id(builds[0])
        assert loads(guest) == 2


NEVER_ENDS = """
    addEventListener("fetch", (event) => { if (registration.waiting) event.waitUntil(new Promise(() => {})); })
"""
"""A script for the first worker: Chromium would let another take over after five minutes."""
IS_LEFT_MS = 6_000
"""From Refresh until the old worker has left the tab."""


def test_an_old_worker_that_never_ends_is_left_if_the_server_answers(
    browser: Browser, place: Deployment, builds: list[Path]
) -> None:
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.context.add_init_script(LOADS)
        prepend_to_worker(guest, place.url, NEVER_ENDS, times=1)
        install_offline_site(guest, f"{place.url}/en/portfolio/weddings#3")
        is_offered(guest, place, builds[0])
        guest.page.evaluate("fetch('/en/pricing').then((answer) => answer.ok)")
        place.stop()
        offered(guest).click()
        guest.page.wait_for_timeout(IS_LEFT_MS)
        assert (loads(guest), build_of(guest.page)) == (1, build_id(DIST)), "without a network it stays"
        place.start()
        with guest.page.expect_event("load"):
            offered(guest).click()
        guest.acts()
        assert build_of(guest.page) == build_id(builds[0])
        guest.until("navigator.serviceWorker.controller")
        assert loads(guest) == 2
        assert not [url for url in cached_urls(guest)["site"] if build_id(DIST) in url]


HOLDS = """{
    const { fetch } = self, channel = new BroadcastChannel("held");
    self.fetch = (asked, ...more) => {
        if (!asked.url?.endsWith("/inquiries")) return fetch(asked, ...more);
        channel.postMessage("held");
        return new Promise((_, fail) => { asked.signal.addEventListener("abort", () => fail(asked.signal.reason)); });
    };
}"""
"""A script for the first worker: an inquiry is being sent until that is aborted."""
LISTENS = "new BroadcastChannel('held').onmessage = () => { self.held = true; }"
STORES = """new Promise((done) => {
    const opening = indexedDB.open("inquiries", 1);
    opening.onupgradeneeded = () => ["entries", "contents"].forEach((name) => opening.result.createObjectStore(name));
    opening.onsuccess = () => {
        const adding = opening.result.transaction(["entries", "contents"], "readwrite");
        const entry = { id: "1", url: "/en/inquiries", what: "cards", created: Date.now(), state: "waiting" };
        adding.objectStore("entries").put(entry, "1");
        adding.objectStore("contents").put([["id", "1"]], "1");
        adding.oncomplete = () => { opening.result.close(); done(true); };
    };
})"""
"""Stores an inquiry, which the worker sends on the next navigation."""
ANSWERED = """new Promise((done) => {
    const opening = indexedDB.open("inquiries", 1);
    opening.onsuccess = () => {
        const asked = opening.result.transaction("entries").objectStore("entries").get("1");
        asked.onsuccess = () => { opening.result.close(); done(asked.result?.state === "answered"); };
    };
})"""


def test_it_does_not_wait_for_an_inquiry_that_is_being_sent_and_sends_it_again(
    browser: Browser, place: Deployment, builds: list[Path]
) -> None:
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.context.add_init_script(LOADS)
        prepend_to_worker(guest, place.url, HOLDS, times=1)
        install_offline_site(guest, f"{place.url}/en/about")
        is_offered(guest, place, builds[0])
        guest.page.evaluate(LISTENS)
        guest.until(STORES)
        Visitor(guest.page.context.new_page()).reads(f"{place.url}/en/contact")
        guest.until("self.held")
        with guest.page.expect_event("load", timeout=IS_LEFT_MS):
            offered(guest).click()
        guest.acts()
        assert build_of(guest.page) == build_id(builds[0])
        guest.until(ANSWERED)


COUNT = """
    const { update } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.update = function () {
        window.updates = (window.updates || 0) + 1;
        return update.call(this);
    };
"""
"""A script that counts how often a new version is looked for."""


def test_a_new_build_is_looked_for_every_hour_and_in_a_tab_that_is_seen_but_not_without_a_network(
    browser: Browser, site: str
) -> None:
    with visitor(browser, worker=True) as guest:
        guest.page.clock.install()
        guest.page.add_init_script(COUNT)
        install_offline_site(guest, f"{site}/contact")
        guest.page.clock.pause_at(datetime.now() + timedelta(minutes=1))
        for hours in (1, 2):
            guest.page.clock.fast_forward(HOUR_MS)
            guest.until(f"window.updates === {hours}")
        looks_for_updates(guest.page)
        guest.until("window.updates === 3")
        guest.page.context.set_offline(True)
        looks_for_updates(guest.page)
        assert guest.page.evaluate("window.updates") == 3
        assert guest.troubles == []
