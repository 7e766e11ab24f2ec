from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.support.fullpage import FLOWS, FULL, LARGE, MOVED_FIRST, open_full_page, wait_until_visible
from tests.support.layout import DelayedRequests
from tests.support.visitor import CHUNKS, Visitor, visitor
from tests.support.waiting import run_timers

pytestmark = pytest.mark.mostly_nightly

PAUSE_MS = 500
"""A pause longer than fullpage.js needs to start."""


def search_while_full(guest: Visitor, url: str) -> None:
    open_full_page(guest, url)
    guest.page.keyboard.press("ArrowDown")
    wait_until_visible(guest, "craft")
    guest.page.keyboard.press("Control+f")


def search_early(guest: Visitor, url: str) -> None:
    """Opens the browser's search before the application loads."""
    chunks = DelayedRequests(guest, CHUNKS)
    guest.page.goto(url, wait_until="commit")
    guest.until("document.querySelector('[data-moves]:not([data-flows])')")
    guest.page.keyboard.press("F3")
    chunks.end()
    guest.acts()
    run_timers(PAUSE_MS, guest.page)


def find(guest: Visitor, section: str, *, backwards: bool) -> None:
    text = (guest.page.locator(f"#{section} p").last.text_content() or "")[:40]
    assert guest.page.evaluate("([text, backwards]) => find(text, true, backwards)", [text, backwards]), text
    wait_until_visible(guest, section)


@pytest.mark.parametrize("search", [pytest.param(search_while_full, marks=pytest.mark.main), search_early])
def test_texts_are_found_in_both_directions(
    browser: Browser, site: str, search: Callable[[Visitor, str], None]
) -> None:
    with visitor(browser, viewport=LARGE) as guest:
        search(guest, site + "/en")
        for section, backwards in (("reach", False), ("craft", True), ("order", False)):
            find(guest, section, backwards=backwards)
        # Firefox's find bar makes the window smaller.
        guest.page.set_viewport_size({"width": LARGE["width"], "height": LARGE["height"] - 40})
        run_timers(PAUSE_MS, guest.page)
        assert guest.page.evaluate(f"!!{FLOWS} && !{FULL} && !{MOVED_FIRST}")
