"""A site without Sentry asks for nothing of it; and nobody notices when Sentry has troubles."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.sentry import Ingest
from tests.support.breaking import reject
from tests.support.reporting import SAMPLED, guest_of
from tests.support.visitor import Visitor, visitor


def test_without_a_dsn_nothing_of_it_is_asked_for(browser: Browser, site: str, lazy: set[str]) -> None:
    with visitor(browser, worker=True) as guest:
        guest.opens(f"{site}/about")
        guest.poll(lambda: any(url.endswith("/builds/latest.json") for url in guest.requests), "the poll")
        guest.until("navigator.serviceWorker.ready.then(({ active }) => active)")
        guest.settle()
        kept = guest.page.evaluate(KEPT)
        assert len(lazy) >= 4 and len(kept) > 50
        asked = [*guest.requests, *kept]
        assert not [url for url in asked if url.endswith("/config.json") or url.rpartition("/")[2] in lazy]
        assert guest.troubles == []


KEPT = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map((request) => request.url)
}"""


@pytest.fixture(scope="module")
def lazy(browser: Browser, watched: str) -> set[str]:
    """The scripts that a page fetches only where the settings have a DSN."""
    with guest_of(browser) as plain, guest_of(browser) as guest:
        plain.page.route("**/builds/latest.json", lambda route: route.fulfill(json={"id": ""}))
        for each in (plain, guest):
            each.opens(f"{watched}/about")
            each.settle()
        guest.poll(lambda: any("/envelope/" in url for url in guest.requests), "Sentry")
        names = {url.rpartition("/")[2] for url in {*guest.requests} - {*plain.requests}}
        return {name for name in names if name.endswith(".js")}


def test_an_error_without_a_dsn_asks_for_nothing(browser: Browser, site: str, lazy: set[str]) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/about")
        reject(guest.page, "the ink has dried")
        expect(guest.page.locator("h1")).to_have_text("Chyba serveru")
        guest.poll(lambda: any(url.endswith("/builds/latest.json") for url in guest.requests), "the poll")
        guest.settle()
        assert not {url.rpartition("/")[2] for url in guest.requests} & {"config.json", *lazy}


def noticed(guest: Visitor) -> list[str]:
    """The lines of the console, without those that the browser itself writes about failed requests."""
    return [line for line in guest.console if not line.startswith("error: Failed to load resource")]


TROUBLES = ("a limit", "slow", "unreachable")


@pytest.fixture
def trouble(request: pytest.FixtureRequest, ingest: Ingest) -> Iterator[str]:
    """Makes Sentry fail in this way during the test."""
    if request.param == "slow":
        ingest.patience.clear()
    ingest.status = {"a limit": 429}.get(request.param, 200)
    yield request.param
    ingest.status = 200
    ingest.patience.set()


@pytest.mark.parametrize("trouble", TROUBLES, indirect=True)
def test_nobody_notices_that_sentry_has_troubles(browser: Browser, watched: str, trouble: str) -> None:
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
        assert [line for line in noticed(guest) if not line.startswith("warning: ")] == []
        reject(guest.page, "and now this")
        expect(guest.page.locator("h1")).to_have_text("Chyba serveru")
        guest.page.get_by_role("link").click()
        guest.page.wait_for_url(f"{watched}/")
        guest.acts()
        assert [line for line in noticed(guest) if "warning: " not in line] == ["uncaught: and now this"]


def test_settings_that_cannot_be_had_are_only_logged(browser: Browser, watched: str, ingest: Ingest) -> None:
    """`tests/test_configure.py` has a table of other odd settings."""
    with guest_of(browser) as guest:
        guest.page.route("**/config.json", lambda route: route.fulfill(body="<html>"))
        guest.opens(f"{watched}/about")
        guest.poll(lambda: any("Failed to fetch the public settings" in line for line in guest.console), "the log")
        guest.settle()
        expect(guest.page.locator("footer")).to_have_count(1)
        assert not [line for line in guest.console if line.startswith("uncaught")]
        assert ingest.envelopes == []
