"""A page that loads data when it opens, and shows the progress of tasks."""

import asyncio
from collections.abc import AsyncIterator

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import BUTTON, actions, band, page_title
from app.i18n import _

STEPS = 5
STEP_SECONDS = 0.3


class Progress(rx.State):
    prices: dict[str, int] = {}
    done: int = 0
    printed: int = 0

    @rx.event
    def load(self) -> None:
        self.prices = {"card": 190, "poster": 490}

    @rx.event(background=True)
    async def work(self) -> None:
        for step in range(STEPS):
            await asyncio.sleep(STEP_SECONDS)
            async with self:
                self.done = step + 1

    @rx.event
    async def print(self) -> AsyncIterator[None]:
        for sheet in range(STEPS):
            self.printed = sheet + 1
            yield
            await asyncio.sleep(STEP_SECONDS)


def meta() -> Meta:
    return Meta(
        title=_("Progress"),
        description=_("Tasks that take time: an example of state in a page of this site."),
        on_load=Progress.load,  # pyright: ignore[reportArgumentType]  # Reflex turns the method into an event handler
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(_("Progress")),
        band(
            h.ul(rx.foreach(Progress.prices, lambda price: h.li(price[0], ": ", price[1])), id="prices"),
            h.p(Progress.done, id="done", role="status"),
            h.p(Progress.printed, id="printed", role="status"),
            actions(
                h.button(_("Work"), type="button", on_click=Progress.work, class_name=BUTTON),
                h.button(_("Print"), type="button", on_click=Progress.print, class_name=BUTTON),
            ),
        ),
    )
