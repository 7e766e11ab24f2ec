from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.support.fullpage import AT_REST, LARGE, SEEN, open_full_page, wait_until_visible
from tests.support.layout import DelayedRequests
from tests.support.visitor import CHUNKS, Visitor, touch, visitor
from tests.support.waiting import run_timers

pytestmark = pytest.mark.mostly_nightly

CTRL = 2
PAUSE_MS = 300
"""The pause after which fullpage.js and the start script accept another gesture."""


def open_full(guest: Visitor, url: str) -> None:
    open_full_page(guest, url)
    guest.until(AT_REST)
    guest.page.keyboard.press("ArrowDown")
    wait_until_visible(guest, "craft")
    guest.until(AT_REST)


def open_early(guest: Visitor, url: str) -> None:
    """Opens a page but blocks its application, so that the start script moves the sections."""
    DelayedRequests(guest, CHUNKS)
    guest.page.goto(url, wait_until="commit")
    guest.until("document.querySelector('[data-moves]:not([data-flows])')")
    guest.page.keyboard.press("ArrowDown")
    wait_until_visible(guest, "craft")


def turn(devtools: CDPSession, guest: Visitor, modifiers: int = 0) -> None:
    position = {"x": 640, "y": 400, "deltaX": 0, "deltaY": 100}
    devtools.send("Input.dispatchMouseEvent", {"type": "mouseWheel", "modifiers": modifiers, **position})
    run_timers(PAUSE_MS, guest.page)


def swipe(devtools: CDPSession, guest: Visitor) -> None:
    for kind, y in (("touchStart", 600), ("touchMove", 500), ("touchMove", 400), ("touchMove", 300)):
        touch(devtools, kind, (640, y))
    touch(devtools, "touchEnd")
    run_timers(PAUSE_MS, guest.page)


@pytest.mark.parametrize("open_page", [open_full, open_early])
def test_zooming_and_panning_move_no_section(
    browser: Browser, site: str, open_page: Callable[[Visitor, str], None]
) -> None:
    with visitor(browser, viewport=LARGE, has_touch=True) as guest:
        devtools = guest.page.context.new_cdp_session(guest.page)
        open_page(guest, site + "/")
        turn(devtools, guest, CTRL)
        assert guest.page.evaluate(SEEN) == ["craft"]
        devtools.send("Input.synthesizePinchGesture", {"x": 640, "y": 400, "scaleFactor": 2})
        guest.until("visualViewport.scale > 1.5")
        top = guest.page.evaluate("visualViewport.offsetTop")
        swipe(devtools, guest)
        guest.until(f"visualViewport.offsetTop > {top + 50}")
        turn(devtools, guest)
        assert guest.page.evaluate(SEEN) == ["craft"]
        devtools.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1})
        guest.until("visualViewport.scale === 1")
        swipe(devtools, guest)
        wait_until_visible(guest, "work", "work/1")
