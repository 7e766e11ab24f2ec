"""A to-do list. A form adds items, and a click removes an item."""

from typing import Any

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import BUTTON, band, page_title
from app.i18n import _

MAX_ITEMS = 20
FIELD = "min-h-12 rounded-none border-2 border-ink bg-paper px-3 py-2 text-lg"


class Todo(rx.State):
    items: list[str] = ["Cut paper"]
    problem: str = ""
    note: str = ""

    @rx.event
    def add(self, form_data: dict[str, Any]) -> None:
        item = str(form_data.get("item") or "").strip()
        self.problem = "" if item and len(self.items) < MAX_ITEMS else "empty"
        if not self.problem:
            self.items.append(item)

    @rx.event
    def finish(self, item: str) -> None:
        if item in self.items:
            self.items.remove(item)

    @rx.event
    def write(self, note: str) -> None:
        self.note = note


def meta() -> Meta:
    return Meta(
        title=_("To do"), description=_("A list to which one adds: an example of a form with state in this site.")
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(_("To do")),
        band(
            rx.el.form(
                h.label(_("What is to be done?"), html_for="item", class_name="w-full"),
                rx.el.input(name="item", id="item", class_name=FIELD, custom_attrs={"aria-describedby": "problem"}),
                h.button(_("Add"), type="submit", class_name=BUTTON),
                h.p(rx.cond(Todo.problem, h.span(_("Write something first.")), ""), id="problem", role="alert"),
                on_submit=Todo.add,
                reset_on_submit=True,
                class_name="flex flex-wrap items-center gap-4",
            ),
            h.ol(rx.foreach(Todo.items, _item), id="items", class_name="my-8"),
            h.label(_("Note"), html_for="note", class_name="block"),
            rx.el.input(value=Todo.note, on_change=Todo.write, id="note", class_name=FIELD),
            h.p(Todo.note, id="noted"),
        ),
    )


def _item(item: rx.Var[str]) -> rx.Component:
    done = h.button(_("Done"), type="button", on_click=Todo.finish(item), class_name=BUTTON)
    return h.li(item, done, class_name="flex items-center justify-between gap-4 border-t border-rule py-2")
