"""The text of the staff pages (the desk): inquiry and booking states, emails, and actions."""

from collections.abc import Mapping

from app.i18n import Text, _, ngettext
from app.inquiries.actions import Deleted, Reason
from app.inquiries.search import State
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, STUDIO, Booking
from app.vouchers.orders import SENT, TO_PRINT, Order
from app.vouchers.orders import Reason as VoucherReason
from app.vouchers.orders import State as OrderState

STATES: Mapping[State, Text] = {
    "all": _("All"),
    "new": _("New"),
    "answered": _("Answered"),
    "booking": _("Bookings"),
    "held": _("Held"),
    "expired": _("Expired"),
    "cancelled": _("Cancelled"),
    "failed": _("With a failed e-mail"),
}
BOOKINGS: Mapping[Booking, Text] = {
    "held": _("Held"),
    "booked": _("Booking"),
    "expired": _("Expired"),
    "cancelled": _("Cancelled"),
}
MAILS: Mapping[str, Text] = {
    STUDIO: _("To the studio"),
    SENDER: _("Confirmation to the customer"),
    BOOKED: _("Booking to the customer"),
    CANCELLED: _("Cancellation to the customer"),
    MOVED: _("New date to the customer"),
    CHANGE: _("To the studio about a change"),
    SENT: _("Voucher to the customer"),
    TO_PRINT: _("Voucher to the studio, for printing"),
}
MAIL_STATES: Mapping[str, Text] = {
    "sent": _("sent"),
    "not sent": _("waiting"),
    "retrying": _("not sent yet; trying again"),
    "refused": _("not sent"),
}
IMPOSSIBLE: Mapping[Reason, Text] = {
    "missing": _("This enquiry is no longer here."),
    "no-booking": _("This enquiry books no workshop."),
    "booked": _("This booking is already confirmed."),
    "cancelled": _("This booking is already cancelled."),
    "past": _("The workshop is over, so its booking cannot be changed."),
    "changed": _("This enquiry has changed in the meantime, so nothing was done. This is its state now."),
    "unknown-date": _("There is no such upcoming date."),
    "same-date": _("The booking is already for this date."),
    "full": _("This date no longer has enough free places. Nothing was changed."),
}
"""Messages for failed actions, keyed by reason. "moved" and "late" are left out: they occur only for customers."""
MARKED = {True: _("Marked as answered."), False: _("Marked as not answered.")}
CONFIRMED_NOW = _("The booking is confirmed. The customer gets an e-mail.")
CANCELLED_NOW = _("The booking is cancelled, and its places are free. The customer gets an e-mail.")
MOVED_NOW = _("The booking is moved. The customer gets an e-mail.")
STATES_OF_VOUCHERS: Mapping[OrderState, Text] = {
    "ordered": _("waits for the payment"),
    "valid": _("valid"),
    "used": _("used"),
    "expired": _("expired"),
    "deleted": _("not paid, enquiry deleted"),
}
IMPOSSIBLE_FOR_VOUCHERS: Mapping[VoucherReason, Text] = {
    "missing": _("This order is no longer here."),
    "paid": _("This order is already paid for. Nothing was sent again."),
    "unpaid": _("This order is not paid for."),
    "used": _("This voucher is already used."),
}
USE_QUESTION = _("Mark voucher {number} ({kind}, {price}) as used? You can’t undo this here.")
HAS_RUN_OUT = _("This voucher has run out: it was valid until {date}.")
USED_NOW = _("The voucher is marked as used.")
FAILED = _("The database does not answer. Nothing was changed. Try again.")


def paid_text(order: Order) -> Text:
    if order.choice.is_by_post:
        return _(
            "The voucher is paid for. The PDF comes to you by e-mail: print it and post it within three working days."
        )
    return _("The voucher is paid for, and goes out by e-mail.")


def deleted_text(deleted: Deleted) -> Text:
    text = _("Deleted: the enquiry, {files}, {mails}. Now delete its e-mails in our mailbox, too ({reference}).")
    return text.format(
        reference=deleted.reference,
        files=ngettext("{n} file", "{n} files", deleted.files),
        mails=ngettext("{n} unsent e-mail", "{n} unsent e-mails", deleted.unsent_mails),
    )
