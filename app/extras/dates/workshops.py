"""Workshop dates with prices, booking links and calendar files."""

from collections.abc import Iterator

import reflex as rx

from app.components import html as h
from app.components.icon import icon
from app.components.layout import QUIET, button
from app.components.link import link
from app.components.prices import amount
from app.content.calendar_file import calendar_path
from app.content.studio import STUDIO
from app.content.workshops import NOT_HELD, WORKSHOPS, Workshop
from app.extras.dates import Before, dates, milliseconds, seats_left
from app.i18n import Text, _, current, ngettext, typeset
from app.i18n.formats import clock, day, weekday

NONE = _("No dates are set just now. Write to us which Saturdays suit you, and we’ll let you know.")
CLOSED = _("This workshop can no longer be booked here. The list has the next dates.")

_before = h.element(Before)


def workshop_dates() -> rx.Component:
    """Returns a list of upcoming workshops with price, free seats, booking link and calendar file."""
    rows = ((each.starts, _date(each, _own_page(each))) for each in WORKSHOPS)
    return dates(rows, otherwise=NONE, ids=[each.id for each in WORKSHOPS])


def workshop_date(workshop: Workshop) -> rx.Component:
    """Returns a workshop's text and booking link, which disappear when booking closes."""
    row = (workshop.bookable_until, _date(workshop, _day(workshop)))
    return dates((row,), otherwise=CLOSED, ids=[workshop.id])


def _own_page(workshop: Workshop) -> rx.Component:
    look = "inline-block py-1.5 underline hover:text-spot"
    return link(_day(workshop), to="workshop", params={"date": workshop.id}, class_name=look)


def _day(workshop: Workshop) -> rx.Component:
    return h.time(day(workshop.starts), date_time=workshop.starts.isoformat("T", "minutes"))


def _left(number: int) -> Text:
    return ngettext("{n} place left", "{n} places left", number) if number else _("no place left")


def _held(number: int) -> Text:
    return ngettext("{n} place waits for a confirmation", "{n} places wait for a confirmation", number)


def _date(workshop: Workshop, name: rx.Component) -> rx.Component:
    when = h.div(
        h.h3(name, class_name="font-display text-3xl leading-none md:text-4xl"),
        h.p(
            weekday(workshop.starts).capitalize(),
            " ",
            clock(workshop.starts.time()),
            "–",
            clock(workshop.ends.time()),
            class_name="mt-2 text-lg tabular-nums",
        ),
        h.p(
            *((NOT_HELD,) if workshop.is_called_off else (workshop.spoken, ", ", _places(workshop))),
            class_name="text-lg text-ink-soft",
        ),
    )
    return h.li(
        when,
        *(() if workshop.is_called_off else _offer(workshop)),
        id=f"date-{workshop.id}",
        class_name=(
            "grid gap-x-10 gap-y-4 border-b border-rule py-6 md:grid-cols-[minmax(0,1fr)_7rem_auto] md:items-center"
        ),
    )


def _places(workshop: Workshop) -> rx.Component:
    return _before(
        seats_left(
            date=workshop.id,
            free=[typeset(_left(number)) for number in range(workshop.places + 1)],
            reserved=["", *(typeset(_held(number)) for number in range(1, workshop.places + 1))],
            otherwise=typeset(ngettext("{n} place in all", "{n} places in all", workshop.places)),
        ),
        date=workshop.id,
        end=milliseconds(workshop.bookable_until),
        otherwise=_("can no longer be booked"),
    )


def _offer(workshop: Workshop) -> Iterator[rx.Component]:
    calendar = h.a(
        icon("calendar-plus"),
        _("Add to my calendar"),
        h.span(": ", day(workshop.starts), class_name="sr-only"),
        href=f"/{calendar_path(workshop, current())}",
        download=f"{STUDIO.short_slug}-{workshop.id}.ics",
        class_name=f"{QUIET} gap-2 text-lg",
    )
    book = button(
        _("Book a place"),
        h.span(": ", day(workshop.starts), class_name="sr-only"),
        to="inquiry",
        query={"what": "workshop", "workshop": workshop.id},
    )
    ends = milliseconds(workshop.bookable_until)
    shown_book = _before(book, date=workshop.id, end=ends, otherwise="", needs_seats=True)
    yield h.p(amount(workshop.crowns, "font-display text-3xl leading-none"))
    yield h.div(shown_book, calendar, class_name="flex flex-wrap items-center gap-x-6")
