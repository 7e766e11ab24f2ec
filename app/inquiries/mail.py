"""Creates the emails about an inquiry.

Free text from the form never appears in subject lines or in emails to the sender, so spammers cannot send it
to strangers.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf

from app.content.facts import closing
from app.content.moments import studio_day
from app.i18n import DEFAULT, current, language_of, use
from app.inquiries.addresses import normalise
from app.inquiries.customer_mails import message_to_customer
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, STUDIO, StoredFile, StoredInquiry
from app.inquiries.studio_mails import change, is_risky, report
from app.mails import Message, OutgoingMail, Paragraph, UnsendableError, outgoing_mail
from app.routes import url_for
from app.settings import Settings
from app.vouchers.mails import order_message, print_message, sent_message
from app.vouchers.orders import SENT, TO_PRINT


def compose(
    stored: StoredInquiry,
    kind: str,
    settings: Settings,
    max_bytes: float = inf,
    *,
    token: str = "",
    clock: Callable[[], float] = time.time,
) -> OutgoingMail:
    """Returns an email of the given kind. Omits the largest attachments if the email would exceed `max_bytes`.

    Emails that contain a booking link need a `token` (see `has_link`).

    Raises:
        UnsendableError: the sender's address is invalid.
        StoreError: a file cannot be read.
    """
    now = clock()
    files = [file for file in stored.files if not is_risky(file)] if kind == STUDIO else []
    attached = sorted(files, key=lambda file: file.size)
    mail = _mail(stored, kind, settings, now, attached, token)
    while mail.size > max_bytes and attached:
        attached.pop()
        mail = _mail(stored, kind, settings, now, attached, token)
    return mail


def has_link(stored: StoredInquiry, kind: str) -> bool:
    if kind == SENDER:
        return stored.booking in ("held", "expired")
    return kind == BOOKED or kind.startswith(MOVED)


def _mail(
    stored: StoredInquiry, kind: str, settings: Settings, now: float, attached: Sequence[StoredFile], token: str
) -> OutgoingMail:
    inquiry, is_for_studio = stored.inquiry, kind.startswith(STUDIO)
    address = inquiry.email if normalise(inquiry.email) == inquiry.email else ""
    if not is_for_studio and not address:
        raise UnsendableError("the address is not valid")
    language = language_of(inquiry.language)
    with use(DEFAULT if is_for_studio else language):
        message = _message(stored, kind, settings, now, attached, token)
        if kind in (SENDER, BOOKED, SENT) and (closed := closing(studio_day(now))):
            message = replace(message, blocks=(*message.blocks[:-1], Paragraph(closed), message.blocks[-1]))
        return outgoing_mail(
            message,
            settings,
            to=str(settings.mail_to) if is_for_studio else address,
            id=f"{inquiry.id}.{kind}",
            sent=_date(stored, kind, now),
            reply_to=address if is_for_studio and kind != TO_PRINT else None,
        )


def _message(
    stored: StoredInquiry, kind: str, settings: Settings, now: float, attached: Sequence[StoredFile], token: str
) -> Message:
    order = stored.voucher
    if order and kind == SENDER:
        return order_message(order, settings.site_url, by_card=settings.has_card_payments)
    if order and kind in (SENT, TO_PRINT):
        if order.state != "valid":
            raise UnsendableError("the voucher is no longer valid")
        if kind == SENT:
            return sent_message(order, settings.site_url)
        return print_message(order, settings.site_url, stored.inquiry.by, stored.inquiry.message)
    if kind == STUDIO:
        return report(stored, attached, settings)
    if kind.startswith(CHANGE):
        return change(stored, kind.removeprefix(CHANGE), settings)
    link = f"{settings.site_url}{url_for('booking', current())}?token={token}" if token else ""
    return message_to_customer(stored, kind, link, settings, now)


def _date(stored: StoredInquiry, kind: str, now: float) -> float:
    """Returns the Unix time of the event that the email reports. For a move or a payment, returns the current time: the
    database does not store the times of all moves, and a payment can be recorded days after it arrived.
    """
    event = kind.removeprefix(CHANGE)
    if event.startswith(MOVED) or kind in (SENT, TO_PRINT):
        return now
    return {BOOKED: stored.confirmed, CANCELLED: stored.cancelled}.get(event) or stored.received
