import ast
from types import ModuleType

import pytest
import reflex as rx
from reflex.components.el.elements import forms

from app.components import html
from tools import stubs
from tools.stubs import elements, own_attributes

pytestmark = pytest.mark.mostly_nightly


@pytest.fixture(scope="module")
def tree() -> ast.Module:
    return ast.parse(stubs.stub())


def test_the_stub_is_current() -> None:
    assert stubs.main(["check"]) == 0


def test_the_stub_has_every_public_name_of_the_module(tree: ast.Module) -> None:
    defined = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))} | {"Child"}
    public = {
        name
        for name, value in vars(html).items()
        if not name.startswith("_")
        and not isinstance(value, ModuleType)
        and (name == "Child" or getattr(value, "__module__", "") == html.__name__)
    }
    assert public <= defined


def test_attributes_of_one_element() -> None:
    assert own_attributes("time", elements()["time"]) == {"date_time": "Text | Var[str] | str | None"}
    assert own_attributes("p", elements()["p"]) == {}
    assert "fetch_priority" in own_attributes("img", elements()["img"])


@pytest.mark.parametrize("component", [html.Form, html.Input, html.Select, html.Textarea])
def test_elements_without_javascript_have_no_events_of_their_own(component: type[rx.Component]) -> None:
    own = own_attributes("", component)
    assert "name" in own
    assert [name for name in own if name.startswith("on_") or name in stubs.SCRIPTED] == []


def test_attributes_that_need_javascript_are_reflex_s() -> None:
    known = {name for each in (forms.Form, forms.Input, forms.Textarea) for name in each.get_fields()}
    assert known >= stubs.SCRIPTED
