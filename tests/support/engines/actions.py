"""A tab that gets keyboard, mouse and touch input in the format of WebDriver (w3.org/TR/webdriver2/#actions)."""

from abc import abstractmethod
from typing import Any

from tests.support.engines.engine import SIZE, Tab

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
DOWN, UP = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
SWIPE_STEPS = 4
SWIPE_STEP_MS = 50

Action = dict[str, Any]


class ActionTab(Tab):
    @abstractmethod
    def _perform(self, **source: Any) -> None: ...

    def press(self, *keys: str) -> None:
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self._perform(type="key", id="keyboard", actions=actions)

    def wheel(self, down: int, across: int = 0) -> None:
        width, height = self.evaluate(SIZE)
        position = {"x": width // 2, "y": height // 2}
        action = {"type": "scroll", **position, "deltaX": across, "deltaY": down, "duration": 0}
        self._perform(type="wheel", id="wheel", actions=[action])

    def move(self, across: float, down: float) -> None:
        self._point("mouse", _move(across, down))

    def click_at(self, across: float, down: float) -> None:
        self._point("mouse", _move(across, down), DOWN, UP)

    def tap_at(self, across: float, down: float) -> None:
        self._point("touch", _move(across, down), DOWN, UP)

    def swipe_at(self, across: float, down: float, by: float) -> None:
        steps = [_move(across + by * part / SWIPE_STEPS, down, SWIPE_STEP_MS) for part in range(1, SWIPE_STEPS + 1)]
        self._point("touch", _move(across, down), DOWN, *steps, UP)

    def _point(self, kind: str, *actions: Action) -> None:
        self._perform(type="pointer", id=kind, parameters={"pointerType": kind}, actions=list(actions))


def _move(x: float, y: float, milliseconds: int = 0) -> Action:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": milliseconds}
