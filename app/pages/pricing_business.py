"""Prices for business: packages, printing from the client's own artwork, signs and extras."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import actions, band, button, halves, heading, out_button, page_title, prose
from app.components.prices import crown_note, packages, price_list
from app.components.questions import questions
from app.content.pricing import BUSINESS_EXTRAS, BUSINESS_PACKAGES, BUSINESS_PRINT, BUSINESS_QUESTIONS, BUSINESS_SIGNS
from app.content.studio import STUDIO
from app.i18n import _


def meta() -> Meta:
    """Title and description."""
    return Meta(
        title=_("Prices for business"),
        description=_(
            "Letterpress business cards from 3,900 CZK, identity packages from 8,900 CZK, labels, stationery and signs "
            "in birch plywood. A full price list, VAT included."
        ),
    )


def page() -> rx.Component:
    """The page."""
    return h.fragment(
        page_title(
            _("Prices for business"),
            _("A card is the only advertisement that people put in their wallets of their own accord."),
        ),
        _packages(),
        _printing(),
        _signs_and_extras(),
        band(questions(BUSINESS_QUESTIONS)),
        _ask(),
    )


def _packages() -> rx.Component:
    return band(heading(_("Design and print in one")), packages(BUSINESS_PACKAGES), crown_note())


def _printing() -> rx.Component:
    return band(
        heading(_("Print only")),
        prose(
            _(
                "You have your own designer and finished artwork? We check it, tell you what will work in relief and "
                "what will not, make the plates and print."
            )
        ),
        price_list(BUSINESS_PRINT),
        crown_note(),
        tone="sunk",
    )


def _signs_and_extras() -> rx.Component:
    signs = h.div(heading(_("Signs")), price_list(BUSINESS_SIGNS))
    extras = h.div(heading(_("Extras")), price_list(BUSINESS_EXTRAS))
    return band(halves(signs, extras, class_name="max-lg:gap-16"), crown_note())


def _ask() -> rx.Component:
    return band(
        heading(_("Not on the list?")),
        prose(
            _(
                "We have printed coasters, bookmarks, luggage tags and the rules of a chess club. If it is flat and "
                "fits through the press, write to us."
            )
        ),
        actions(
            out_button(_("Ask for a quote"), href=STUDIO.email_url, pressed=True),
            button(_("See work for business"), to="portfolio-category", params={"category": "business"}),
        ),
        tone="sunk",
    )
