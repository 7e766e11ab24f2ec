"""Messages about a booking's state."""

from datetime import date

from app.content.moments import moment
from app.i18n import Text, _, ngettext
from app.i18n.formats import day
from app.inquiries.store import StoredInquiry


def workshop_day(workshop: str) -> str:
    """Formats a workshop's date in the current language. `workshop` is the date in ISO 8601."""
    try:
        return day(date.fromisoformat(workshop))
    except ValueError:
        return workshop


def seats_text(stored: StoredInquiry) -> Text:
    return ngettext("{n} place", "{n} places", stored.inquiry.seats)


def receipt_text(stored: StoredInquiry) -> Text:
    if stored.booking == "held":
        text = _(
            "We are holding {seats} for you on {date}, until {until}, Brno time. To book, open the link in our e-mail."
        )
    else:
        text = _("Your booking for {date}: {state}.").format(state=state_text(stored))
    return text.format(
        seats=seats_text(stored), date=workshop_day(stored.workshop), until=moment(stored.held_until or 0)
    )


def state_text(stored: StoredInquiry) -> Text:
    until = moment(stored.held_until or 0)
    texts = {
        "held": _("held until {until}, waiting for confirmation").format(until=until),
        "booked": _("booked"),
        "expired": _("expired: was held until {until}, not confirmed").format(until=until),
        "cancelled": _("cancelled"),
    }
    return texts[str(stored.booking)]
