"""What visitors of a page wait for: Chromium on a phone with a slow processor and a slow connection.

Each visit is the first one: nothing is cached, and the browser knows no service workers. Times are in milliseconds.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.support.visitor import visitor

LATENCY_MS = 150
"""Between each request and its answer."""
DOWN_BITS, UP_BITS = 1_600_000, 750_000
"""Of the connection, per second. With the latency it is Lighthouse's “slow 4G”."""
SLOWDOWN = 4
"""How much slower than this machine the phone's processor is."""
PHONE = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "is_mobile": True, "has_touch": True}
"""Playwright's options of a common phone; Lighthouse's, too."""
LARGE = {"viewport": {"width": 1280, "height": 800}}
"""Playwright's options of a large screen."""

REST_MS = 500
"""How long a page is watched once it is hydrated: what it puts off until it is idle comes then."""
CLICK_MS = 1_500
"""From the first act to the click on a link."""
LOOK_MS = 1_000
"""From the first act to the look where that link is now."""
LEAST_SCROLL = 20
"""In pixels, where the link is in view already."""
RECORDER = Path(__file__).with_name("recorder.js")


@dataclass(frozen=True)
class Load:
    """A page before its visitor acts: first and largest contentful paint, and the bytes of JavaScript that came."""

    fcp: float
    lcp: float
    javascript: int


@dataclass(frozen=True)
class Tap:
    """The first act, a tap on the heading: the longest task from then on (0 if all were below 50 ms), the time from the
    act until the page is hydrated, the part of it since the application's first module, and the INP of the tap."""

    longest: float
    wait: float
    hydration: float
    inp: float


@dataclass(frozen=True)
class Click:
    """A click on a link, `CLICK_MS` after the visitor began to scroll: the time until the other page's heading is
    shown, and how many documents were loaded for it."""

    shown: float
    documents: int


@contextmanager
def reading(browser: Browser, url: str, screen: dict[str, Any] = PHONE) -> Iterator[Page]:
    """A page that has been loaded completely, and whose visitor has not acted yet."""
    with visitor(browser, **screen) as guest:
        _slow_down(guest.page)
        guest.page.add_init_script(path=RECORDER)
        guest.reads(url)
        guest.page.wait_for_load_state("networkidle")
        yield guest.page


def _slow_down(page: Page) -> None:
    chrome = page.context.new_cdp_session(page)
    line = {"latency": LATENCY_MS, "downloadThroughput": DOWN_BITS / 8, "uploadThroughput": UP_BITS / 8}
    chrome.send("Network.enable")
    chrome.send("Network.emulateNetworkConditions", {"offline": False, **line})
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


def load(browser: Browser, url: str, screen: dict[str, Any] = PHONE) -> Load:
    """Loads a page."""
    with reading(browser, url, screen) as page:
        return Load(**page.evaluate("visit.loaded()"))


def tap(browser: Browser, url: str) -> tuple[Load, Tap]:
    """Loads a page, and taps on its heading."""
    with reading(browser, url) as page:
        page.touchscreen.tap(*page.evaluate("visit.text()"))
        page.evaluate("visit.hydrated")
        page.wait_for_timeout(REST_MS)
        return Load(**page.evaluate("visit.loaded()")), Tap(**page.evaluate("visit.acted()"))


def click(browser: Browser, url: str) -> tuple[Load, Click]:
    """Loads a page, scrolls to its first link, and taps on that."""
    with reading(browser, url) as page:
        loaded = Load(**page.evaluate("visit.loaded()"))
        _, below = page.evaluate("visit.link()")
        began = time.monotonic()
        page.mouse.wheel(0, max(LEAST_SCROLL, below - PHONE["viewport"]["height"] / 2))
        page.wait_for_timeout(LOOK_MS)
        where = page.evaluate("visit.link()")
        # Not by the page's own clock: a click comes when it comes, even if the page is busy.
        page.wait_for_timeout(max(0, CLICK_MS - (time.monotonic() - began) * 1000))
        with page.expect_console_message(lambda message: message.text.startswith("shown ")) as said:
            page.touchscreen.tap(*where)
        _, shown, documents = said.value.text.split()
        return loaded, Click(float(shown), int(documents))
