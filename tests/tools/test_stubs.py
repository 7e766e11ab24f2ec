import ast
from types import ModuleType

import pytest
import reflex as rx
from reflex.components.el.elements import forms

from app.components import html
from tools import stubs
from tools.stubs import data_names, elements, own_attributes

pytestmark = pytest.mark.mostly_nightly


@pytest.fixture(scope="module")
def tree() -> ast.Module:
    return ast.parse(stubs.stub())


def test_the_stub_is_current() -> None:
    assert stubs.main(["check"]) == 0


def test_an_outdated_stub_is_reported(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(stubs, "ROOT", tmp_path)
    monkeypatch.setattr(stubs, "STUB", tmp_path / "html.pyi")
    monkeypatch.setattr(stubs, "stub", lambda: "new")
    (tmp_path / "html.pyi").write_text("old")
    assert stubs.main(["check"]) == 1
    assert capsys.readouterr().err == "html.pyi is out of date: run `make stubs`.\n"
    assert stubs.main([]) == 0
    assert stubs.main(["check"]) == 0


def test_other_arguments_are_refused() -> None:
    with pytest.raises(SystemExit, match=r"tools\.stubs check"):
        stubs.main(["verify"])


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


def test_elements_have_the_components_behind_their_functions() -> None:
    assert elements()["p"] is rx.el.p.__self__
    assert elements()["form"] is html.Form


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


def test_data_attributes_are_those_of_the_modules() -> None:
    assert data_names(["f(data_b=1, c=2)", "g(h(data_a='x'), data_b=2)", "data_c = 1"]) == ["data_a", "data_b"]


def test_a_missing_stub_of_reflex_is_reported() -> None:
    with pytest.raises(LookupError, match=r"Reflex has no stub for app\.settings \(tools/stubs\.py\)"):
        stubs._parsed("app.settings")


def test_an_unknown_type_of_reflex_is_reported() -> None:
    [function] = ast.parse("def create(*, shape: Shape | None = None): ...").body
    assert isinstance(function, ast.FunctionDef)
    with pytest.raises(LookupError, match=r"unknown types for shape: \{'Shape'\}"):
        stubs._type(function.args.kwonlyargs[0])
