"""A customer's booking, linked from emails. The server fills in the text, so no JavaScript is needed."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.html import Child
from app.components.layout import BUTTON, PRESSED, QUIET, band, page_title
from app.components.link import link
from app.content import booking as content
from app.content.workshops import CALLED_OFF, CANCELLATION, IF_PAID, NO_WITHDRAWAL, WORKSHOPS, Workshop
from app.i18n import Text, _
from app.i18n.formats import day

TEXT = "mt-4 max-w-prose text-lg leading-relaxed first:mt-0"


def meta() -> Meta:
    return Meta(
        title=_("Your workshop booking"),
        description=_("Confirm, move or cancel the places that you have booked at one of our workshops at the press."),
        picture="pricing",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(_("Your booking")),
        band(
            h.p(
                _("To see your booking, open the link in our e-mail. Here you confirm it, move it or cancel it."),
                id=content.OTHERWISE,
                class_name=TEXT,
            ),
            h.p(id=content.PROBLEM, hidden=True, role="alert", class_name=f"{TEXT} border-l-4 border-spot pl-4"),
            h.p(id=content.LEAD, hidden=True, class_name="max-w-prose text-xl leading-relaxed md:text-2xl"),
            h.p(id=content.REFERENCE, hidden=True, class_name=f"{TEXT} text-ink-soft tabular-nums"),
            _conditions(),
            _form(_button(content.CONFIRM_AND_PAY, "confirm", PRESSED), id=content.CONFIRM, class_name="mt-4"),
            h.p(id=content.FIXED, hidden=True, class_name=TEXT),
            _move(),
            _cancel(),
            class_name="pt-4 md:pt-6 xl:pt-8",
        ),
    )


def _conditions() -> rx.Component:
    """Returns the conditions that customers must be able to read just before they confirm."""
    return h.div(
        h.p(NO_WITHDRAWAL, class_name=TEXT),
        h.p(CANCELLATION, class_name=TEXT),
        h.p(link(_("Terms of business"), to="terms", class_name=f"{QUIET} text-lg"), class_name="mt-2"),
        h.p(id=content.PRICE, hidden=True, class_name="mt-2 text-xl tabular-nums"),
        id=content.CONDITIONS,
        hidden=True,
        class_name="mt-8",
    )


def _move() -> rx.Component:
    return _form(
        h.input(type="hidden", name=content.ACT, value="move"),
        h.h2(_("Another date"), class_name="font-display text-3xl uppercase leading-tight"),
        h.ul((_date(each) for each in WORKSHOPS), class_name="mt-4"),
        id=content.MOVE,
        class_name="mt-12",
    )


def _date(each: Workshop) -> rx.Component:
    move = h.button(
        _("Yes, move"),
        h.span(id=content.pay_id(each.id), hidden=True),
        type="submit",
        name=content.DATE,
        value=each.id,
        class_name=f"{BUTTON} mt-2 mb-4 cursor-pointer",
    )
    free = h.span(id=content.left_id(each.id), hidden=True)
    summary = h.summary(
        h.span(day(each.day), class_name=QUIET),
        h.span(each.spoken, ", ", free, class_name="text-ink-soft"),
        class_name="flex cursor-pointer flex-wrap items-center gap-x-4 text-lg",
    )
    return h.li(h.details(summary, move), id=content.date_id(each.id), hidden=True)


def _cancel() -> rx.Component:
    return _form(
        h.details(
            h.summary(_("Cancel the booking"), class_name=f"{QUIET} cursor-pointer text-lg"),
            h.p(CALLED_OFF, class_name=TEXT),
            h.p(IF_PAID, class_name=TEXT),
            h.p(CANCELLATION, class_name=TEXT),
            h.p(_("The places are free for others at once. This can’t be undone."), class_name="mt-4 text-lg"),
            h.p(_button(_("Yes, cancel"), "cancel", BUTTON), class_name="mt-4"),
        ),
        id=content.CANCEL,
        class_name="mt-8",
    )


def _form(*children: Child, id: str, class_name: str) -> rx.Component:
    expected = h.input(type="hidden", name=content.EXPECTED)
    return h.form(expected, *children, id=id, method="post", hidden=True, class_name=f"{class_name} print:hidden")


def _button(text: Text, act: str, looks: str) -> rx.Component:
    return h.button(text, type="submit", name=content.ACT, value=act, class_name=f"{looks} cursor-pointer")
