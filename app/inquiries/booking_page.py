"""Selects the contents of a booking's page."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape

from app.content import booking as content
from app.content.moments import moment
from app.content.studio import STUDIO
from app.content.workshops import WORKSHOPS, is_called_off, is_over
from app.http.filled_page import Contents, fill
from app.i18n import Text, _, ngettext, typeset
from app.i18n.formats import price_with_estimate
from app.inquiries.actions import ActionError, Reason, Seats, can_change, check_move
from app.inquiries.booking_texts import seats_text, workshop_day
from app.inquiries.store import StoredInquiry

_PARTS = (
    content.PROBLEM,
    content.LEAD,
    content.REFERENCE,
    content.CONDITIONS,
    content.PRICE,
    content.CONFIRM,
    content.MOVE,
    content.FIXED,
    content.CANCEL,
    *(id(each.id) for each in WORKSHOPS for id in (content.date_id, content.pay_id, content.left_id)),
)
_FULL = _("There are no longer enough free places on {date}. Choose another date, or write to {email}.").format(
    email=STUDIO.email
)
_PROBLEMS: Mapping[Reason, Text] = {
    "full": _("This date no longer has enough free places. Nothing was changed."),
    "moved": content.MOVED_ALREADY,
    "late": content.TOO_LATE,
    "changed": _("This booking was moved in the meantime. Nothing was changed."),
    "unknown-date": _("There is no such upcoming date. Nothing was changed."),
}

Texts = Mapping[str, str]
"""Texts of page elements, keyed by element ID. If a text is empty, the element shows its built-in text."""


def booking_page(html: str, texts: Texts, workshop: str) -> str:
    field = f'name="{content.EXPECTED}"'
    filled = fill(html, Contents(texts), _PARTS, (content.OTHERWISE,))
    return filled.replace(field, f'{field} value="{escape(workshop)}"')


def unknown_texts() -> Texts:
    return {content.LEAD: typeset(content.UNKNOWN)}


def page_texts(stored: StoredInquiry, seats: Sequence[Seats], now: float, problem: Reason | None = None) -> Texts:
    """Returns the text for a booking. `seats` contains the free seats of all upcoming workshop dates."""
    free = {each.workshop: each.free for each in seats if each.places is not None}
    workshop = stored.workshop
    is_past = is_over(workshop, datetime.fromtimestamp(now, UTC))
    is_on_sale = workshop in free and not is_called_off(workshop)
    can_confirm = is_on_sale and (
        stored.booking == "held" or (stored.booking == "expired" and free[workshop] >= stored.inquiry.seats)
    )
    shown: dict[str, Text | str] = {
        content.LEAD: _lead(stored, is_past=is_past, is_on_sale=is_on_sale, can_confirm=can_confirm),
        content.REFERENCE: _("Reference {reference}").format(reference=stored.inquiry.reference),
    }
    if problem:
        shown[content.PROBLEM] = _PROBLEMS.get(problem, content.NO_LONGER)
    if can_change(stored, now, "customer"):
        shown[content.CANCEL] = ""
        if can_confirm:
            shown |= {content.CONFIRM: "", **dict(_conditions(stored))}
        shown |= dict(_move(stored, free, now))
    elif stored.is_booking and not is_past:
        shown[content.FIXED] = content.CLOSED
    return {id: typeset(text) for id, text in shown.items()}


def _lead(stored: StoredInquiry, *, is_past: bool, is_on_sale: bool, can_confirm: bool) -> Text:
    texts = {
        "held": _(
            "We are holding {seats} for you at the workshop on {date}, until {until}, Brno time. Press the button to "
            "book."
        ),
        "booked": _("Booked: {seats} at the workshop on {date}. We look forward to seeing you."),
        "expired": _(
            "We held {seats} for you at the workshop on {date} until {until}, Brno time. You can still book: press the "
            "button."
        ),
        "cancelled": _("This booking is cancelled: {seats} at the workshop on {date}."),
    }
    if stored.is_booking and is_called_off(stored.workshop):
        text = content.CALLED_OFF
    elif stored.is_booking and is_past:
        text = content.OVER
    elif not is_on_sale and stored.booking in ("held", "expired"):
        text = content.UNCONFIRMED
    else:
        text = _FULL if stored.booking == "expired" and not can_confirm else texts[str(stored.booking)]
    return text.format(
        seats=seats_text(stored), date=workshop_day(stored.workshop), until=moment(stored.held_until or 0)
    )


def _move(stored: StoredInquiry, free: Mapping[str, int], now: float) -> Iterator[tuple[str, Text | str]]:
    """Yields the dates to which the customer can move the booking, or the reason why there are none."""
    try:
        check_move(stored, now)
    except ActionError as error:
        yield content.FIXED, _PROBLEMS[error.reason]
        return
    others = {each: left for each, left in free.items() if each != stored.workshop and left >= stored.inquiry.seats}
    if not others:
        yield content.FIXED, content.NO_OTHER_DATE
        return
    yield content.MOVE, ""
    for workshop, left in others.items():
        yield content.date_id(workshop), ""
        yield content.left_id(workshop), ngettext("{n} place free", "{n} places free", left)
    if stored.booking != "booked":  # choosing a date also confirms the booking
        yield from ((content.pay_id(each), f"· {content.CONFIRM_AND_PAY}") for each in others)
        yield from _conditions(stored)
    elif not is_called_off(stored.workshop):
        yield content.FIXED, _("You can move this booking only once.")


def _conditions(stored: StoredInquiry) -> Iterator[tuple[str, Text | str]]:
    yield content.CONDITIONS, ""
    if found := stored.estimate():
        yield content.PRICE, _("Total, VAT included: {price}").format(price=price_with_estimate(found.crowns))
