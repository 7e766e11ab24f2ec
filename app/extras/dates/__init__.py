"""Lists of upcoming dates. The browser removes past dates."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import reflex as rx

from app.components import html as h
from app.content.inquiry import SEATS
from app.i18n import Text
from app.settings import settings

LOOKS = {
    "list": "mt-10 border-t-2 border-ink",
    "otherwise": "mt-10 max-w-prose text-lg leading-relaxed",
}


class Dates(rx.Component):
    """A list of dates. `begin` contains the start of each date (Unix time in ms)."""

    library = "$/app/extras/dates/dates.js"
    tag = "Dates"

    begin: rx.Var[list[int]]
    ids: rx.Var[list[str]]
    looks: rx.Var[dict[str, str]]
    otherwise: rx.Var[str]
    seats: rx.Var[str]


_dates = h.element(Dates)


class SeatsLeft(rx.Component):
    library = "$/app/extras/dates/dates.js"
    tag = "SeatsLeft"

    date: rx.Var[str]
    free: rx.Var[list[str]]
    reserved: rx.Var[list[str]]
    otherwise: rx.Var[str]


_seats_left = h.element(SeatsLeft)


class Before(rx.Component):
    """A part of a row. `otherwise` replaces the part after `end` (Unix time in ms). If `needs_seats` is true,
    `otherwise` also replaces the part when the date is full.
    """

    library = "$/app/extras/dates/dates.js"
    tag = "Before"

    end: rx.Var[int]
    otherwise: rx.Var[str]
    date: rx.Var[str]
    needs_seats: rx.Var[bool]


def milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def seats_left(*, date: str, free: list[str], otherwise: str, reserved: Sequence[str] = ()) -> rx.Component:
    """Returns text about free and reserved seats. `free[n]` and `reserved[n]` are the texts for `n` seats. `otherwise`
    is the placeholder until the numbers are loaded.
    """
    return _seats_left(date=date, free=free, reserved=[*reserved], otherwise=otherwise)


def dates(rows: Iterable[tuple[datetime, rx.Component]], otherwise: Text, ids: Sequence[str] = ()) -> rx.Component:
    """Returns a list of upcoming dates, or `otherwise` when no date is left."""
    listed = tuple(rows)
    begin = [milliseconds(moment) for moment, _ in listed]
    seats = {} if settings().is_static else {"seats": SEATS}
    return _dates(*(item for _, item in listed), begin=begin, ids=[*ids], looks=LOOKS, otherwise=otherwise, **seats)


def until(moment: datetime, *children: h.Child) -> rx.Component:
    """Returns a list item that disappears at `moment`."""
    looks = {"list": "", "otherwise": "hidden"}
    return _dates(h.li(*children), begin=[milliseconds(moment)], looks=looks, otherwise="")
