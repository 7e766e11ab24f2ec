"""The actions of visitors with the inquiry form in several tabs, which `inquiry_tabs.js` simulates."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

TABS = Path(__file__).with_suffix(".js")

Values = dict[str, str]
"""The values of the form's fields, without files."""


class Action(NamedTuple):
    """An action in a tab, or in all tabs: then `tab` is None."""

    name: str
    tab: int | None
    given: tuple[Any, ...] = ()


@dataclass(frozen=True)
class TabActions:
    """The actions in one tab. `Tab` in `inquiry_tabs.js` explains them."""

    tab: int

    def do(self, name: str, *given: Any) -> Action:
        return Action(name, self.tab, given)

    def open(self, query: str = "") -> Action:
        return self.do("open", query)

    def type(self, name: str, value: str) -> Action:
        return self.do("type", name, value)

    def choose(self, *files: tuple[str, int]) -> Action:
        return self.do("choose", *files)

    def enhance(self) -> Action:
        return self.do("enhance")

    def reload(self, *, is_restored: bool = False) -> Action:
        return self.do("reload", is_restored)

    def switch(self) -> Action:
        return self.do("switch")

    def leave(self) -> Action:
        return self.do("leave")

    def back(self) -> Action:
        return self.do("back")

    def close(self) -> Action:
        return self.do("close")

    def send(self) -> Action:
        return self.do("send")

    def restore(self, number: int, values: Values, *files: tuple[str, int]) -> Action:
        return self.do("restore", number, values, *files)

    def clear(self) -> Action:
        return self.do("clear")


FIRST, SECOND = TabActions(0), TabActions(1)


def arrive(number: int = 0) -> Action:
    """Returns the action in which all tabs learn that the server has received an inquiry."""
    return Action("arrive", None, (number,))


def store(key: str, value: str) -> Action:
    return Action("store", None, (key, value))


def wait(days: int) -> Action:
    return Action("wait", None, (days,))


@dataclass(frozen=True)
class Played:
    """The results of actions."""

    shown: list[list[Values | None]]
    """The values in each tab after each action. None if the tab does not show the form."""
    files: list[dict[str, list[str]]]
    """The names of "chosen" and "missing" files in each tab with the form's script."""
    sent: list[tuple[str, Values]]
    """The ID and values of each sent inquiry."""
    restored: list[bool]
    """Whether each `restore` has filled in the form."""
    stored: list[str]

    def values(self, actions: TabActions = FIRST) -> Values:
        """Returns the values that a tab shows at the end."""
        shown = self.shown[-1][actions.tab]
        assert shown is not None
        return shown


Play = Callable[..., Played]
