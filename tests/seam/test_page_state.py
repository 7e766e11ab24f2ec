"""The build detects every use of state in a page."""

import pytest
import reflex as rx

from app.members.state import MembersState
from app.seam.page_state import uses_state

VIEW = MembersState.view
COLORS = rx.Var("colors")._replace(_var_type=list[str])
WITH_STATE = {
    "a variable": lambda: rx.el.p(VIEW),
    "an attribute": lambda: rx.el.p(custom_attrs={"data-view": VIEW}),
    "an operation": lambda: rx.el.p(rx.cond(VIEW, "in", "out")),
    "a condition": lambda: rx.cond(VIEW, rx.el.p("in"), rx.el.p("out")),
    "a match": lambda: rx.match(VIEW, (None, rx.el.p("in")), rx.el.p("out")),
    "an event": lambda: rx.el.button(on_click=MembersState.older),
    "an event in a list": lambda: rx.foreach(COLORS, lambda color: rx.el.button(color, on_click=MembersState.older)),
    "an event among others": lambda: rx.el.button(on_click=[rx.console_log("x"), MembersState.older]),
    "a function that returns an event": lambda: rx.el.input(on_change=lambda value: MembersState.older()),
}
WITHOUT_STATE = {
    "text": lambda: rx.el.p("text"),
    "a list": lambda: rx.foreach(COLORS, rx.el.p),
    "an event of the browser": lambda: rx.el.button(on_click=rx.console_log("x")),
    "a variable of the browser": lambda: rx.el.p(rx.Var("navigator.language")),
}


@pytest.mark.parametrize("make", WITH_STATE.values(), ids=WITH_STATE)
def test_a_page_with_state(make) -> None:
    assert uses_state(rx.el.main(rx.el.div(make())))


@pytest.mark.parametrize("make", WITHOUT_STATE.values(), ids=WITHOUT_STATE)
def test_a_page_without_state(make) -> None:
    assert not uses_state(rx.el.main(rx.el.div(make())))
