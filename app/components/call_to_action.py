"""A call to action: a heading, text, and buttons."""

from collections.abc import Callable

import reflex as rx

from app.components.html import Child
from app.components.layout import actions, heading, prose
from app.i18n import Text


def call_to_action(
    title: Text, text: Text, *buttons: Child, heading: Callable[[Text], rx.Component] = heading
) -> tuple[Child, ...]:
    """Returns a heading, a paragraph and buttons. `heading` is the function that creates the heading."""
    return heading(title), prose(text), actions(*buttons)
