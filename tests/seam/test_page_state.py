import pytest
import reflex as rx

from app.members.state import MembersState
from app.seam.page_state import uses_state

VIEW = MembersState.view
COLORS = rx.Var("colors")._replace(_var_type=list[str])


@rx.memo
def badge() -> rx.Component:
    return rx.el.span(VIEW)


@rx.memo
def order(label: str) -> rx.Component:
    return rx.el.button(label, on_click=MembersState.older)


@rx.memo
def offer(label: str) -> rx.Component:
    return rx.el.p(order(label=label))


@rx.memo
def choice(label: str, on_pick: rx.EventHandler[rx.event.no_args_event_spec]) -> rx.Component:
    return rx.el.button(label, on_click=on_pick)


WITH_STATE = {
    "a variable": lambda: rx.el.p(VIEW),
    "an attribute": lambda: rx.el.p(custom_attrs={"data-view": VIEW}),
    "an operation": lambda: rx.el.p(rx.cond(VIEW, "in", "out")),
    "a condition": lambda: rx.cond(VIEW, rx.el.p("in"), rx.el.p("out")),
    "a match": lambda: rx.match(VIEW, (None, rx.el.p("in")), rx.el.p("out")),
    "an event": lambda: rx.el.button(on_click=MembersState.older),
    "an event in a list": lambda: rx.foreach(COLORS, lambda color: rx.el.button(color, on_click=MembersState.older)),
    "an event among others": lambda: rx.el.button(on_click=[rx.console_log("x"), MembersState.older]),
    "one of two events": lambda: rx.el.button(
        on_click=rx.cond(rx.Var("navigator.onLine").to(bool), MembersState.older(), MembersState.older())
    ),
    "an event of a dropzone": lambda: rx.upload(on_drop=MembersState.older()),
    "a variable in a memo": lambda: badge(),
    "an event in a memo in another": lambda: offer(label="Order"),
    "an event for a memo": lambda: choice(label="Order", on_pick=MembersState.older),
    "a function that returns an event": lambda: rx.el.input(on_change=lambda value: MembersState.older()),
}
WITHOUT_STATE = {
    "text": lambda: rx.el.p("text"),
    "a list": lambda: rx.foreach(COLORS, rx.el.p),
    "an event of the browser": lambda: rx.el.button(on_click=rx.console_log("x")),
    "an event of the browser for a memo": lambda: choice(label="Order", on_pick=rx.console_log("x")),
    "a variable of the browser": lambda: rx.el.p(rx.Var("navigator.language")),
}


@pytest.mark.parametrize("make", WITH_STATE.values(), ids=WITH_STATE)
def test_a_page_with_state(make) -> None:
    assert uses_state(rx.el.main(rx.el.div(make())))


@pytest.mark.parametrize("make", WITHOUT_STATE.values(), ids=WITHOUT_STATE)
def test_a_page_without_state(make) -> None:
    assert not uses_state(rx.el.main(rx.el.div(make())))
