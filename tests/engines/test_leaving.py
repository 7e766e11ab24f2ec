"""Leaving a page while it prefetches others is no error, in every engine."""

from threading import Event

from tests.support.engines import Engine
from tests.support.slow_site import slow_site
from tests.support.visitor import HYDRATED

PAGE, NEXT = "/en/contact", "/en/privacy"
MAX_PARALLEL = 4
SCROLL = """(async () => {
    scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})()"""


def test_leaving_during_a_prefetch_reports_nothing(each_engine: Engine, site: str) -> None:
    held: list[str] = []
    is_full = Event()

    def is_held(path: str) -> bool:
        if "/chunks/pages/" not in path or "/_app-" in path or PAGE in path or is_full.is_set():
            return False
        held.append(path)
        if len(held) == MAX_PARALLEL:
            is_full.set()
        return True

    with slow_site(site, is_held) as slow, each_engine.tab(390, 844) as tab:
        tab.visit(slow + PAGE)
        tab.act()
        tab.until(HYDRATED)
        tab.evaluate(SCROLL)
        assert is_full.wait(30)
        tab.visit(slow + NEXT)
        assert tab.console == []
