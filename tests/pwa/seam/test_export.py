"""Which pages a later build may take as they are."""

import pytest
import reflex as rx
from reflex.compiler import compiler
from reflex.compiler.compiler import ExecutorSafeFunctions
from reflex.components.component import BaseComponent, Component
from reflex.utils.imports import ImportVar
from reflex.vars import VarData
from reflex.vars.base import Var

from pwa.seam.export import check_all_made, stands_alone
from pwa.seam.generated_code import GeneratorChangedError

STATE = Var("state", _var_data=VarData(hooks={"const state = useState()": None}))


class Wrapped(rx.el.elements.Div):
    """Stands around all pages, too."""

    @staticmethod
    def _get_app_wrap_components() -> dict[tuple[int, str], Component]:
        return {(1, "Wrap"): rx.el.div()}


class Transpiled(rx.el.elements.Div):
    """Has Next transpile a package."""

    def add_imports(self) -> dict[str, ImportVar]:
        return {"letterpress": ImportVar(tag="Press", transpile=True)}


def searched(*content: Component | str) -> BaseComponent:
    """A page in which Reflex has looked for what pages may share."""
    page = rx.el.main(rx.el.h1("A page"), rx.el.div(*content))
    [found] = compiler.compile_stateful_components([page])[2]
    return found


@pytest.mark.parametrize(
    ("page", "alone"),
    [
        (searched("text", rx.el.p(rx.el.a("a link", href="/"))), True),
        (searched(rx.el.p(STATE)), False),
        (searched(rx.cond(STATE, rx.el.p("one"), rx.el.p("other"))), False),
        (searched(Wrapped.create()), False),
        (searched(Transpiled.create()), False),
    ],
)
def test_a_page_of_which_nothing_else_is_made_stands_alone(page: BaseComponent, alone: bool) -> None:
    assert stands_alone(page) is alone


def test_pages_that_are_left_out_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExecutorSafeFunctions, "COMPONENTS", {"about": rx.el.main()})
    check_all_made(["about"])
    with pytest.raises(GeneratorChangedError, match="expected 2 more pages, ink, paper …"):
        check_all_made(["paper", "about", "ink"])
