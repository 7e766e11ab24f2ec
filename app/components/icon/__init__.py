"""Decorative icons, embedded in the HTML as SVG."""

import reflex as rx
from reflex.components.el.elements.base import BaseHTML

from app.components import html as h
from app.components.icon.collection import find
from app.components.icon.drawing import Shape

INLINE = "inline-block align-[-0.125em]"

_element = h.element(BaseHTML)


def icon(name: str, class_name: str = INLINE) -> rx.Component:
    """Returns an icon from the project or from any Iconify set. Iconify names have the form `prefix:name`.

    The icon has the size and colour of the text. A placeholder replaces a missing icon. Builds report missing icons.

    Raises:
        ValueError: `name` is not a valid icon name.
    """
    found = find(name)
    return _element(
        *map(_shape, found.shapes),
        tag="svg",
        view_box=found.view_box,
        width="1em",
        height="1em",
        aria_hidden="true",
        focusable="false",
        class_name=class_name,
    )


def _shape(shape: Shape) -> rx.Component:
    attributes = {name.replace("-", "_"): value for name, value in shape.attributes.items()}
    return _element(*map(_shape, shape.children), tag=shape.tag, **attributes)
