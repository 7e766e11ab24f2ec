"""The sample pack: its contents, its price, and how to order it."""

import reflex as rx

from app.components import html as h
from app.components.layout import Tone, actions, band, button, facts, halves, heading, prose
from app.components.prices import amount
from app.content.samples import CONTAINS, COUNTS, LEAD, PRICE, TITLE
from app.i18n import _


def samples(tone: Tone = "") -> rx.Component:
    """Returns the section about the sample pack."""
    words = h.div(
        heading(TITLE, id="samples"),
        prose(LEAD, COUNTS),
        actions(button(_("Order a sample pack"), to="inquiry", query={"what": "sample-pack"})),
    )
    things = facts((_("Price"), amount(PRICE)), *CONTAINS)
    return band(halves(words, things), tone=tone)
