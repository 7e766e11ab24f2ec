"""The workshops: dates, languages, and numbers of seats."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.content.vouchers import FOR_ONE, FOR_TWO, WORKSHOP_CLOSES, WORKSHOP_OPENS, Voucher
from app.i18n import Text, _
from app.i18n.formats import Clock, Crowns, Day, Weekday

PRAGUE = ZoneInfo("Europe/Prague")
KIND = "workshop"
"""The kind of voucher that pays for workshops."""
DATES = "dates"
MOVE_DAYS = 3
"""The deadline for moving a booking, or cancelling it with a refund, in days before the workshop (terms.py)."""
REFUND_DAYS = 14
DATE = r"\d{4}-\d\d-\d\d"
PER_PRESS = 2
PLACES = 2 * PER_PRESS

AVAILABLE, SOLD_OUT = (f"https://schema.org/{name}" for name in ("InStock", "SoldOut"))

HELD = _(
    "We hold your booking for {n} hours, or until the end of the day before the workshop if that is sooner. Confirm it "
    "by then with the link in our e-mail."
)
TOGETHER = _("Two people booking together share a press and pay {price} in total.").format(price=Crowns(FOR_TWO.crowns))
CANCELLATION = _(
    "If you cancel up to {n} days before the workshop, we refund the full price within {days} days, and a voucher that "
    "you paid with can be used again until the date printed on it; if that has passed meanwhile, we extend it. If you "
    "cancel later, there is no refund and the voucher is used up, but you may send somebody else in your place."
).format(n=MOVE_DAYS, days=REFUND_DAYS)
MOVING = _("You may move a booking once, up to {n} days before the workshop.").format(n=MOVE_DAYS)
NO_WITHDRAWAL = _(
    "A workshop is a leisure service on a certain date, so under section 1837(j) of the Czech Civil Code there is no "
    "right to withdraw from a booking."
)
IF_PAID = _("If you have already paid, this is what applies:")
"""The sentence that precedes the cancellation terms if the customer might not have paid."""
CALLED_OFF = _("If we have to call a workshop off, you choose between another date and your money back.")
NOT_HELD = _("This workshop has been called off.")
TITLE = _("Three hours at the press")
SPOKEN = {"cs": _("in Czech"), "en": _("in English")}


@dataclass(frozen=True)
class Workshop:
    """A workshop in `language`. `voucher` is the gift voucher for one seat. `places` is 0 if the workshop was called
    off.
    """

    id: str
    starts: datetime
    ends: datetime
    places: int
    language: str
    voucher: Voucher

    @property
    def day(self) -> date:
        return self.starts.date()

    @property
    def is_called_off(self) -> bool:
        return self.places == 0

    @property
    def bookable_until(self) -> datetime:
        return booking_ends(self.id)

    @property
    def spoken(self) -> Text:
        return SPOKEN[self.language]

    @property
    def name(self) -> Text:
        return _("{weekday} {day}, {opens}–{closes}, {spoken}").format(
            weekday=Weekday(self.day),
            day=Day(self.day),
            opens=Clock(self.starts.time()),
            closes=Clock(self.ends.time()),
            spoken=self.spoken,
        )

    @property
    def crowns(self) -> int:
        """The price of one seat, with VAT."""
        return self.voucher.crowns


def _morning(day: date, language: str, places: int = PLACES) -> Workshop:
    return Workshop(
        id=day.isoformat(),
        starts=datetime.combine(day, WORKSHOP_OPENS, PRAGUE),
        ends=datetime.combine(day, WORKSHOP_CLOSES, PRAGUE),
        places=places,
        language=language,
        voucher=FOR_ONE,
    )


WORKSHOPS = (
    _morning(date(2026, 12, 12), "cs"),
    _morning(date(2027, 1, 16), "cs"),
    _morning(date(2027, 1, 30), "en"),
    _morning(date(2027, 2, 13), "cs"),
    _morning(date(2027, 2, 27), "cs"),
    _morning(date(2027, 3, 13), "en"),
    _morning(date(2027, 4, 10), "cs"),
)
"""All workshops, in chronological order. A script removes past workshops from pages."""


def upcoming(now: datetime) -> tuple[Workshop, ...]:
    """Returns the workshops that can be booked at `now`. `now` must have a time zone."""
    return tuple(each for each in WORKSHOPS if each.bookable_until > now and not each.is_called_off)


def find(workshop_id: str) -> Workshop | None:
    return next((each for each in WORKSHOPS if each.id == workshop_id), None)


def deleted(workshop_id: str, language: str) -> Workshop:
    """Creates a substitute for a workshop that `WORKSHOPS` no longer contains. Reads the date from the ID."""
    return _morning(date.fromisoformat(workshop_id), language, places=0)


def is_called_off(workshop_id: str) -> bool:
    workshop = find(workshop_id)
    return workshop is not None and workshop.is_called_off


def is_over(workshop_id: str, now: datetime) -> bool:
    """Whether a workshop is over. Uses the date in the ID if `WORKSHOPS` no longer contains the workshop."""
    if workshop := find(workshop_id):
        return workshop.ends <= now
    return bool(re.fullmatch(DATE, workshop_id, re.ASCII)) and workshop_id < now.astimezone(PRAGUE).date().isoformat()


def booking_ends(workshop_id: str) -> datetime:
    """Returns the start of the workshop's day, based on the date in its ID."""
    return datetime.combine(date.fromisoformat(workshop_id), time(), PRAGUE)


def longest_hold(workshop_id: str) -> float:
    """Returns the latest time at which a reservation can expire (Unix time)."""
    return booking_ends(workshop_id).timestamp() - 1


def last_day_to_move(workshop_id: str) -> date:
    """Returns the last day on which a customer can move a booking, based on the date in the workshop's ID."""
    return date.fromisoformat(workshop_id) - timedelta(days=MOVE_DAYS)
