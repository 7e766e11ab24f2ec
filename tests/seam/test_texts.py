from collections.abc import Callable
from typing import Any

import pytest
import reflex as rx
from reflex.components import component as components
from reflex.components.component import Component
from reflex.vars import base

from app.i18n import _, use
from app.seam import texts
from tests.support.languages import CZECH, ENGLISH

TEXT: Any = _("Contact")
COUNT = rx.Var("count", _var_type=int)
CHOICE = rx.Var("choice", _var_type=bool)


@pytest.fixture(autouse=True)
def _supported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "ComponentChildTypes", components.ComponentChildTypes)
    monkeypatch.setattr(Component, "_post_init", Component._post_init)
    monkeypatch.setattr(base, "_var_literal_subclasses", [*base._var_literal_subclasses])
    for variable in texts.LAZY:
        monkeypatch.setattr(variable, "create", variable.create)
    texts.support()
    texts.support()


@pytest.mark.parametrize(
    "make",
    [
        lambda: rx.button(TEXT),
        lambda: rx.el.p("a", TEXT),
        lambda: rx.input(placeholder=TEXT),
        lambda: rx.image(alt=TEXT),
        lambda: rx.icon_button(rx.icon("plus"), aria_label=TEXT),
        lambda: rx.select([TEXT]),
        lambda: rx.checkbox(TEXT),
        lambda: rx.text(rx.cond(CHOICE, TEXT, "")),
        lambda: rx.text(rx.match(COUNT, (1, TEXT), "")),
        lambda: rx.foreach([TEXT], lambda item: rx.text(item.strip())),
        lambda: rx.foreach({"a": TEXT}, lambda item: rx.text(item[1])),
        lambda: rx.button(on_click=rx.toast(TEXT)),
    ],
    ids=range(12),
)
def test_a_text_is_shown_in_the_language_of_the_page(make: Callable[[], Any]) -> None:
    for language, word in ((CZECH, "Kontakt"), (ENGLISH, "Contact")):
        with use(language):
            component = make()
        rendered = str(component.render())
        assert f'"{word}"' in rendered and "msgid" not in rendered


def test_a_text_can_name_a_variable() -> None:
    with use(ENGLISH):
        text = _("We will write to {email}.").format(email=rx.Var("email", _var_type=str))
        assert '("We will write to "+email+".")' in str(rx.text(text).render())


def test_children_are_typeset() -> None:
    with use(CZECH):
        assert r"v\u00a0Praze" in rx.text(_("v Praze")).render()["children"][0]["contents"]
