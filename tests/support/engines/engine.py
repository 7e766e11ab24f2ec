"""The interface of all browser engines. Each visitor has a separate browser profile."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

POLL_SECONDS = 0.1
TIMEOUT_SECONDS = 30
CENTRE = """(() => {
    const element = document.querySelector(%s);
    if (!element) return null;
    const centre = () => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!element.contains(document.elementFromPoint(...centre()))) element.scrollIntoView({ block: "center" });
    return centre();
})()"""
SELECT = """((field, value) => {
    field.focus();
    field.value = value;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
})(document.querySelector(%s), %s)"""
SIZE = "[innerWidth, innerHeight]"


class EngineError(Exception):
    """An error that the browser reports, for example during navigation."""


@dataclass(frozen=True)
class Look:
    """Settings of a browser. Sizes are in CSS pixels."""

    font_size: int = 16
    least_font_size: int = 0
    classic_scrollbars: bool = False
    zoom: float = 1
    has_scripts: bool = True


PLAIN = Look()


class Tab(ABC):
    """A browser tab. Test scripts are single JavaScript expressions, which can return promises."""

    @abstractmethod
    def visit(self, url: str) -> None:
        """Loads `url` and waits for the `load` event."""

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def evaluate(self, script: str) -> Any:
        """Returns the value of a JavaScript expression. Raises EngineError if the expression throws an error."""

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Presses and releases each key. The names are those of DOM keyboard events, such as "ArrowDown" or "a"."""

    @abstractmethod
    def wheel(self, down: int, across: int = 0) -> None: ...

    @abstractmethod
    def move(self, across: float, down: float) -> None: ...

    @abstractmethod
    def click_at(self, across: float, down: float) -> None: ...

    @abstractmethod
    def tap_at(self, across: float, down: float) -> None: ...

    @abstractmethod
    def swipe_at(self, across: float, down: float, by: float) -> None:
        """Swipes `by` pixels to the right."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    @abstractmethod
    def upload(self, selector: str, *files: Path) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @property
    @abstractmethod
    def console(self) -> Sequence[str]:
        """All warnings, errors and uncaught exceptions of the page."""

    @property
    def url(self) -> str:
        return self.evaluate("location.href")

    def act(self) -> None:
        """Moves the mouse, because the page loads its application at the first input."""
        self.move(1, 1)
        self.move(2, 1)

    def back(self) -> None:
        """Goes back in the browser history without waiting for the page."""
        self._start("history.back()")

    def forward(self) -> None:
        self._start("history.forward()")

    def _start(self, navigation: str) -> None:
        with suppress(EngineError):
            self.evaluate(f"void {navigation}")

    def click(self, selector: str) -> None:
        self.click_at(*self._centre(selector))

    def tap(self, selector: str) -> None:
        self.tap_at(*self._centre(selector))

    def _centre(self, selector: str) -> list[float]:
        self.until(f"document.querySelector({json.dumps(selector)})?.getClientRects().length")
        return self.evaluate(CENTRE % json.dumps(selector))

    def select(self, selector: str, value: str) -> None:
        """Selects an option by script, because browsers show the options of a `<select>` outside the page."""
        self.evaluate(SELECT % (json.dumps(selector), json.dumps(value)))

    def value(self, selector: str) -> str:
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).value")

    def write(self, selector: str, text: str) -> None:
        self.click(selector)
        self.press(*text)

    def holds(self, condition: str) -> bool:
        """Whether a JavaScript expression is true. Returns False on errors, for example while a page loads."""
        try:
            return bool(self.evaluate(f"(async () => Boolean(await ({condition})))()"))
        except EngineError:
            return False

    def until(self, condition: str, seconds: float = TIMEOUT_SECONDS) -> None:
        end = time.monotonic() + seconds
        while not self.holds(condition):
            if time.monotonic() > end:
                raise AssertionError(
                    f"timed out waiting for {condition}; console: {self.console}; page: {self._text()}"
                )
            time.sleep(POLL_SECONDS)

    def _text(self) -> str:
        try:
            return self.evaluate("location.href + ' ' + document.querySelector('main')?.innerText")
        except EngineError as error:
            return str(error)


class OpenTab(Protocol):
    def __call__(self, width: int = 1280, height: int = 800) -> Tab: ...


@dataclass(frozen=True)
class Engine:
    """A running browser. `visitor()` yields a function that opens tabs of a new visitor."""

    name: str
    visitor: Callable[[], AbstractContextManager[OpenTab]]

    @contextmanager
    def tab(self, width: int = 1280, height: int = 800) -> Iterator[Tab]:
        with self.visitor() as open_tab:
            yield open_tab(width, height)


WithLook = Callable[[Look], AbstractContextManager[Engine]]
