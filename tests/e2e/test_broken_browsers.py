from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.fakes.sentry import Ingest
from tests.support.broken import BROWSERS, LARGE, PHONE, QUIRKS, BrokenBrowser
from tests.support.server_process import running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.visitor import move
from tests.support.walk import Walk, walking

pytestmark = pytest.mark.mostly_nightly

LAZY = "**/_next/static/chunks/*.*.js"


@pytest.fixture(scope="module")
def site(built: None, sentry: Ingest) -> Iterator[str]:
    with running_server(module=WITHOUT_REFLEX, SENTRY_DSN=sentry.dsn, ANALYTICS_ID="G-TEST1") as server:
        yield server.url


def events(walk: Walk, ingest: Ingest) -> list[dict[str, Any]]:
    return [event for event in ingest.events if event["timestamp"] >= walk.began]


def event_names(walk: Walk, ingest: Ingest) -> Counter[str]:
    mechanisms = [event["exception"]["values"][0]["mechanism"] for event in events(walk, ingest)]
    assert [each for each in mechanisms if not each["handled"]] == []
    return Counter(each["type"] for each in mechanisms)


def off(walk: Walk) -> set[str]:
    return {name for _, name in walk.reported}


def assert_only_reports(walk: Walk, ingest: Ingest) -> None:
    assert walk.unexpected_logs == []
    assert max(Counter(walk.reported).values(), default=1) == 1, walk.reported
    # Wait, because Sentry may receive a report before Playwright reads it in the console.
    walk.wait_until(
        lambda: event_names(walk, ingest) <= Counter(name for _, name in walk.reported),
        lambda: f"reports of {event_names(walk, ingest)}; reported: {walk.reported}",
    )
    assert ingest.refused == []


@pytest.mark.main
def test_every_quirk_is_in_a_browser() -> None:
    assert {quirk for broken in BROWSERS.values() for quirk in broken.quirks} == {*QUIRKS}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.main if name == "cookies blocked" else ()) for name in BROWSERS]
)
def test_pages_work_in_a_broken_browser(browser: Browser, site: str, ingest: Ingest, name: str) -> None:
    broken = BROWSERS[name]
    with walking(browser, site, broken) as walk:
        walk.run()
        move(walk.guest.page)
        walk.wait_until(lambda: off(walk) >= broken.disabled, lambda: f"{broken.disabled}; reported: {walk.reported}")
        assert off(walk) <= broken.disabled | {*broken.may_disable}
        documents = {document for document, _ in walk.reported}
        if broken.loads_settings and len(documents) == 1:
            expected = Counter(name for _, name in walk.reported)
            walk.wait_until(
                lambda: event_names(walk, ingest) >= expected,
                lambda: f"events of {expected}; arrived: {event_names(walk, ingest)}",
            )
        assert_only_reports(walk, ingest)


@pytest.mark.parametrize(("width", "how"), [(LARGE, "failed"), (PHONE, "accessdenied")])
def test_pages_work_without_extras_that_cannot_be_fetched(
    browser: Browser, site: str, ingest: Ingest, width: int, how: str
) -> None:
    logs = r"warning: \[[\d.]+\] Failed to fetch the public settings: .*|error: Failed to load resource.*"
    broken = BrokenBrowser(width=width, loads_extras=False, loads_settings=False, allowed_logs=logs)
    with walking(browser, site, broken) as walk:
        walk.guest.page.route(LAZY, lambda route: route.abort(how))
        walk.run()
        assert_only_reports(walk, ingest)
        assert walk.reported


def test_pages_work_without_extras_that_never_answer(browser: Browser, site: str, ingest: Ingest) -> None:
    broken = BrokenBrowser(loads_extras=False, loads_settings=False, is_brief=True)
    with walking(browser, site, broken) as walk:
        walk.guest.page.route(LAZY, lambda route: None)
        walk.run()
        assert walk.guest.console == []
        assert events(walk, ingest) == []
