import time
from contextlib import suppress

from tests.support.engines.engine import TIMEOUT_SECONDS, EngineError, Tab
from tests.support.visitor import HYDRATED
from tests.support.waiting import LATEST

OFFLINE_READY = "window.__START?.workerEvents.some(([name]) => name === 'offline-ready')"
NOTICE = "[role=status]"
CHANGE_NETWORK = """void (
    Object.defineProperty(Navigator.prototype, "onLine", { configurable: true, get: () => %s }),
    dispatchEvent(new Event("%s"))
)"""
GO_OFFLINE = CHANGE_NETWORK % ("false", "offline")
FAILED = """performance.getEntriesByType("resource").filter(({ responseStatus }) => responseStatus >= 400)
    .map(({ name, responseStatus }) => `${name} ${responseStatus}`)"""
BROKEN = """[...document.images].filter(({ complete, naturalWidth }) => complete && !naturalWidth)
    .map(({ currentSrc }) => currentSrc)"""

STARTED = f"performance.getEntriesByName(location.origin + '{LATEST}').length"
"""JavaScript that checks whether the page has requested the latest build ID. Pages do so one second after loading."""

SETTLED = """new Promise((resolve) => {
    const isInView = ({ left, top, right, bottom }) =>
        right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    const isAwaited = (image) =>
        !image.complete && image.checkVisibility() && isInView(image.getBoundingClientRect());
    const wait = (before) => setTimeout(() => {
        const now = performance.getEntriesByType("resource").length;
        const isLoading = document.fonts.status === "loading" || [...document.images].some(isAwaited);
        if (now === before && !isLoading) resolve(true);
        else wait(now);
    }, 500);
    wait(-1);
})"""
"""JavaScript that waits for fonts and visible pictures to load, and for half a second without a new request."""


def open_application(tab: Tab, url: str) -> None:
    tab.visit(url)
    start_application(tab)


def start_application(tab: Tab) -> None:
    """Moves the mouse until the page is hydrated, because the first input loads React."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not tab.holds(HYDRATED):
        assert time.monotonic() < end, f"no application; console: {tab.console}"
        with suppress(EngineError):  # mouse input fails while the page loads
            tab.act()


def install_offline_site(tab: Tab, url: str) -> None:
    open_application(tab, url)
    wait_until_offline_ready(tab)


def wait_until_offline_ready(tab: Tab) -> None:
    """Waits until the site works offline. Closes the offline notice, which would cover the footer."""
    tab.until(OFFLINE_READY)
    tab.click(f"{NOTICE} button[aria-label]")
    tab.until(f"!document.querySelector('{NOTICE} button')")


def at(path: str) -> str:
    return f"(location.pathname === '{path}')"
