from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, Route

from app.content.portfolio import category
from builder.inputs import DIST
from tests.support.builds import Deployment, build_id, rebuilt
from tests.support.inquiries import QUEUE
from tests.support.service_worker import (
    cached_urls,
    install_offline_site,
    prepend_to_worker,
    stop_service_workers,
    wait_until_reported,
)
from tests.support.visitor import Visitor, visitor
from tests.support.waiting import run_timers

pytestmark = pytest.mark.mostly_nightly

LOADS = "sessionStorage.loads = Number(sessionStorage.loads || 0) + 1"


@pytest.fixture
def guest(browser: Browser) -> Iterator[Visitor]:
    with visitor(browser, worker=True, locale="en-US") as guest:
        guest.page.context.add_init_script(LOADS)
        yield guest


@pytest.fixture(scope="module")
def builds(built: None, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("builds")
    with pytest.MonkeyPatch.context() as monkeypatch:
        return [rebuilt(folder / str(number), number, monkeypatch) for number in (1, 2)]


def poll_for_updates(page: Page) -> None:
    """Makes the page check for a new build, as if the visitor had returned to the tab."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def build_of(page: Page) -> str:
    build = page.evaluate("JSON.parse(document.getElementById('__NEXT_DATA__').textContent).buildId")
    assert page.locator(f'script[src*="/{build}/"]').count() > 0
    return build


def cached_files_of(guest: Visitor, dist: Path) -> list[str]:
    return [url for url in cached_urls(guest)["site"] if f"/{build_id(dist)}/" in url]


def count_loads(guest: Visitor) -> int:
    return int(guest.page.evaluate("sessionStorage.loads"))


def forget_records(guest: Visitor) -> None:
    """Clears recorded console messages and failures. From then on, each navigation clears the recorded requests."""
    guest.settle()
    for each in (guest.console, guest.failed):
        each.clear()

    def clear_requests(request: Request) -> None:
        if request.is_navigation_request():
            guest.requests.clear()

    guest.page.on("request", clear_requests)


def offered(guest: Visitor):
    return guest.page.get_by_role("button", name="Refresh")


def deploy_and_wait_for_offer(guest: Visitor, deployed: Deployment, dist: Path) -> None:
    deployed.deploy(dist)
    poll_for_updates(guest.page)
    offered(guest).wait_for()


def assert_no_old_code(guest: Visitor, dist: Path) -> None:
    asked = {url.split("/", 3)[3] for url in guest.requests if "/_next/" in url}
    assert asked and not [path for path in asked if not (dist / "site" / path).is_file()]


WAKES_SLOWLY = "if (registration.waiting) for (const end = Date.now() + 1500; Date.now() < end; );"
TAKES_OVER_MS = 28_000
"""The time limit for replacing the service worker. Without the site's workaround, Chromium might take 30 s."""


def test_a_visitor_may_ignore_builds_until_the_old_worker_sleeps(
    guest: Visitor, deployed: Deployment, builds: list[Path]
) -> None:
    prepend_to_worker(guest, deployed.url, WAKES_SLOWLY, times=1)
    install_offline_site(guest, f"{deployed.url}/en/about")
    for dist in builds:
        deploy_and_wait_for_offer(guest, deployed, dist)
        guest.page.get_by_role("button", name="Close").click()
        offered(guest).wait_for(state="detached")
        guest.opens(f"{deployed.url}/en/contact")
        guest.opens(f"{deployed.url}/en/about")
        assert build_of(guest.page) == build_id(DIST)
        wait_until_reported(guest, "waiting")
        assert offered(guest).count() == 0, "the closed offer has returned"
        guest.opens(f"{deployed.url}/en/inquiry?what=workshop")
        assert build_of(guest.page) == build_id(dist), "the form may lack a new date"
    guest.page.evaluate("localStorage.clear()")
    guest.opens(f"{deployed.url}/en/about")
    before = count_loads(guest)
    forget_records(guest)
    stop_service_workers(guest)
    with guest.page.expect_event("load", timeout=TAKES_OVER_MS):
        offered(guest).click()
    guest.acts()
    assert build_of(guest.page) == build_id(builds[-1])
    assert_no_old_code(guest, builds[-1])
    assert guest.troubles == []
    assert count_loads(guest) == before + 1
    guest.poll(
        lambda: not any(cached_files_of(guest, dist) for dist in (DIST, builds[0])), "old builds to leave the cache"
    )
    assert cached_files_of(guest, builds[-1])


def fill_disk(guest: Visitor, url: str) -> None:
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": url, "quotaSize": 200_000})


def change_a_page(guest: Visitor, url: str) -> None:
    """Changes a page in transit, as a virus scanner or proxy might."""
    guest.page.context.route(f"{url}/en/links", lambda route: route.fulfill(content_type="text/html", body="changed"))


@pytest.mark.parametrize("prevent_update", [fill_disk, change_a_page])
def test_pages_come_from_the_server_if_an_update_cannot_be_installed(
    guest: Visitor, deployed: Deployment, builds: list[Path], prevent_update: Callable[[Visitor, str], None]
) -> None:
    def is_updatable() -> bool:
        return f"{deployed.url}/updatable" in cached_urls(guest)["visitor"]

    install_offline_site(guest, f"{deployed.url}/en/about")
    assert is_updatable()
    prevent_update(guest, deployed.url)
    deployed.deploy(builds[0])
    poll_for_updates(guest.page)
    guest.poll(lambda: not is_updatable(), "the update to fail")
    guest.opens(f"{deployed.url}/en/contact")
    assert build_of(guest.page) == build_id(builds[0])
    deployed.stop()
    guest.opens(f"{deployed.url}/en/contact")
    assert build_of(guest.page) == build_id(DIST)


def test_an_update_waits_neither_for_a_fetch_nor_for_a_busy_tab(
    guest: Visitor, deployed: Deployment, builds: list[Path]
) -> None:
    name = category("weddings").works[-1].picture
    [*_, picture] = sorted(f"/pictures/{file.name}" for file in (DIST / "site/pictures").glob(f"{name}-1200.*"))
    held: list[Route] = []
    install_offline_site(guest, f"{deployed.url}/en/about")
    deploy_and_wait_for_offer(guest, deployed, builds[0])
    busy = guest.page.context.new_page()
    busy.add_init_script("window.requestIdleCallback = () => {}")
    busy.goto(f"{deployed.url}/en/pricing")
    guest.page.context.route(f"**{picture}", lambda route: held.append(route))
    guest.page.evaluate("picture => void fetch(picture).catch(() => {})", picture)
    guest.poll(lambda: bool(held), "a request for the picture")
    with guest.page.expect_event("load"), busy.expect_event("load"):
        offered(guest).click()
    guest.acts()
    assert build_of(guest.page) == build_id(builds[0])
    assert count_loads(guest) == 2


NEVER_ENDS = """
    addEventListener("fetch", (event) => { if (registration.waiting) event.waitUntil(new Promise(() => {})); })
"""
"""JavaScript that keeps the old service worker busy for minutes."""
IS_LEFT_MS = 6_000
"""The maximum time that the page waits for the old service worker."""


def test_a_worker_that_never_ends_is_left_if_the_server_answers(
    guest: Visitor, deployed: Deployment, builds: list[Path]
) -> None:
    prepend_to_worker(guest, deployed.url, NEVER_ENDS, times=1)
    install_offline_site(guest, f"{deployed.url}/en/portfolio/weddings#3")
    deploy_and_wait_for_offer(guest, deployed, builds[0])
    guest.page.evaluate("fetch('/en/pricing').then((answer) => answer.ok)")
    deployed.stop()
    offered(guest).click()
    run_timers(IS_LEFT_MS, guest.page)
    assert (count_loads(guest), build_of(guest.page)) == (1, build_id(DIST))
    guest.page.evaluate("void (__START.isBusy = () => true)")
    deployed.start()
    offered(guest).click()
    run_timers(IS_LEFT_MS, guest.page)
    assert count_loads(guest) == 1, "the page did not wait for its inquiry"
    with guest.page.expect_event("load"):
        guest.page.evaluate("void (__START.isBusy = () => false)")
    guest.acts()
    assert build_of(guest.page) == build_id(builds[0])
    guest.until("navigator.serviceWorker.controller")
    assert count_loads(guest) == 2
    guest.poll(lambda: not cached_files_of(guest, DIST), "the old build to leave the cache")


HOLDS = """{
    const { fetch } = self, channel = new BroadcastChannel("held");
    self.fetch = (asked, ...more) => {
        if (!asked.url?.endsWith("/inquiries")) return fetch(asked, ...more);
        channel.postMessage("held");
        return new Promise((_, fail) => {
            asked.signal.addEventListener("abort", () => {
                channel.postMessage("aborted");
                fail(asked.signal.reason);
            });
        });
    };
}"""
LISTENS = "new BroadcastChannel('held').addEventListener('message', ({ data }) => { localStorage[data] = true; })"
ENTRY = '{ id: "1", url: "/en/inquiries", what: "cards", created: Date.now(), state: "waiting" }'
STORES = QUEUE % f'(entries.put({ENTRY}, "1"), contents.put([["id", "1"]], "1"))'
ANSWERED = QUEUE % 'entries.get("1")' + ".then((entry) => entry?.state === 'answered')"


def test_an_update_aborts_sending_an_inquiry_and_sends_it_again(
    guest: Visitor, deployed: Deployment, builds: list[Path]
) -> None:
    guest.page.context.add_init_script(LISTENS)
    prepend_to_worker(guest, deployed.url, HOLDS, times=1)
    install_offline_site(guest, f"{deployed.url}/en/about")
    deploy_and_wait_for_offer(guest, deployed, builds[0])
    guest.until(STORES)
    Visitor(guest.page.context.new_page()).reads(f"{deployed.url}/en/contact")
    guest.until("localStorage.held")
    with guest.page.expect_event("load"):
        offered(guest).click()
    guest.acts()
    assert guest.page.evaluate("localStorage.aborted"), "the page left the worker instead of replacing it"
    assert build_of(guest.page) == build_id(builds[0])
    guest.until(ANSWERED)


IS_WAITING = "await navigator.serviceWorker.getRegistration().then(({ waiting }) => Boolean(waiting))"


@pytest.mark.main
def test_a_changed_worker_waits_until_the_visitor_accepts_it(guest: Visitor, site: str) -> None:
    prepend_to_worker(guest, site, "self.isOlder = true", times=1)
    install_offline_site(guest, f"{site}/en/contact")
    other = Visitor(guest.page.context.new_page())
    other.opens(f"{site}/en/links")
    poll_for_updates(guest.page)
    for each in (guest, other):
        offered(each).wait_for()
    assert (count_loads(guest), count_loads(other)) == (1, 1)
    assert guest.holds(IS_WAITING)
    with guest.page.expect_event("load"), other.page.expect_event("load"):
        offered(guest).click()
    for each in (guest, other):
        each.acts()
        each.until(f"!({IS_WAITING})")
        assert count_loads(each) == 2
        assert offered(each).count() == 0
