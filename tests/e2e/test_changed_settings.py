"""Cached pages have headers that match the server's current settings."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Response, expect

from tests.support.server_process import Server, running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.service_worker import install_offline_site, prepend_to_worker
from tests.support.visitor import Visitor
from tests.support.walk import heading

pytestmark = pytest.mark.nightly

VISITOR = {"worker": True, "locale": "en-GB"}
POLICY = "content-security-policy"
REVISIONS = """(async () => {
    const cache = await caches.open("site");
    const answers = await cache.matchAll();
    const pages = answers.filter(({ headers }) => headers.get("content-type").startsWith("text/html"));
    return [pages.length, ...new Set(pages.map(({ headers }) => headers.get("x-headers-revision")))];
})()"""
PATIENT = """const start = self.setTimeout;
    self.setTimeout = (task, delay, ...rest) => start(task, delay === 1000 ? 60_000 : delay, ...rest);"""
"""JavaScript that raises the service worker's timeout for `latest.json` to 60 s."""
SILENT = """const ask = fetch;
    const isAsked = (request) => String(request.url || request).includes("latest.json");
    self.fetch = (...given) => (self.isSilent && isAsked(given[0]) ? new Promise(() => {}) : ask(...given));
    self.addEventListener("message", ({ data }) => { if (data === "silent") self.isSilent = true; })"""
"""JavaScript that makes requests for `latest.json` hang after the service worker receives the message "silent"."""


@pytest.fixture
def server(built: None) -> Iterator[Server]:
    with running_server(module=WITHOUT_REFLEX) as running:
        yield running


def restart(server: Server, **settings: str) -> None:
    server.stop()
    server.environment = settings
    server.start()


def open_page(guest: Visitor, url: str) -> Response:
    response = guest.page.goto(url)
    assert response and response.ok
    return response


def test_a_stored_page_gets_the_headers_of_the_current_settings(guest: Visitor, server: Server) -> None:
    prepend_to_worker(guest, server.url, PATIENT)
    install_offline_site(guest, f"{server.url}/en/contact")
    count, before = guest.page.evaluate(REVISIONS)
    page = open_page(guest, f"{server.url}/en/about")
    assert page.from_service_worker and "googletagmanager" not in page.headers[POLICY]
    for settings in ({"ANALYTICS_ID": "G-TEST1", "SENTRY_DSN": "https://key@sentry.test/1"}, {}):
        restart(server, **settings)
        page = open_page(guest, f"{server.url}/en/about")
        assert ("googletagmanager" in page.headers[POLICY]) is ("sentry.test" in page.headers[POLICY]) is bool(settings)
        now = page.headers["x-headers-revision"]
        assert (now == before) is not bool(settings)
        guest.poll(lambda now=now: guest.page.evaluate(REVISIONS) == [count, now], "the other pages to be fetched")
    server.stop()
    guest.page.context.set_offline(True)
    open_page(guest, f"{server.url}/en/links")
    expect(guest.page.locator("h1")).to_be_visible()


def test_a_click_waits_for_no_network(guest: Visitor, server: Server) -> None:
    prepend_to_worker(guest, server.url, PATIENT + SILENT)
    install_offline_site(guest, f"{server.url}/en/contact")
    guest.page.evaluate("navigator.serviceWorker.controller.postMessage('silent')")
    guest.page.evaluate("location.href = '/en/about'")
    guest.page.wait_for_url("**/en/about")
    expect(guest.page.locator("h1")).to_have_text(heading("/en/about"))


def test_a_stored_page_is_shown_when_the_server_does_not_answer(guest: Visitor, server: Server) -> None:
    prepend_to_worker(guest, server.url, SILENT)
    install_offline_site(guest, f"{server.url}/en/contact")
    guest.page.evaluate("navigator.serviceWorker.controller.postMessage('silent')")
    assert open_page(guest, f"{server.url}/en/about").from_service_worker


def test_a_stored_page_with_a_query_sends_no_reports(guest: Visitor, server: Server) -> None:
    restart(server, SENTRY_DSN="https://key@sentry.test/1")
    install_offline_site(guest, f"{server.url}/en/contact")
    plain, asked = (open_page(guest, f"{server.url}/en/about{query}") for query in ("", "?code=secret"))
    assert plain.from_service_worker and asked.from_service_worker
    assert "report-uri" in plain.headers[POLICY] and "reporting-endpoints" in plain.headers
    assert "report" not in asked.headers[POLICY] and "reporting-endpoints" not in asked.headers
    fresh = httpx.get(f"{server.url}/en/about?code=secret", trust_env=False)
    assert asked.headers[POLICY] == fresh.headers[POLICY]
    expect(guest.page.locator("h1")).to_be_visible()
