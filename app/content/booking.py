"""The text of a customer's booking page, and the IDs of elements that the server fills in."""

from app.content.studio import STUDIO
from app.content.workshops import MOVE_DAYS
from app.i18n import _

OTHERWISE, PROBLEM, LEAD, REFERENCE = "booking-otherwise", "booking-problem", "booking-lead", "booking-reference"
CONDITIONS, PRICE, CONFIRM = "booking-conditions", "booking-price", "booking-confirm"
MOVE, FIXED, CANCEL = "booking-move", "booking-fixed", "booking-cancel"
"""IDs of the page's elements. All except `OTHERWISE` are hidden until the server fills them in."""
ACT, DATE, EXPECTED = "act", "workshop", "expected"
"""Names of form fields: the pressed button, the new date, and the booked date that the page shows."""

CONFIRM_AND_PAY = _("Confirm and pay")
"""The text of the buttons that conclude the contract. By law, this text must mention the payment."""
UNKNOWN = _(
    "This link does not work: it is incomplete, or the booking has been deleted. Use the link in our latest "
    "e-mail, or write to {email}."
).format(email=STUDIO.email)
OVER = _("This workshop is over.")
CALLED_OFF = _(
    "We’re sorry: the workshop on {date} has been called off. You can have another date, or your money back if you "
    "have already paid."
)
CLOSED = _("This booking can no longer be changed here. To change it, write to {email}.").format(email=STUDIO.email)
UNCONFIRMED = _("You haven’t confirmed this booking: {seats} at the workshop on {date}.")
NO_OTHER_DATE = _(
    "No other date has enough free places just now. If you’d like one all the same, write to {email}."
).format(email=STUDIO.email)
MOVED_ALREADY = _("You have moved this booking once already. If you need to change it again, write to {email}.").format(
    email=STUDIO.email
)
TOO_LATE = _(
    "A booking can be moved up to {n} days before the workshop. To change it later than that, write to {email}."
).format(n=MOVE_DAYS, email=STUDIO.email)
NO_LONGER = _("That is no longer possible. This is the state of your booking now.")


def date_id(workshop: str) -> str:
    return f"booking-date-{workshop}"


def pay_id(workshop: str) -> str:
    return f"booking-pay-{workshop}"


def left_id(workshop: str) -> str:
    return f"booking-left-{workshop}"
