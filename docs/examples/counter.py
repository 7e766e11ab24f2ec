"""A counter that remembers its step in the browser."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import BUTTON, actions, band, page_title
from app.i18n import _


class Counter(rx.State):
    count: int = 0
    step: str = rx.LocalStorage("1", name="counter-step")

    @rx.event
    def add(self, sign: int) -> None:
        self.count += sign * int(self.step)

    @rx.event
    def use_step(self, step: str) -> None:
        self.step = step

    @rx.var
    def doubled(self) -> int:
        return 2 * self.count


def meta() -> Meta:
    return Meta(title=_("Counter"), description=_("A page that counts: an example of state in a page of this site."))


def page() -> rx.Component:
    return h.fragment(
        page_title(_("Counter")),
        band(
            h.p(Counter.count, id="count"),
            h.p(Counter.doubled, id="doubled"),
            h.p(rx.match(Counter.count, (0, _("Nothing yet")), (1, _("One")), _("Several")), id="words"),
            actions(
                _button("−", Counter.add(-1)),
                _button("+", Counter.add(1)),
                rx.cond(
                    Counter.step == "1", _button("10", Counter.use_step("10")), _button("1", Counter.use_step("1"))
                ),
            ),
        ),
    )


def _button(label: str, on_click: rx.event.EventType[()]) -> rx.Component:
    return h.button(label, type="button", on_click=on_click, class_name=BUTTON)
