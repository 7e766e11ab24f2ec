"""A workshop date: activities, address, price, and booking."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import (
    actions,
    band,
    button,
    facts,
    halves,
    heading,
    page_title,
    postal_address,
    prose,
    title_picture,
)
from app.components.prices import crown_note
from app.content import booking
from app.content.studio import STUDIO
from app.content.vouchers import FOR_TWO, voucher
from app.content.workshops import (
    CALLED_OFF,
    CANCELLATION,
    DATES,
    KIND,
    MOVING,
    NOT_HELD,
    TITLE,
    TOGETHER,
    Workshop,
    find,
)
from app.extras.dates.workshops import workshop_date
from app.i18n import _, ngettext
from app.i18n.formats import Crowns, Day


def meta(date: str) -> Meta:
    workshop, picture = _workshop(date), voucher(KIND).picture
    if workshop.is_called_off:
        return Meta(
            title=_("Letterpress workshop, {day}: called off").format(day=Day(workshop.day)),
            description=booking.CALLED_OFF.format(date=Day(workshop.day)),
            picture=picture,
        )
    return Meta(
        title=_("Letterpress workshop, {day}").format(day=Day(workshop.day)),
        description=_(
            "Set ten words by hand and print them, in Brno: {date}. {price} for one, {together} for two "
            "who book together."
        ).format(date=workshop.name, price=Crowns(workshop.crowns), together=Crowns(FOR_TWO.crowns)),
        picture=picture,
    )


def page(date: str) -> rx.Component:
    workshop, kind = _workshop(date), voucher(KIND)
    lead = _("We meet at the press: {date}.").format(date=workshop.name)
    photograph = title_picture(kind.picture, kind.alt)
    if workshop.is_called_off:
        return h.fragment(
            page_title(TITLE, workshop.name, photograph=photograph),
            band(heading(NOT_HELD), prose(CALLED_OFF), tone="sunk"),
            _other_days(),
        )
    where = facts(
        (_("When"), workshop.name),
        (_("Where"), [STUDIO.name, h.br(), *postal_address()]),
        (_("How many"), ngettext("{n} person at most", "{n} people at most", workshop.places)),
        (_("Bring"), _("up to ten words that are worth printing; we have the rest, apron and coffee included")),
    )
    words = h.div(heading(_("What we’ll do")), prose(kind.summary, kind.description, TOGETHER, MOVING, CANCELLATION))
    return h.fragment(
        page_title(TITLE, lead, photograph=photograph),
        band(heading(_("Book a place")), workshop_date(workshop), crown_note(), tone="sunk"),
        band(halves(words, where)),
        _other_days(),
    )


def _other_days() -> rx.Component:
    return band(
        heading(_("Another day?")),
        actions(
            button(_("All workshop dates"), to="vouchers-category", params={"category": KIND}, anchor=DATES),
            button(voucher(KIND).headline, to="vouchers-category", params={"category": KIND}),
        ),
    )


def _workshop(date: str) -> Workshop:
    workshop = find(date)
    assert workshop, date
    return workshop
