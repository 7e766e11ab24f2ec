from decimal import Decimal

import pytest
import reflex as rx

from app.components import html as h
from app.i18n import _, use
from app.i18n.typography import NBSP
from tests.support.languages import CZECH, ENGLISH
from tests.support.rendered import rendered

MENU = _("Main menu")
with use(CZECH):
    CZECH_MENU = str(MENU)


@pytest.fixture(autouse=True)
def czech():
    with use(CZECH):
        yield


@pytest.mark.parametrize(
    ("children", "texts"),
    [
        ([MENU], [CZECH_MENU]),
        (["as it is"], ["as it is"]),
        ([None, "a", None], ["a"]),
        ([["a", ["b", None]], (MENU,)], ["a", "b", CZECH_MENU]),
        ((child for child in "ab"), ["a", "b"]),
        ([rx.el.b("bold"), " text"], ["bold", " text"]),
        (['"quoted" {braces} <b>'], ['"quoted" {braces} <b>']),
        (["v Brně, 600 g"], [f"v{NBSP}Brně, 600{NBSP}g"]),
        ([0, 190, -5, 2026, Decimal("12500")], ["0", "190", "-5", "2026", "12500"]),
        ([3.5, Decimal("0.125")], ["3,5", "0,125"]),
        ([False, "a", [False]], ["a"]),
    ],
)
def test_children(children, texts):
    assert list(rendered(h.p(*children)).texts) == texts


@pytest.mark.parametrize("child", [True, object(), b"ab", {"a": 1}, [True]])
def test_other_children_are_refused(child):
    with pytest.raises(TypeError, match=r"cannot be shown: children are texts, numbers, components"):
        h.p(child)


def test_numbers_and_typography_are_the_language_s():
    with use(ENGLISH):
        assert list(rendered(h.p(3.5, "v Brně")).texts) == ["3.5", "v Brně"]


def test_line_breaks_become_br_elements():
    element = rendered(h.p("one\ntwo\n\nthree"))
    assert element.text == "one\ntwo\n\nthree"
    assert len(element.all("br")) == 3


def test_a_reflex_variable_is_unchanged():
    [child] = h.p(rx.Var("window.name")).render()["children"]
    assert child["contents"] == "window.name"


@pytest.mark.parametrize(
    ("given", "attributes"),
    [
        ({"aria_label": MENU}, {"aria-label": CZECH_MENU}),
        ({"title": "v Brně"}, {"title": "v Brně"}),
        ({"class_name": "a b"}, {"className": "a b"}),
        ({"lang": None, "title": None}, {}),
        ({"id": "content"}, {"id": "content"}),
        ({"data_kind": "x", "aria_hidden": "true"}, {"data-kind": "x", "aria-hidden": "true"}),
        ({"fetch_priority": "high"}, {"fetchPriority": "high"}),
        ({"hidden": True}, {"hidden": True}),
        ({"unknown": MENU, "custom_attrs": {"also": "this"}}, {"unknown": CZECH_MENU, "also": "this"}),
        ({"custom_attrs": {"only": "this"}}, {"only": "this"}),
    ],
)
def test_attributes(given, attributes):
    assert rendered(h.p("text", **given)).attributes == attributes


@pytest.mark.parametrize(("given", "role"), [({}, "list"), ({"role": "tablist"}, "tablist")])
def test_lists_have_a_role(given, role):
    assert [rendered(make(**given))["role"] for make in (h.ol, h.ul)] == [role, role]


def test_an_id_adds_no_script():
    """An ID must not become a ref, because Reflex adds a script for each ref."""
    assert rendered(rx.el.p(id="content"))["id"] == "content" and rx.el.p(id="content").get_ref()
    assert h.p(id="content").get_ref() is None
    assert not h.p(id="content")._get_all_hooks()


def test_events_reach_the_element():
    assert "onClick" in rendered(h.button("press", on_click=rx.console_log("bam"))).attributes


def test_every_element_has_its_own_tag():
    named = {
        name: made for name, made in vars(h).items() if getattr(made, "__name__", "") == "build" and name != "fragment"
    }
    assert {name: rendered(make()).name for name, make in named.items()} == {name: name for name in named}
    assert len(named) > 40
