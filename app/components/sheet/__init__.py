"""The element around a page. After a click on a link, the start of the page appears before the rest (sheet.js)."""

import reflex as rx

from app.components import html as h


class Sheet(rx.Component):
    """Wraps a page in one element. React can then remove the page even if browser extensions have changed it."""

    library = "$/app/components/sheet/sheet.js"
    tag = "Sheet"


class Below(rx.Component):
    """Contains the rest of a page, which appears in a second step after a click on a link."""

    library = "$/app/components/sheet/sheet.js"
    tag = "Below"


sheet = h.element(Sheet)
below = h.element(Below)
