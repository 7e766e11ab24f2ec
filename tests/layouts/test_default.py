import reflex as rx
from reflex.components.component import BaseComponent

from app.components import html as h
from app.i18n import DEFAULT
from app.layouts.default import default
from app.routes import ROUTES, Place


def content(page: rx.Component) -> BaseComponent:
    return next(each for each in default(Place(ROUTES["contact"], DEFAULT), page).children if each.tag == "main")


def test_the_first_element_of_a_page_is_rendered_before_the_others() -> None:
    first, rest = content(h.fragment(h.h1("A"), h.p("B"), h.p("C"))).children
    assert (first.tag, [each.tag for each in rest.children]) == ("h1", ["p", "p"])


def test_a_fragment_with_events_or_without_children_remains() -> None:
    for page in (rx.fragment(h.p("A"), on_mount=rx.console_log("on")), rx.fragment()):
        assert content(page).children == [page]
