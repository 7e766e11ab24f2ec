"""Browsers cancel requests when the visitor leaves a page. The page does not report cancelled requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import pytest

from tests.support.engines.engine import Engine, Tab
from tests.support.engines.steps import open_application
from tests.support.slow_site import slow_site
from tests.support.visitor import HYDRATED
from tests.support.waiting import LATEST

# These tests run alone, because requests arrive in a different order on a busy machine.
pytestmark = [pytest.mark.alone, pytest.mark.nightly]

PAGE, NEXT = "/en/contact", "/en/privacy"
LINK = "/en/links"
EXTRAS = ("/chunks/worker.", LATEST)
SCRIPTS = ("/chunks/main-",)
PREFETCHED = "/chunks/pages/"
PREFETCHES = 2
STATE = """[
    location.pathname,
    Object.keys(sessionStorage).filter((key) => /^load:|failed/.test(key)).length,
]"""
REGISTERED = """navigator.serviceWorker.getRegistration().then(
    (found) => found?.installing || found?.active || performance.getEntriesByName(location.origin + "/sw.js").length
)"""
"""JavaScript that returns whether the service worker's script is loaded. If the visitor leaves before that, WebKit logs
an error. The JavaScript also checks loaded files, because WebKit's `getRegistration()` sometimes omits an installing
service worker.
"""
SCROLL = """(async () => {
    scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})()"""


class Held:
    """A filter for the requests to delay.

    - `parts`: substrings of URL paths; for each, the first matching request is delayed
    - `prefetches`: the number of prefetch requests to delay
    """

    def __init__(self, *parts: str, prefetches: int = 0) -> None:
        self._missing = [*parts, *[PREFETCHED] * prefetches]
        self.is_complete = Event()

    def __call__(self, path: str) -> bool:
        part = next((part for part in self._missing if part in path), None)
        if not part or "/_app-" in path or PAGE in path:
            return False
        self._missing.remove(part)
        if not self._missing:
            self.is_complete.set()
        return True


@contextmanager
def leaving(engine: Engine, site: str, held: Held) -> Iterator[tuple[Tab, str]]:
    """Yields a tab and the site's URL. Then leaves the page during the delayed requests and asserts that no error
    occurs.
    """
    with slow_site(site, held) as slow, engine.tab(390, 844) as tab:
        yield tab, slow
        assert held.is_complete.wait(30), held._missing
        tab.until(REGISTERED)
        open_application(tab, slow + NEXT)
        assert tab.console == []
        assert tab.evaluate(STATE) == [NEXT, 0]


def test_leaving_while_extras_load(each_engine: Engine, site: str) -> None:
    with leaving(each_engine, site, Held(*EXTRAS, prefetches=PREFETCHES)) as (tab, slow):
        tab.visit(slow + PAGE)
        tab.act()
        tab.until(HYDRATED)
        tab.evaluate(SCROLL)


def test_leaving_while_the_application_loads(each_engine: Engine, site: str) -> None:
    with leaving(each_engine, site, Held(*SCRIPTS)) as (tab, slow):
        tab.visit(slow + PAGE)
        tab.act()


def test_leaving_while_a_link_loads(each_engine: Engine, site: str) -> None:
    with leaving(each_engine, site, Held("/chunks/pages/en/links")) as (tab, slow):
        open_application(tab, slow + PAGE)
        tab.click(f"footer a[href='{LINK}']")
