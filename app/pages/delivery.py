"""Delivery and payment."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import QUIET, band, grid, heading, page_title, subheading
from app.components.link import link
from app.components.prices import amount, crown_note, table, vat_note
from app.components.questions import questions
from app.content.delivery import WAYS, Way, delivery_questions, payments
from app.content.titled_text import TitledText
from app.i18n import _


def meta() -> Meta:
    return Meta(
        title=_("Delivery and payment"),
        description=_(
            "How letterpress from Brno reaches you and how you pay for it: collecting, parcels, sending abroad, and "
            "the first and the second half of the price."
        ),
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Delivery and payment"),
            _("Half before printing, half after. And then a parcel that arrives flat."),
            vat_note(),
        ),
        _ways(),
        _payments(),
        band(
            questions(delivery_questions()),
            h.p(link(_("Terms of business and complaints"), to="terms", class_name=QUIET), class_name="mt-8 text-lg"),
        ),
    )


def _ways() -> rx.Component:
    return band(
        heading(_("How it reaches you")),
        table(_("Delivery methods, prices for a whole order"), (_("Method"), _("Price")), [_way(way) for way in WAYS]),
        crown_note(),
    )


def _way(way: Way) -> tuple[h.Child, ...]:
    notes = (h.small(note, class_name="block text-base text-ink-soft") for note in (way.note, way.takes))
    free = _("free") if way.crowns == 0 else None
    return h.fragment(way.name, *notes), free or (amount(way.crowns) if way.crowns else _("in the quote"))


def _payments() -> rx.Component:
    return band(heading(_("How you pay")), grid(*(_payment(payment) for payment in payments())), tone="sunk")


def _payment(payment: TitledText) -> rx.Component:
    return h.div(subheading(payment.title), h.p(payment.text, class_name="mt-2 text-lg leading-relaxed text-pretty"))
