"""Simulates visitors with a slow phone and a slow connection in Chromium. Times are in milliseconds."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserType, Page

from tests.support import chromium
from tests.support.visitor import visitor

LATENCY_MS = 150
DOWN_BITS, UP_BITS = 1_600_000, 750_000
"""Transfer rates in bits per second, as in Lighthouse."""
SLOWDOWN = 4
PHONE = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "is_mobile": True, "has_touch": True}
LARGE = {"viewport": {"width": 1280, "height": 800}}
SCREENS = {"412": PHONE, "1280": LARGE}

AFTER_HYDRATION_MS = 500
CLICK_MS = 1_500
LOCATE_MS = 1_000
"""The pause after scrolling, because Playwright does not wait until scrolling ends."""
MIN_SCROLL_PX = 20
RECORDER = Path(__file__).with_name("recorder.js")
JS_FLAGS = "--js-flags=--no-enable-lazy-source-positions"
"""An option for V8. Without it, React's first `Error` takes about 25 ms while Playwright is connected."""
PAINTED = "performance.getEntriesByName('first-contentful-paint').length"
"""JavaScript that checks whether the page has been painted. On a busy machine, loading can end before painting."""


@dataclass(frozen=True)
class Load:
    """The measurements before the visitor's first input."""

    fcp: float
    lcp: float
    javascript: int


@dataclass(frozen=True)
class Tap:
    """The measurements of the visitor's first input."""

    longest: float
    """The longest task after the input. Tasks under 50 ms count as 0."""
    wait: float
    hydration: float
    """The part of `wait` after the start of the application's first module."""
    inp: float
    shift: float


@dataclass(frozen=True)
class Click:
    """The measurements of a click on a link. `shown` is the time until the next page's heading is visible."""

    shown: float
    documents: int


def launch(browsers: BrowserType) -> Browser:
    """Starts the full Chromium, because the headless shell moves the mouse in new pages. This would count as input."""
    return chromium.launch(browsers, whole=True, arguments=[JS_FLAGS])


@contextmanager
def loaded_page(browser: Browser, url: str, screen: dict[str, Any] = PHONE) -> Iterator[Page]:
    with visitor(browser, **screen) as guest:
        slow_down(guest.page)
        guest.page.add_init_script(path=RECORDER)
        guest.reads(url)
        guest.page.wait_for_load_state("networkidle")
        guest.page.wait_for_function(PAINTED)
        yield guest.page


def slow_down(page: Page) -> None:
    chrome = page.context.new_cdp_session(page)
    line = {"latency": LATENCY_MS, "downloadThroughput": DOWN_BITS / 8, "uploadThroughput": UP_BITS / 8}
    chrome.send("Network.enable")
    chrome.send("Network.emulateNetworkConditions", {"offline": False, **line})
    slow_processor(page)


def slow_processor(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


def load(browser: Browser, url: str, screen: dict[str, Any] = PHONE) -> Load:
    with loaded_page(browser, url, screen) as page:
        return Load(**page.evaluate("visit.loaded()"))


def tap(browser: Browser, url: str) -> tuple[Load, Tap]:
    with loaded_page(browser, url) as page:
        page.touchscreen.tap(*page.evaluate("visit.text()"))
        page.evaluate("visit.hydrated")
        page.wait_for_timeout(AFTER_HYDRATION_MS)
        return Load(**page.evaluate("visit.loaded()")), Tap(**page.evaluate("visit.acted()"))


def click(browser: Browser, url: str) -> tuple[Load, Click]:
    with loaded_page(browser, url) as page:
        loaded = Load(**page.evaluate("visit.loaded()"))
        _, below = page.evaluate("visit.link()")
        start = time.monotonic()
        page.mouse.wheel(0, max(MIN_SCROLL_PX, below - PHONE["viewport"]["height"] / 2))
        page.wait_for_timeout(LOCATE_MS)
        where = page.evaluate("visit.link()")
        # Wait in Python, because a busy page delays JavaScript timers.
        page.wait_for_timeout(max(0, CLICK_MS - (time.monotonic() - start) * 1000))
        with page.expect_console_message(lambda each: each.text.startswith("shown ")) as message:
            page.touchscreen.tap(*where)
        _, shown, documents = message.value.text.split()
        return loaded, Click(float(shown), int(documents))
