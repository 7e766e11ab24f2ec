"""Visitors do not notice if Sentry is unavailable."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.sentry import Ingest
from tests.support.breaking import reject
from tests.support.reporting import SAMPLED, guest_of
from tests.support.visitor import Visitor, visitor
from tests.support.waiting import LATEST, wait_for_message, wait_for_request

pytestmark = pytest.mark.mostly_nightly


def test_without_a_dsn_nothing_of_sentry_is_fetched(browser: Browser, site: str, lazy: set[str]) -> None:
    with visitor(browser, worker=True) as guest:
        guest.opens(f"{site}/about")
        wait_for_request(guest, LATEST)
        guest.until("navigator.serviceWorker.ready.then(({ active }) => active)")
        guest.settle()
        cached = guest.page.evaluate(CACHED)
        assert len(lazy) >= 4 and len(cached) > 50
        asked = [*guest.requests, *cached]
        assert not [url for url in asked if url.endswith("/config.json") or url.rpartition("/")[2] in lazy]
        assert guest.troubles == []


CACHED = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map((request) => request.url)
}"""


@pytest.fixture(scope="module")
def lazy(browser: Browser, watched: str) -> set[str]:
    """The names of scripts that pages load only if Sentry is configured."""
    with guest_of(browser) as plain, guest_of(browser) as guest:
        plain.page.route("**/builds/latest.json", lambda route: route.fulfill(json={"id": ""}))
        for each in (plain, guest):
            each.opens(f"{watched}/about")
            wait_for_request(each, LATEST)
            each.settle()
        guest.poll(lambda: any("/envelope/" in url for url in guest.requests), "Sentry")
        names = {url.rpartition("/")[2] for url in {*guest.requests} - {*plain.requests}}
        return {name for name in names if name.endswith(".js")}


@pytest.mark.main
def test_an_error_without_a_dsn_fetches_nothing(guest: Visitor, site: str, lazy: set[str]) -> None:
    guest.opens(f"{site}/about")
    reject(guest.page, "the ink has dried")
    expect(guest.page.locator("h1")).to_have_text("the ink has dried")
    wait_for_request(guest, LATEST)
    guest.settle()
    assert not {url.rpartition("/")[2] for url in guest.requests} & {"config.json", *lazy}


def site_messages(guest: Visitor) -> list[str]:
    return [line for line in guest.console if not line.startswith("error: Failed to load resource")]


TROUBLES = ("a limit", "slow", "unreachable")


@pytest.fixture
def trouble(request: pytest.FixtureRequest, ingest: Ingest) -> Iterator[str]:
    if request.param == "slow":
        ingest.released.clear()
    ingest.status = {"a limit": 429}.get(request.param, 200)
    yield request.param
    ingest.status = 200
    ingest.released.set()


@pytest.mark.parametrize("trouble", TROUBLES, indirect=True)
def test_visitors_notice_no_failure_of_sentry(browser: Browser, watched: str, trouble: str) -> None:
    with guest_of(browser, SAMPLED) as guest:
        if trouble == "unreachable":
            guest.page.route("**/envelope/**", lambda route: route.abort("connectionrefused"))
        guest.opens(f"{watched}/about")
        guest.poll(lambda: any("/envelope/" in url for url in guest.requests), "an envelope")
        guest.page.locator("header a[href='/contact']:visible").click()
        guest.page.wait_for_url(f"{watched}/contact")
        expect(guest.page.locator("footer")).to_have_count(1)
        for number in range(3):
            guest.page.evaluate("number => console.warn(number)", number)
        assert [line for line in site_messages(guest) if not line.startswith("warning: ")] == []
        reject(guest.page, "and now this")
        expect(guest.page.locator("h1")).to_have_text("and now this")
        guest.page.get_by_role("link").click()
        guest.page.wait_for_url(f"{watched}/")
        guest.acts()
        wait_for_message(guest, "uncaught: and now this")
        assert [line for line in site_messages(guest) if "warning: " not in line] == ["uncaught: and now this"]


def test_missing_settings_are_only_logged(browser: Browser, watched: str, ingest: Ingest) -> None:
    with guest_of(browser) as guest:
        guest.page.route("**/config.json", lambda route: route.fulfill(body="<html>"))
        guest.opens(f"{watched}/about")
        wait_for_message(guest, "Failed to fetch the public settings")
        guest.settle()
        expect(guest.page.locator("footer")).to_have_count(1)
        assert not [line for line in guest.console if line.startswith("uncaught")]
        assert ingest.envelopes == []
