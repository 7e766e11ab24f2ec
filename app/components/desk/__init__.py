"""Form fields of the staff pages. Typed text appears immediately, because the inputs do not wait for the server."""

import reflex as rx
from reflex.components.el.elements.base import BaseHTML

from app.components import html as h


class Field(BaseHTML):
    """A form field that sends its value to the server."""

    on_change: rx.EventHandler[rx.event.input_event]


search_field = h.element(Field, tag="input")
choice = h.element(Field, tag="select")
