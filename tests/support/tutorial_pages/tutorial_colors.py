import reflex as rx

from app.components.head import Meta
from app.i18n import _


class ColorState(rx.State):
    colors: dict[str, str] = {"red": "#c0392b", "blue": "#2980b9", "green": "#27ae60"}
    mixtures: dict[str, list[str]] = {"purple": ["red", "blue"], "yellow": ["red", "green"]}

    @rx.event
    def add_color(self):
        self.colors["orange"] = "#e67e22"
        self.mixtures["brown"] = ["orange", "blue"]

    @rx.event
    def remove_color(self, name: str):
        del self.colors[name]


def meta():
    return Meta(title=_("Colours"), description=_("Reflex's loops over dictionaries, in a page of this site."))


def display_color(color: list[str]):
    text = rx.text(color[0], color="white")
    return rx.box(text, bg=color[1], padding="1em", on_click=ColorState.remove_color(color[0]))


def display_mixture(item: list):
    return rx.vstack(rx.text(item[0], weight="bold"), rx.hstack(rx.foreach(item[1], lambda part: rx.badge(part))))


def page():
    return rx.vstack(
        rx.grid(rx.foreach(ColorState.colors, display_color), columns="3", spacing="2", id="colors"),
        rx.box(rx.foreach(ColorState.mixtures, display_mixture), id="mixtures"),
        rx.button("Add", on_click=ColorState.add_color),
        padding="2em",
    )
