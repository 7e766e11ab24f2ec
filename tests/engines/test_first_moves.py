import json
from collections.abc import Callable
from contextlib import suppress

import pytest

from tests.support.engines.engine import Tab
from tests.support.fullpage import FLOWS, FULL, MARKED, MOVED_FIRST, POSITION, Position

HOME = "/en"
CRAFT = Position("craft")
ORDER = Position("order")
FIRST, SECOND = Position("work", "work/1"), Position("work", "work/2")
FOOTER = Position("reach", at_footer=True)
ACTS: dict[str, tuple[str, Callable[[Tab], None], Position]] = {
    "wheel": ("", lambda tab: tab.wheel(100), CRAFT),
    "wheel up": ("#order", lambda tab: tab.wheel(-100), FIRST),
    "down": ("", lambda tab: tab.press("ArrowDown"), CRAFT),
    "page": ("", lambda tab: tab.press("PageDown"), CRAFT),
    "space": ("", lambda tab: tab.press(" "), CRAFT),
    "up": ("#order", lambda tab: tab.press("ArrowUp"), FIRST),
    "up to the first": ("#craft", lambda tab: tab.press("ArrowUp"), Position("intro")),
    "end": ("", lambda tab: tab.press("End"), FOOTER),
    "footer": ("#reach", lambda tab: tab.press("ArrowDown"), FOOTER),
    "home": ("#craft", lambda tab: tab.press("Home"), Position("intro")),
    "slide": ("#work", lambda tab: tab.press("ArrowRight"), SECOND),
    "slide back": ("#work/2", lambda tab: tab.press("ArrowLeft"), FIRST),
    "link": ("", lambda tab: tab.click(f"nav a[href='{HOME}#order']"), ORDER),
    "pointer": ("#work/2", lambda tab: tab.act(), SECOND),
}


ADAPTED = """document.fonts.ready.then(() => new Promise((done) =>
    requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 0, true))))))"""
"""JavaScript that waits until the start script has measured the sections with the final fonts."""


def wait_until_shown(tab: Tab) -> None:
    """Waits for full-page sections. Reloads the page if fallback fonts make sections taller than the window."""
    shown = f"{MOVED_FIRST} && ({MARKED})().length || {FULL}"
    tab.until(f"{shown} || {FLOWS}")
    tab.evaluate(ADAPTED)
    if tab.holds(FLOWS):
        tab.reload()
    tab.until(shown)


@pytest.mark.parametrize("name", ACTS)
def test_the_first_act_happens_once(tab: Tab, site: str, name: str) -> None:
    hash, act, position = ACTS[name]
    tab.visit(f"{site}{HOME}{hash}")
    wait_until_shown(tab)
    act(tab)
    tab.until(FULL)
    with suppress(AssertionError):
        tab.until(f"{POSITION} === {json.dumps(position.json)}", seconds=10)
    assert tab.evaluate(POSITION) == position.json
    assert tab.console == []
