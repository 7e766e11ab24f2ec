"""Adds a message about lost connections to pages with Reflex state.

The attribute `data-connection` marks these pages. Its value is `load` if the page has an `on_load` handler.
"""

from collections.abc import Mapping

import reflex as rx
from reflex.event import EventType

from app.components import html as h
from app.extras.notice import LOOKS
from app.i18n import Text, _, client
from app.start import AT_ONCE

REGION = "pointer-events-none fixed inset-x-0 top-16 z-50 p-3 print:hidden md:p-5"
"""CSS classes that position the message below the header."""
BOX = f"{LOOKS['box']} {LOOKS['text']} pr-5"

LABELS: Mapping[str, Text] = {
    "lost": _("The connection to the press room is lost. Trying again…"),
    "failed": _("Something went wrong on our side. Please try again."),
    "upload": _("The files could not be sent. They are still selected: please try again."),
}


class Connection(rx.Component):
    """Shows `labels.lost` while the connection is lost, `labels.failed` after a failed event, and `labels.upload`
    after a failed upload.
    """

    library = "$/pwa/seam/connection.js"
    tag = "Connection"

    labels: rx.Var[dict[str, str]]
    region: rx.Var[str]
    box: rx.Var[str]


_connection = h.element(Connection)


def with_connection(page: rx.Component, on_load: EventType[()] | None = None) -> rx.Component:
    """Adds messages about a lost connection and about disabled JavaScript to a page with Reflex state."""
    loads = {"data-connection": "load", "data-application": AT_ONCE} if on_load else {"data-connection": ""}
    parts = h.div(
        _connection(labels=client.typeset_labels(LABELS), region=REGION, box=BOX),
        h.noscript(
            h.div(
                h.p(_("A part of this page needs JavaScript, which is off in your browser."), class_name=BOX),
                class_name=LOOKS["region"],
            )
        ),
        custom_attrs=loads,
    )
    page.children.append(parts)
    return page
