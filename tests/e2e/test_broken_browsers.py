"""Every page works in faulty browsers and reports each disabled optional feature once.

Some tests delay or block scripts.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.fakes.sentry import Ingest
from tests.support.broken import BROWSERS, LARGE, PHONE, QUIRKS, Break, quirks, together
from tests.support.layout import DelayedRequests
from tests.support.server_process import running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.visitor import MAIN, move
from tests.support.waiting import wait_until_held
from tests.support.walk import Walk, walking

pytestmark = pytest.mark.mostly_nightly

CODE = "**/_next/static/**/*.js"
LAZY = "**/_next/static/chunks/*.*.js"


@pytest.fixture(scope="module")
def site(built: None, sentry: Ingest) -> Iterator[str]:
    with running_server(module=WITHOUT_REFLEX, SENTRY_DSN=sentry.dsn, ANALYTICS_ID="G-TEST1") as server:
        yield server.url


def events(walk: Walk, ingest: Ingest) -> list[dict[str, Any]]:
    return [event for event in ingest.events if event["timestamp"] >= walk.began]


def event_names(walk: Walk, ingest: Ingest) -> Counter[str]:
    """Counts the Sentry events for each disabled feature. Asserts that no event is an uncaught error."""
    mechanisms = [event["exception"]["values"][0]["mechanism"] for event in events(walk, ingest)]
    assert [each for each in mechanisms if not each["handled"]] == []
    return Counter(each["type"] for each in mechanisms)


def off(walk: Walk) -> set[str]:
    return {name for _, name in walk.reported}


def assert_only_reports(walk: Walk, ingest: Ingest) -> None:
    """Asserts that the console and Sentry contain only reports of disabled features, each once per page."""
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
    assert {quirk for broken in BROWSERS.values() for quirk in broken.quirks} == {*QUIRKS.values()}


@pytest.mark.parametrize("name", BROWSERS)
def test_pages_work_in_a_broken_browser(browser: Browser, site: str, ingest: Ingest, name: str) -> None:
    broken = BROWSERS[name]
    with walking(browser, site, broken, alive=not broken.stays) as walk:
        walk.run()
        move(walk.guest.page)
        walk.wait_until(lambda: off(walk) >= broken.off, lambda: f"{broken.off}; reported: {walk.reported}")
        assert off(walk) <= broken.off | {*broken.may}
        documents = {document for document, _ in walk.reported}
        if broken.reports and len(documents) == 1:
            expected = Counter(name for _, name in walk.reported)
            walk.wait_until(
                lambda: event_names(walk, ingest) >= expected,
                lambda: f"events of {expected}; arrived: {event_names(walk, ingest)}",
            )
        assert_only_reports(walk, ingest)


EVERYTHING = together(name for name, quirk in QUIRKS.items() if quirk.script and "application" not in quirk.off)
CHANGED = Break(quirks("elements put in early", "translated early"), width=PHONE)


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(EVERYTHING, marks=pytest.mark.main, id="everything broken"),
        pytest.param(CHANGED, id="changed document"),
    ],
)
def test_pages_are_documents_while_no_script_answers(
    browser: Browser, site: str, ingest: Ingest, broken: Break
) -> None:
    with walking(browser, site, broken, alive=False) as walk:
        walk.guest.page.route(CODE, lambda route: None)
        walk.run()
        assert walk.guest.console == []
        assert events(walk, ingest) == []


MEANWHILE = {
    "cookies blocked": Break(quirks("cookies blocked", "elements put in", "marks cleared", "no IntersectionObserver")),
    "the history refuses": Break(quirks("the history refuses", "the footer taken out")),
    "matchMedia gives null": Break(
        quirks("matchMedia gives null", "storages null", "register gives nothing"), full=False
    ),
    "translated": Break(quirks("translated", "no marks and measures")),
    "everything wrapped": Break(quirks("everything wrapped"), logs=r"error: NotFoundError: .*"),
}
"""Browsers whose faults affect the HTML or the first scripts."""


@contextmanager
def delayed_walk(browser: Browser, site: str, broken: Break) -> Iterator[tuple[Walk, DelayedRequests]]:
    """Opens a page in the browser `broken` and delays the main script. Yields the visit and the delayed requests."""
    with walking(browser, site, broken, alive=False) as walk:
        main = DelayedRequests(walk.guest, MAIN)
        walk.open("/about")
        move(walk.guest.page)
        wait_until_held(main)
        walk.change_document()
        yield walk, main


@pytest.mark.parametrize("broken", MEANWHILE.values(), ids=MEANWHILE)
def test_an_application_that_arrives_late_starts(browser: Browser, site: str, ingest: Ingest, broken: Break) -> None:
    with delayed_walk(browser, site, broken) as (walk, main):
        main.end()
        walk.alive = True
        walk.wait_for_page("/about")
        walk.follow("/contact")
        assert_only_reports(walk, ingest)


@pytest.mark.parametrize("name", ["cookies blocked", "translated"])
def test_a_link_that_is_clicked_before_the_application_arrives_leads_on(
    browser: Browser, site: str, ingest: Ingest, name: str
) -> None:
    with delayed_walk(browser, site, MEANWHILE[name]) as (walk, main):
        walk.link("/contact").click(no_wait_after=True)
        main.end()
        walk.alive = True
        walk.wait_for_page("/contact")
        walk.follow("/pricing")
        assert_only_reports(walk, ingest)


@pytest.mark.parametrize(("width", "how"), [(LARGE, "failed"), (PHONE, "accessdenied")])
def test_pages_work_without_extras_that_cannot_be_fetched(
    browser: Browser, site: str, ingest: Ingest, width: int, how: str
) -> None:
    logs = r"warning: \[[\d.]+\] Failed to fetch the public settings: .*|error: Failed to load resource.*"
    with walking(browser, site, Break(width=width, full=False, large=False, asks=False, logs=logs)) as walk:
        walk.guest.page.route(LAZY, lambda route: route.abort(how))
        walk.run()
        assert_only_reports(walk, ingest)
        assert walk.reported


def test_pages_work_without_extras_that_never_answer(browser: Browser, site: str, ingest: Ingest) -> None:
    with walking(browser, site, Break(full=False, large=False, asks=False, brief=True)) as walk:
        walk.guest.page.route(LAZY, lambda route: None)
        walk.run()
        assert walk.guest.console == []
        assert events(walk, ingest) == []
