"""Creates the mails about an inquiry.

Mails to the sender, and all subjects, contain no free text from the form. Otherwise, spammers could send their text to
a stranger's address.
"""

import time
from collections.abc import Sequence
from math import inf

from app.i18n import DEFAULT, LANGUAGES, current, use
from app.inquiries.addresses import normalise
from app.inquiries.customer_mails import message_to_customer
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, STUDIO, StoredFile, StoredInquiry
from app.inquiries.studio_mails import change, is_risky, report
from app.mails import OutgoingMail, UnsendableError, outgoing_mail
from app.routes import url_for
from app.settings import Settings
from app.vouchers.mails import order_message, print_message, sent_message
from app.vouchers.orders import SENT, TO_PRINT, Order


def compose(
    stored: StoredInquiry,
    recipient: str,
    settings: Settings,
    max_bytes: float = inf,
    *,
    token: str = "",
) -> OutgoingMail:
    """Returns the mail to `recipient`. Omits the largest attachments if the mail would exceed `max_bytes`.

    Mails that contain a booking link need a `token` (see `has_link`).

    Raises:
        UnsendableError: the sender's address is invalid.
        StoreError: a file cannot be read.
    """
    if stored.voucher and recipient in (SENDER, SENT, TO_PRINT):
        return _voucher_mail(stored, stored.voucher, recipient, settings)
    if recipient.startswith(CHANGE):
        return _mail_about_change(stored, recipient, settings)
    if recipient != STUDIO:
        return _mail_to_sender(stored, recipient, settings, token)
    attached: Sequence[StoredFile] = [file for file in stored.files if not is_risky(file)]
    mail = _report(stored, settings, attached)
    while mail.size > max_bytes and attached:
        attached = sorted(attached, key=_size)[:-1]
        mail = _report(stored, settings, attached)
    return mail


def has_link(stored: StoredInquiry, recipient: str) -> bool:
    """Whether the mail contains a link to the booking's page."""
    if recipient == SENDER:
        return stored.booking in ("held", "expired")
    return recipient == BOOKED or recipient.startswith(MOVED)


def _mail_to_sender(stored: StoredInquiry, kind: str, settings: Settings, token: str) -> OutgoingMail:
    inquiry = stored.inquiry
    if normalise(inquiry.email) != inquiry.email:
        raise UnsendableError("the address is not valid")
    with use(next((each for each in LANGUAGES if each.code == inquiry.language), DEFAULT)):
        link = f"{settings.site_url}{url_for('booking', current())}?token={token}" if token else ""
        message = message_to_customer(stored, kind, link, settings)
        id = f"{inquiry.id}.{kind}"
        return outgoing_mail(message, settings, to=inquiry.email, id=id, sent=_date(stored, kind))


def _voucher_mail(stored: StoredInquiry, order: Order, kind: str, settings: Settings) -> OutgoingMail:
    if kind != SENDER and order.state != "valid":
        raise UnsendableError("the voucher is no longer valid")
    inquiry, id = stored.inquiry, f"{stored.inquiry.id}.{kind}"
    if kind == TO_PRINT:
        with use(DEFAULT):
            message = print_message(order, settings.site_url)
            return outgoing_mail(message, settings, to=str(settings.mail_to), id=id, sent=order.paid or 0)
    if normalise(inquiry.email) != inquiry.email:
        raise UnsendableError("the address is not valid")
    with use(next((each for each in LANGUAGES if each.code == inquiry.language), DEFAULT)):
        if kind == SENDER:
            message = order_message(order, settings.site_url, by_card=settings.has_card_payments)
        else:
            message = sent_message(order, settings.site_url)
        return outgoing_mail(message, settings, to=inquiry.email, id=id, sent=order.paid or stored.received)


def _mail_about_change(stored: StoredInquiry, recipient: str, settings: Settings) -> OutgoingMail:
    kind = recipient.removeprefix(CHANGE)
    with use(DEFAULT):
        message = change(stored, kind, settings)
        id = f"{stored.inquiry.id}.{recipient}"
        return outgoing_mail(
            message, settings, to=str(settings.mail_to), id=id, sent=_date(stored, kind), reply_to=_reply_to(stored)
        )


def _report(stored: StoredInquiry, settings: Settings, attached: Sequence[StoredFile]) -> OutgoingMail:
    with use(DEFAULT):
        message = report(stored, attached, settings)
        id = f"{stored.inquiry.id}.{STUDIO}"
        return outgoing_mail(
            message, settings, to=str(settings.mail_to), id=id, sent=stored.received, reply_to=_reply_to(stored)
        )


def _reply_to(stored: StoredInquiry) -> str:
    email = stored.inquiry.email
    return email if normalise(email) == email else ""


def _date(stored: StoredInquiry, kind: str) -> float:
    """Returns the Unix time of the event that the mail reports. For a move, returns the current time, because
    the database does not store the times of all moves.
    """
    if kind.startswith(MOVED):
        return time.time()
    return {BOOKED: stored.confirmed, CANCELLED: stored.cancelled}.get(kind) or stored.received


def _size(file: StoredFile) -> int:
    return file.size
