"""A menu that closes when the visitor leaves it."""

import reflex as rx

from app.components import html as h


class Menu(rx.Component):
    """A `<details>` element that closes when a link in it is clicked, Escape is pressed or the focus leaves it."""

    library = "$/app/components/menu/menu.js"
    tag = "Menu"


menu = h.element(Menu)
