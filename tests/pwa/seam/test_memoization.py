from collections.abc import Iterator

import pytest
import reflex as rx
from reflex.compiler import compiler
from reflex.components.component import Component
from reflex.vars import VarData
from reflex.vars.base import Var

from pwa.seam import memoization

STATEFUL = Var("known", _var_data=VarData(hooks={"const known = useKnown()": None}))


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "compile_stateful_components", compiler.compile_stateful_components)


def page() -> Component:
    stateful = rx.el.section(rx.el.p("Said by all"), rx.el.p(rx.el.b(STATEFUL)), class_name=rx.cond(STATEFUL, "a", "b"))
    return rx.el.main(
        rx.el.h1("Said by all"), rx.el.div(stateful, rx.el.div(rx.el.p(STATEFUL)), rx.el.p("Said by all"))
    )


def searched(page: Component) -> str:
    _path, _code, [found] = compiler.compile_stateful_components([page])
    return compiler.compile_page("about", found, None)[1]


def test_the_search_finds_the_same() -> None:
    unpatched = searched(page())
    memoization.memoize_search()
    assert searched(page()) == unpatched
    assert unpatched.count("const known = useKnown()") == 3


class Counted(rx.el.elements.Div):
    lookups = 0

    def _get_vars_from_event_triggers(self, event_triggers: dict) -> Iterator:  # pyright: ignore
        type(self).lookups += 1
        return iter(())


def lookups(depth: int) -> int:
    """Returns how often Reflex reads the event triggers of nested components."""
    Counted.lookups = 0
    component = Counted.create("text")
    for _ in range(depth - 1):
        component = Counted.create(component)
    compiler.compile_stateful_components([component])
    return Counted.lookups


def test_each_component_is_looked_up_once() -> None:
    assert lookups(20) > 100
    memoization.memoize_search()
    assert lookups(20) == 20


def test_the_patch_ends_with_the_search() -> None:
    look_up = Component._get_vars
    memoization.memoize_search()
    searched(page())
    assert Component._get_vars is look_up
