"""A page that contains only Reflex's accordion."""

import reflex as rx

from app.components.head import Meta
from app.i18n import _


def meta():
    return Meta(title=_("Accordion"), description=_("Reflex's accordion, alone in a page of this site."))


def page():
    return rx.accordion.root(
        rx.accordion.item(header="Paper", content="Cotton"),
        rx.accordion.item(header="Ink", content="Black and vermilion"),
        collapsible=True,
        width="100%",
    )
