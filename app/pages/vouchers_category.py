"""A kind of gift voucher: values, ordering, terms, and workshop dates."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import (
    BUTTON,
    QUIET,
    actions,
    band,
    button,
    facts,
    grid,
    halves,
    heading,
    page_title,
    postal_address,
    prose,
    title_picture,
)
from app.components.link import link, outward
from app.components.prices import crown_note, price_list
from app.components.voucher import ticket
from app.content.estimate import FINISHED
from app.content.prints import FINISHED_PRINTS
from app.content.prints import KIND as PRINTS
from app.content.studio import STUDIO
from app.content.vouchers import VOUCHERS, Voucher, VoucherCategory, voucher
from app.content.workshops import CANCELLATION, DATES, HELD, KIND, TITLE, TOGETHER
from app.extras.dates.workshops import workshop_dates
from app.i18n import _
from app.i18n.formats import estimate, price
from app.inquiries.limits import HOLD_HOURS
from app.settings import settings


def meta(category: str) -> Meta:
    kind = voucher(category)
    return Meta(title=kind.window, description=kind.abstract.format(price=price(kind.values[0])), picture=kind.picture)


def page(category: str) -> rx.Component:
    kind = voucher(category)
    return h.fragment(
        page_title(kind.headline, kind.summary, photograph=title_picture(kind.picture, kind.alt)),
        _values(kind),
        _dates() if kind.slug == KIND else None,
        _about(kind),
        _prints() if kind.slug == PRINTS else None,
        _terms(kind),
        _others(kind),
    )


def _about(kind: VoucherCategory) -> rx.Component:
    words = h.div(heading(_("What it covers")), prose(kind.description))
    shown = facts(
        (_("Valid"), kind.validity),
        (_("Format"), _("Printed: 21 × 10 cm, 600 gsm cotton, in an envelope; or a PDF by e-mail")),
    )
    return band(halves(words, shown))


def _prints() -> rx.Component:
    return band(
        heading(_("Ready to take home")),
        prose(
            _(
                "These lie in our drawers, printed and dry. You need no voucher to buy one; if you have one, write its "
                "code into the message."
            )
        ),
        price_list(FINISHED_PRINTS),
        actions(button(_("Order a print"), to="inquiry", query={"what": "prints", "product": FINISHED[0]})),
    )


def _values(kind: VoucherCategory) -> rx.Component:
    return band(
        heading(_("Choose a voucher")),
        h.ul(
            *(h.li(_value(kind, one), class_name="flex") for one in kind.vouchers),
            class_name="mt-10 max-w-4xl space-y-8",
        ),
        h.p(
            _("A question first? Write to"),
            " ",
            outward(STUDIO.email, href=STUDIO.email_url, class_name=QUIET),
            " ",
            _("or"),
            " ",
            link(_("ask here"), to="inquiry", query={"what": "other"}, class_name=QUIET),
            class_name="mt-8 text-lg",
        ),
        crown_note(),
    )


def _dates() -> rx.Component:
    words = h.div(
        heading(_("Dates"), id=DATES),
        prose(
            *([] if settings().is_static else [HELD.format(n=HOLD_HOURS)]),
            TOGETHER,
            _("You pay by transfer, or with a voucher: write its code into the message."),
        ),
    )
    where = facts(
        (_("What"), TITLE),
        (_("Where"), [STUDIO.name, h.br(), *postal_address()]),
        (_("Bring"), _("up to ten words that are worth printing; we have the rest, apron and coffee included")),
    )
    return band(halves(words, where), workshop_dates(), tone="sunk")


def _value(kind: VoucherCategory, one: Voucher) -> rx.Component:
    other = estimate(one.crowns)
    return ticket(
        h.h3(one.buys, class_name="mt-4 font-display text-2xl leading-tight text-balance md:text-3xl"),
        None,
        h.fragment(
            price(one.crowns),
            h.small(other, class_name="mt-1 block font-text text-base text-ink-soft tabular-nums") if other else None,
        ),
        link(
            _("Order"),
            h.span(" ", _("for {price}").format(price=price(one.crowns)), class_name="sr-only"),
            to="inquiry",
            query={"what": "voucher", "voucher": one.key},
            class_name=BUTTON,
        ),
        kind=kind.title,
    )


def _terms(kind: VoucherCategory) -> rx.Component:
    terms = (*kind.terms, CANCELLATION) if kind.slug == KIND else kind.terms
    return band(
        heading(_("Terms, in plain words")),
        h.ul(
            *(h.li(term, class_name="border-b border-rule py-4") for term in terms),
            class_name="mt-10 max-w-prose border-t border-rule text-lg leading-relaxed",
        ),
        tone="sunk",
    )


def _others(kind: VoucherCategory) -> rx.Component | None:
    others = [
        h.article(
            h.h3(other.title, class_name="font-display text-3xl uppercase leading-none"),
            h.p(other.summary, class_name="mt-3 text-lg leading-relaxed"),
            actions(button(other.headline, to="vouchers-category", params={"category": other.slug})),
            class_name="border-t-4 border-ink pt-5",
        )
        for other in VOUCHERS
        if other != kind
    ]
    return band(heading(_("Or perhaps")), grid(*others, columns=2)) if others else None
