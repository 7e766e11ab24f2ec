import pytest

from tests.support.javascript import Browser

LEAVE = """
    const focused = [];
    const element = (name, rest = {}) => ({
      name, style: {}, contains: (other) => other === inside, addEventListener() {},
      focus({ preventScroll }) { focused.push(preventScroll ? name : `${name}, scrolling`); },
      getBoundingClientRect: () => ({ top, bottom: top + 20, left: 0, right: 100 }), ...rest,
    });
    let top = 10; // where the origin is
    Object.assign(globalThis, { innerWidth: 390, innerHeight: 800 });
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
AGAIN = ["origin", "content"]
ENTER = "rememberFocus({ currentTarget: box, relatedTarget: origin });"


@pytest.mark.parametrize(
    ("acts", "focused"),
    [
        ("", ["content"]),
        (ENTER, ["origin"]),
        (f"{ENTER} rememberFocus({{ currentTarget: box, relatedTarget: inside }});", ["origin"]),
        (f"{ENTER} rememberFocus({{ currentTarget: box, relatedTarget: null }});", ["origin"]),
        (f"{ENTER} top = -30;", ["content"]),
        (f"{ENTER} top = 800;", ["content"]),
        (f"{ENTER} origin.getBoundingClientRect = () => ({{ top: 0, bottom: 0, left: 0, right: 0 }});", ["content"]),
        (f"{ENTER} returnFocus(box); rememberFocus({{ currentTarget: box, relatedTarget: null }});", AGAIN),
        (f"{ENTER} document.activeElement = element('elsewhere');", []),
    ],
)
def test_the_focus_returns_to_its_origin_or_to_the_content(javascript: Browser, acts: str, focused: list[str]) -> None:
    assert javascript.run(LEAVE % acts) == focused
