from collections.abc import Iterator

import pytest
from playwright.sync_api import Response, expect

from tests.support.server_process import Server, running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.service_worker import install_offline_site, prepend_to_worker
from tests.support.visitor import Visitor

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
