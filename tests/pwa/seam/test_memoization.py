"""Reflex finds the same stateful components as by itself, and looks at each component once."""

from collections.abc import Iterator

import pytest
import reflex as rx
from reflex.compiler import compiler
from reflex.components.component import Component
from reflex.vars import VarData
from reflex.vars.base import Var

from pwa.seam import memoization

KNOWN = Var("known", _var_data=VarData(hooks={"const known = useKnown()": None}))
"""What only a stateful component can show."""


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "compile_stateful_components", compiler.compile_stateful_components)


def page() -> Component:
    stateful = rx.el.section(rx.el.p("Said by all"), rx.el.p(rx.el.b(KNOWN)), class_name=rx.cond(KNOWN, "a", "b"))
    return rx.el.main(rx.el.h1("Said by all"), rx.el.div(stateful, rx.el.div(rx.el.p(KNOWN)), rx.el.p("Said by all")))


def searched(page: Component) -> str:
    _path, _code, [found] = compiler.compile_stateful_components([page])
    return compiler.compile_page("about", found, None)[1]


def test_it_finds_the_same() -> None:
    by_itself = searched(page())
    memoization.search_once()
    assert searched(page()) == by_itself
    assert by_itself.count("const known = useKnown()") == 3


class Counted(rx.el.elements.Div):
    """Counts how often its variables are looked up."""

    looks = 0

    def _get_vars_from_event_triggers(self, event_triggers: dict) -> Iterator:  # pyright: ignore
        type(self).looks += 1
        return iter(())


def looks(depth: int) -> int:
    """How often the components of a page are looked at that is as deep."""
    Counted.looks = 0
    component = Counted.create("text")
    for _ in range(depth - 1):
        component = Counted.create(component)
    compiler.compile_stateful_components([component])
    return Counted.looks


def test_it_looks_at_each_once() -> None:
    assert looks(20) > 100
    memoization.search_once()
    assert looks(20) == 20


def test_others_look_as_before() -> None:
    look_up = Component._get_vars
    memoization.search_once()
    searched(page())
    assert Component._get_vars is look_up
