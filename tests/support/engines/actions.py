"""Creates keyboard, mouse and touch input in the format of WebDriver (w3.org/TR/webdriver2/#actions)."""

from typing import Any

KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
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
    return _keyboard(*((kind, key) for key in keys for kind in ("keyDown", "keyUp")))


def chord(*keys: str) -> Actions:
    return _keyboard(*(("keyDown", key) for key in keys), *(("keyUp", key) for key in reversed(keys)))


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


def _keyboard(*steps: tuple[str, str]) -> Actions:
    actions = [{"type": kind, "value": KEYS.get(key, key)} for kind, key in steps]
    return [{"type": "key", "id": "keyboard", "actions": actions}]


def _move(x: float, y: float, milliseconds: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": milliseconds}


def _pointer(*steps: dict[str, Any], kind: str = "mouse") -> Actions:
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": list(steps)}]
