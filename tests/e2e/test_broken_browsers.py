"""A visitor with a broken browser walks through the site: pages stay, links lead on, what is off is told once. And the
same with the application not yet there, and on its way."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.fakes.sentry import Ingest, ingesting
from tests.support.broken import BREAKS, DOCUMENTS, LARGE, PHONE, Break, packed, together
from tests.support.server_process import running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.visitor import MAIN, move
from tests.support.walk import Walk, walking

CODE = "**/_next/static/**/*.js"
LAZY = "**/_next/static/chunks/*.*.js"
"""Scripts that a page fetches when it is there: extras, the settings, Sentry."""


@pytest.fixture(scope="module")
def ingest() -> Iterator[Ingest]:
    with ingesting() as running:
        yield running


@pytest.fixture(scope="module")
def watched(built: None, ingest: Ingest) -> Iterator[str]:
    """The origin of a site that has everything that settings can give: a DSN, and the question for consent."""
    with running_server(module=WITHOUT_REFLEX, SENTRY_DSN=ingest.dsn, ANALYTICS_ID="G-TEST1") as server:
        yield server.url


@pytest.fixture(autouse=True)
def fresh(ingest: Ingest) -> None:
    ingest.envelopes.clear()
    ingest.refused.clear()


def reports(walk: Walk, ingest: Ingest) -> list[dict[str, Any]]:
    """The reports of this walk that have arrived; some of the walk before may come late."""
    return [event for event in ingest.events if event["timestamp"] >= walk.began]


def names(walk: Walk, ingest: Ingest) -> Counter[str]:
    """The reports, by the name of what is off; all of them are of errors that were handled."""
    mechanisms = [event["exception"]["values"][0]["mechanism"] for event in reports(walk, ingest)]
    assert [each for each in mechanisms if not each["handled"]] == []
    return Counter(each["type"] for each in mechanisms)


def off(walk: Walk) -> set[str]:
    """The names of what has been told."""
    return {name for _, name in walk.told}


def is_quiet(walk: Walk, ingest: Ingest) -> None:
    """Nothing but what is off was told, each once a document, and Sentry heard of nothing else."""
    assert walk.untold == []
    assert max(Counter(walk.told).values(), default=1) == 1, walk.told
    said = Counter(name for _, name in walk.told)
    assert names(walk, ingest) <= said
    assert ingest.refused == []


BROWSERS = packed(BREAKS)


@pytest.mark.parametrize("broken", BROWSERS.values(), ids=BROWSERS)
def test_the_page_stays(browser: Browser, watched: str, ingest: Ingest, broken: Break) -> None:
    with walking(browser, watched, broken, alive=not broken.stays) as walk:
        walk.walks()
        move(walk.guest.page)
        walk.waits(lambda: off(walk) >= {*broken.tells}, lambda: f"{broken.tells}; told: {walk.told}")
        assert broken.tells or broken.silent
        assert off(walk) <= {*broken.tells, *broken.may}
        told = walk.told
        documents = {document for document, _ in told}
        if broken.reports and len(documents) == 1:
            expected = Counter(name for _, name in told)
            walk.waits(
                lambda: names(walk, ingest) >= expected,
                lambda: f"reports of {expected}; arrived: {names(walk, ingest)}",
            )
        is_quiet(walk, ingest)


# The application is not yet there

FAR = {
    "everything of the browser is broken": together(name for name in BREAKS if name not in DOCUMENTS),
    "and somebody has changed the document": replace(
        together(
            ["main wrapped early", "elements and attributes put in early", "texts wrapped early, as translators do"]
        ),
        width=PHONE,
    ),
}


@pytest.mark.parametrize("broken", FAR.values(), ids=FAR)
def test_without_the_application_pages_are_documents(
    browser: Browser, watched: str, ingest: Ingest, broken: Break
) -> None:
    with walking(browser, watched, broken, alive=False) as walk:
        walk.guest.page.route(CODE, lambda route: None)  # nobody ever answers
        walk.walks()
        assert walk.guest.console == []
        assert reports(walk, ingest) == []


# The application is on its way

EARLY = [
    "cookies blocked",
    "storages null",
    "serviceWorker throws",
    "no IntersectionObserver",
    "no matchMedia",
    "no MessageChannel",
    "connection throws",
    "performance.mark throws",
    "performance.measure throws",
    "replaceState throws",
    "no fetch",
    "trusted types that throw",
    "the footer taken out",
    "main replaced by a copy",
    "everything in the page wrapped",
    "texts wrapped, as translators do",
    "the head cleared",
]
"""Of each kind those that a page's first scripts ask for; and changes of the document while they are on their way."""
CHANGED_ON_ITS_WAY = packed(EARLY)


class Held:
    """Scripts that are not answered until they are let go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.routes: list[Route] = []
        self.held = True
        page.route(pattern, self._asked)

    def _asked(self, route: Route) -> None:
        if self.held:
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        self.held = False
        while self.routes:
            self.routes.pop().continue_()


@contextmanager
def on_its_way(browser: Browser, site: str, broken: Break) -> Iterator[tuple[Walk, Held]]:
    """A walk that stands before a page whose last script is held, and which somebody has changed meanwhile."""
    with walking(browser, site, broken, alive=False) as walk:
        scripts = Held(walk.guest.page, MAIN)
        walk.opens("/about")
        move(walk.guest.page)
        walk.waits(lambda: scripts.routes, lambda: "the scripts to be asked for")
        walk.changes()
        yield walk, scripts


@pytest.mark.parametrize("broken", CHANGED_ON_ITS_WAY.values(), ids=CHANGED_ON_ITS_WAY)
def test_on_its_way(browser: Browser, watched: str, ingest: Ingest, broken: Break) -> None:
    """A part of the application is missing, then it comes; then a link leads on."""
    with on_its_way(browser, watched, broken) as (walk, scripts):
        scripts.let_go()
        walk.alive = True
        walk.arrives("/about")
        walk.follows("/contact")
        is_quiet(walk, ingest)


@pytest.mark.parametrize("name", ["cookies blocked", "main replaced by a copy"])
def test_a_link_while_it_is_on_its_way(browser: Browser, watched: str, ingest: Ingest, name: str) -> None:
    """It is clicked, and the rest of the application arrives while the browser is on its way to the next page."""
    with on_its_way(browser, watched, BREAKS[name]) as (walk, scripts):
        walk.link("/contact").click(no_wait_after=True)
        scripts.let_go()
        walk.alive = True
        walk.arrives("/contact")
        walk.follows("/pricing")
        is_quiet(walk, ingest)


@pytest.mark.parametrize(("width", "how"), [(LARGE, "failed"), (PHONE, "accessdenied")])
def test_extras_that_do_not_arrive(browser: Browser, watched: str, ingest: Ingest, width: int, how: str) -> None:
    """What the page fetches later is cut off, or blocked."""
    broken = Break(width=width, full=False, large=False, asks=False, warns="Failed to fetch the public settings: ")
    with walking(browser, watched, broken) as walk:
        walk.guest.page.route(LAZY, lambda route: route.abort(how))
        walk.walks()
        walk.guest.console[:] = [line for line in walk.guest.console if "Failed to load resource" not in line]
        is_quiet(walk, ingest)
        assert walk.told


def test_extras_that_never_answer(browser: Browser, watched: str, ingest: Ingest) -> None:
    with walking(browser, watched, Break(full=False, large=False, asks=False)) as walk:
        walk.guest.page.route(LAZY, lambda route: None)
        walk.walks()
        assert walk.guest.console == []
        assert reports(walk, ingest) == []
