"""The focus leaves an element that is about to disappear."""

import pytest

from tests.support.javascript import Browser

LEAVE = """
    const focused = [];
    const element = (name, rest = {}) => ({
      name, isConnected: true, style: {}, contains: (other) => other === inside,
      focus() { focused.push(name); }, addEventListener() {}, ...rest,
    });
    const inside = element("inside");
    const box = element("box");
    const origin = element("origin");
    document.getElementById = (id) => element(id);
    document.activeElement = inside;
    const { rememberFocus, returnFocus } = await import("$/app/browser/focus.js");
    %s
    returnFocus(box);
    return focused;
"""
ENTER = "rememberFocus({ currentTarget: box, relatedTarget: origin });"


@pytest.mark.parametrize(
    ("acts", "focused"),
    [
        ("", ["content"]),
        (ENTER, ["origin"]),
        (f"{ENTER} rememberFocus({{ currentTarget: box, relatedTarget: inside }});", ["origin"]),
        (f"{ENTER} rememberFocus({{ currentTarget: box, relatedTarget: null }});", ["origin"]),
        (f"{ENTER} origin.isConnected = false;", ["content"]),
        (f"{ENTER} document.activeElement = element('elsewhere');", []),
    ],
)
def test_the_focus_returns_to_its_origin_or_to_the_content(javascript: Browser, acts: str, focused: list[str]) -> None:
    assert javascript.run(LEAVE % acts) == focused
