"""Prices for businesses: packages, printing from finished files, signs and extras."""

import reflex as rx

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.head import Meta
from app.components.layout import band, button, halves, heading, page_title, prose, title_picture
from app.components.prices import crown_note, packages, price_list, vat_note
from app.components.questions import questions
from app.content.portfolio import category
from app.content.pricing import (
    ANATOMY_PIECES,
    BUSINESS_CARDS,
    BUSINESS_EXTRAS,
    BUSINESS_PACKAGES,
    BUSINESS_PRINT,
    BUSINESS_QUESTIONS,
    BUSINESS_SIGNS,
)
from app.i18n import _
from app.i18n.formats import price

ASKED = {"what": "cards", "pieces": str(ANATOMY_PIECES)}
"""Query parameters that prefill the inquiry form."""
PACKAGES = (
    {**ASKED, "design": "studio"},
    {"what": "cards", "stationery": "desk"},
    {"what": "cards", "stationery": "front-door"},
)
SHOWN = category("business").works[0]


def meta() -> Meta:
    return Meta(
        title=_("Luxury letterpress business cards: prices"),
        description=_(
            "Letterpress business cards from {cards}, with design from {package}; labels, stationery and signs in "
            "birch plywood. A full price list, with VAT and without."
        ).format(cards=price(BUSINESS_CARDS.prices[0]), package=price(BUSINESS_PACKAGES[0].crowns)),
        picture=SHOWN.picture,
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Business cards and stationery: prices"),
            _("A card is the only advertisement that people put in their wallets of their own accord."),
            vat_note(net=True),
            crown_note(),
            photograph=title_picture(SHOWN.picture, SHOWN.alt),
        ),
        _packages(),
        _printing(),
        _signs_and_extras(),
        band(questions(BUSINESS_QUESTIONS)),
        _ask(),
    )


def _packages() -> rx.Component:
    return band(heading(_("Design and print in one")), packages(BUSINESS_PACKAGES, PACKAGES, net=True))


def _printing() -> rx.Component:
    return band(
        heading(_("Print only")),
        prose(
            _(
                "You have your own designer and finished artwork? We check it, tell you what will work in relief and "
                "what won’t, make the plates and print."
            )
        ),
        price_list(BUSINESS_PRINT, net=True),
        tone="sunk",
    )


def _signs_and_extras() -> rx.Component:
    signs = h.div(heading(_("Signs")), price_list(BUSINESS_SIGNS, net=True))
    extras = h.div(heading(_("Extras")), price_list(BUSINESS_EXTRAS, net=True))
    return band(halves(signs, extras, class_name="max-lg:gap-16"))


def _ask() -> rx.Component:
    return band(
        call_to_action(
            _("Not on the list?"),
            _(
                "We have printed coasters, bookmarks, luggage tags and the rules of a chess club. If it is flat and "
                "fits through the press, write to us."
            ),
            button(_("Ask for a quote"), to="inquiry", query=ASKED, pressed=True),
            button(_("See work for businesses"), to="portfolio-category", params={"category": "business"}),
        ),
        tone="sunk",
    )
