"""Creates keyboard, mouse and touch input in the format of WebDriver (w3.org/TR/webdriver2/#actions)."""

from typing import Any

KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    " ": " ",
}

PRESS = ({"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

SWIPE_STEPS = 4
SWIPE_STEP_MS = 50

Actions = list[dict[str, Any]]


def press(*keys: str) -> Actions:
    steps = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keyboard", "actions": steps}]


def wheel(x: int, y: int, down: int, across: int) -> Actions:
    step = {"type": "scroll", "x": x, "y": y, "deltaX": across, "deltaY": down, "duration": 0}
    return [{"type": "wheel", "id": "wheel", "actions": [step]}]


def move(x: float, y: float) -> Actions:
    return _pointer(_move(x, y))


def click(x: float, y: float) -> Actions:
    return _pointer(_move(x, y), *PRESS)


def tap(x: float, y: float) -> Actions:
    return _pointer(_move(x, y), *PRESS, kind="touch")


def swipe(x: float, y: float, across: float) -> Actions:
    moves = [_move(x + across * part / SWIPE_STEPS, y, SWIPE_STEP_MS) for part in range(1, SWIPE_STEPS + 1)]
    return _pointer(_move(x, y), PRESS[0], *moves, PRESS[1], kind="touch")


def _move(x: float, y: float, milliseconds: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": milliseconds}


def _pointer(*steps: dict[str, Any], kind: str = "mouse") -> Actions:
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": list(steps)}]
