import pytest
import reflex as rx
from reflex.compiler import compiler
from reflex.compiler.compiler import ExecutorSafeFunctions
from reflex.components.component import BaseComponent, Component
from reflex.utils.imports import ImportVar
from reflex.vars import VarData
from reflex.vars.base import Var

from pwa.seam.export import check_all_compiled, is_cacheable
from pwa.seam.generated_code import GeneratorChangedError

STATE = Var("state", _var_data=VarData(hooks={"const state = useState()": None}))


class Wrapped(rx.el.elements.Div):
    """A component that makes Reflex wrap the whole application in a `div`."""

    @staticmethod
    def _get_app_wrap_components() -> dict[tuple[int, str], Component]:
        return {(1, "Wrap"): rx.el.div()}


class Transpiled(rx.el.elements.Div):
    """A component from an npm package that Next must transpile."""

    def add_imports(self) -> dict[str, ImportVar]:
        return {"letterpress": ImportVar(tag="Press", transpile=True)}


def searched(*content: Component | str) -> BaseComponent:
    page = rx.el.main(rx.el.h1("A page"), rx.el.div(*content))
    [found] = compiler.compile_stateful_components([page])[2]
    return found


@pytest.mark.parametrize(
    ("page", "cacheable"),
    [
        (searched("text", rx.el.p(rx.el.a("a link", href="/"))), True),
        (searched(rx.el.p(STATE)), False),
        (searched(rx.cond(STATE, rx.el.p("one"), rx.el.p("other"))), False),
        (searched(Wrapped.create()), False),
        (searched(Transpiled.create()), False),
    ],
)
def test_a_page_that_affects_other_modules_is_not_cacheable(page: BaseComponent, cacheable: bool) -> None:
    assert is_cacheable(page) is cacheable


def test_skipped_pages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExecutorSafeFunctions, "COMPONENTS", {"about": rx.el.main()})
    check_all_compiled(["about"])
    with pytest.raises(GeneratorChangedError, match="expected 2 more pages, ink, paper …"):
        check_all_compiled(["paper", "about", "ink"])
