import reflex as rx

from app.components.head import Meta
from app.i18n import _


class CounterState(rx.State):
    count: int = 0

    @rx.event
    def increment(self):
        self.count += 1

    @rx.event
    def decrement(self):
        self.count -= 1


def meta():
    return Meta(title=_("Counter"), description=_("Reflex's counter, in a page of this site, with Reflex's buttons."))


def page():
    return rx.hstack(
        rx.button("Decrement", color_scheme="ruby", on_click=CounterState.decrement),
        rx.heading(CounterState.count, font_size="2em", id="count"),
        rx.button("Increment", color_scheme="grass", on_click=CounterState.increment),
        spacing="4",
        padding="2em",
    )
