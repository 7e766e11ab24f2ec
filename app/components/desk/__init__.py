"""Form fields of the staff pages. Typed text appears immediately, because the inputs do not wait for the server."""

import reflex as rx
from reflex.components.el.elements.base import BaseHTML

from app.components import html as h


class SearchField(BaseHTML):
    """An `<input>` that sends the typed text to the server."""

    tag = "input"

    on_change: rx.EventHandler[rx.event.input_event]


class Choice(BaseHTML):
    """A `<select>` that sends the chosen value to the server."""

    tag = "select"

    on_change: rx.EventHandler[rx.event.input_event]


search_field = h.element(SearchField)
choice = h.element(Choice)
