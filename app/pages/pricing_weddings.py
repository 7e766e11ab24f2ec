"""Wedding prices by number of households, prices of individual items, and order deadlines."""

import reflex as rx

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.head import Meta
from app.components.layout import QUIET, band, button, halves, heading, page_title, prose, title_picture
from app.components.link import link
from app.components.prices import crown_note, packages, price_list, vat_note
from app.components.questions import questions
from app.content.portfolio import category
from app.content.pricing import TABLE_NUMBERS, WEDDING_PACKAGES, WEDDING_PRINT, WEDDING_QUESTIONS, WEDDING_SINGLES
from app.i18n import _
from app.i18n.formats import price

ASKED = {"what": "invitations", "pieces": str(WEDDING_PRINT.columns[0])}
"""Query parameters that prefill the inquiry form."""
PACKAGES = tuple({**ASKED, "package": name} for name in ("invitation", "suite", "full-table"))
SHOWN = category("weddings").works[1]


def meta() -> Meta:
    return Meta(
        title=_("Letterpress wedding invitations: price list"),
        description=_(
            "Letterpress wedding invitations from {price} for {n} households: single cards, full suites, menus and "
            "place cards, with a complete price list."
        ).format(price=price(WEDDING_PRINT.rows[0].prices[0]), n=WEDDING_PRINT.columns[0]),
        picture=SHOWN.picture,
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Letterpress wedding invitations: prices"),
            _(
                "The cake gets eaten and the flowers wilt. A letterpress invitation ends up in a drawer and is still "
                "there in forty years."
            ),
            vat_note(),
            crown_note(),
            photograph=title_picture(SHOWN.picture, SHOWN.alt),
        ),
        _packages(),
        _lists(),
        _timing(),
        band(questions(WEDDING_QUESTIONS)),
        _ask(),
    )


def _packages() -> rx.Component:
    return band(heading(_("Ways to invite your guests")), packages(WEDDING_PACKAGES, PACKAGES))


def _lists() -> rx.Component:
    households = h.div(heading(_("By number of households")), price_list(WEDDING_PRINT), price_list(TABLE_NUMBERS))
    singles = h.div(heading(_("Individual pieces")), price_list(WEDDING_SINGLES))
    return band(halves(households, singles, class_name="max-lg:gap-16"), tone="sunk")


def _timing() -> rx.Component:
    return band(
        heading(_("When to write to us")),
        prose(
            _(
                "Five months ahead is comfortable: a month for the design, a month for printing, and you still send "
                "the invitations three months before the day. With three months to go we can manage a single card "
                "without anybody losing sleep."
            ),
            _(
                "We print one wedding at a time. From May to September that means one or two a week, first come, "
                "first served."
            ),
        ),
    )


def _ask() -> rx.Component:
    return band(
        call_to_action(
            _("Tell us about the day"),
            _(
                "The date, the place, the number of households, and one thing that could only happen at your wedding. "
                "The last one is what Jakub starts from."
            ),
            button(_("Write to us"), to="inquiry", query=ASKED, pressed=True),
            button(_("See wedding work"), to="portfolio-category", params={"category": "weddings"}),
        ),
        h.p(
            _("Going as a guest?"),
            " ",
            link(
                _("A voucher for the couple"), to="vouchers-category", params={"category": "weddings"}, class_name=QUIET
            ),
            class_name="mt-8 text-lg",
        ),
        tone="sunk",
    )
