"""Enforces limits on senders and on workshop seats by counting stored inquiries."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from app.database.database import secret_key
from app.database.keys import mailbox
from app.database.lazily import sql
from app.inquiries import limits
from app.inquiries.model import VOUCHER, Inquiry

SENDER_KEY, ID_KEY = "senders", "ids"


@dataclass(eq=False)
class TooManyInquiriesError(Exception):
    """Raised when a sender must wait for `seconds` before the next inquiry."""

    seconds: float


class TooManySeatsError(Exception):
    """Raised when a sender wants to book too many seats."""


def check_senders(connection: "sql.Connection", networks: Sequence[str], now: float) -> None:
    """Raises TooManyInquiriesError if one of the sender's networks has reached its limit."""
    received = sql.inquiries.c.received
    for digest, limit in zip(_digests(connection, networks), limits.SENDER_LIMITS, strict=False):
        query = (
            sql.select(received)
            .join(sql.senders)
            .where(sql.senders.c.digest == digest, received > now - limit.seconds)
            .order_by(received.desc())
            .offset(limit.count - 1)
            .limit(1)
        )
        last = connection.scalar(query)
        if last is not None:
            raise TooManyInquiriesError(last - (now - limit.seconds))


def check_seats(
    connection: "sql.Connection", inquiry: Inquiry, networks: Sequence[str], capacity: int, now: float
) -> None:
    """Raises TooManySeatsError if one household or mailbox books more than `capacity` seats within a day."""
    inquiries, senders = sql.inquiries.c, sql.senders.c
    digests = _digests(connection, networks[: limits.HOUSEHOLD_NETWORKS])
    of_household = inquiries.id.in_(sql.select(senders.inquiry).where(senders.digest.in_(digests)))
    booked = _sum_of_places(
        connection,
        inquiries.received > now - limits.SEATS_LIMIT_SECONDS,
        sql.or_(inquiries.mailbox == mailbox(inquiry.email), of_household),
    )
    if booked + inquiry.seats > capacity:
        raise TooManySeatsError


def may_confirm(connection: "sql.Connection", inquiry: Inquiry, now: float) -> bool:
    """Whether a mailbox may get another confirmation email. Voucher orders have their own limit."""
    what, is_order = sql.inquiries.c.what, inquiry.what == VOUCHER
    limit = limits.ORDER_CONFIRMATION_LIMIT if is_order else limits.CONFIRMATION_LIMIT
    query = (
        sql.select(sql.func.count())
        .select_from(sql.inquiries.join(sql.mails))
        .where(
            sql.mails.c.recipient == "sender",
            sql.inquiries.c.workshop.is_(None),  # bookings have their own limit in `check_seats`
            what == VOUCHER if is_order else what != VOUCHER,
            sql.inquiries.c.received > now - limit.seconds,
            sql.inquiries.c.mailbox == mailbox(inquiry.email),
        )
    )
    return connection.execute(query).scalar_one() < limit.count


def mail_delay(connection: "sql.Connection", now: float) -> float:
    limit = limits.MAIL_LIMIT
    query = sql.select(sql.func.count()).where(sql.inquiries.c.received > now - limit.seconds)
    count = connection.execute(query).scalar_one()
    return max(0, count + 1 - limit.count) * limit.seconds / limit.count


def add_sender(connection: "sql.Connection", inquiry: str, networks: Sequence[str]) -> None:
    """Stores keyed hashes of the sender's IP networks."""
    for digest in _digests(connection, networks):
        connection.execute(sql.insert(sql.senders).values(inquiry=inquiry, digest=digest))


def delete_old_senders(connection: "sql.Connection", now: float) -> None:
    is_old = sql.inquiries.c.received < now - limits.SENDER_RETENTION_SECONDS
    old = sql.select(sql.inquiries.c.id).where(is_old)
    connection.execute(sql.delete(sql.senders).where(sql.senders.c.inquiry.in_(old)))


def seats_taken(connection: "sql.Connection", workshop: str, now: float, *, except_for: str = "") -> int:
    """Returns the number of booked and reserved seats of a workshop date. Ignores the inquiry with ID `except_for`."""
    inquiries = sql.inquiries.c
    is_taken = sql.or_(inquiries.held_until.is_(None), inquiries.held_until > now)
    return _sum_of_places(connection, inquiries.workshop == workshop, is_taken, inquiries.id != except_for)


def seats_held(connection: "sql.Connection", workshop: str, now: float) -> tuple[int, float | None]:
    """Returns the number of reserved seats of a workshop date, and the Unix time when the first reservation expires."""
    inquiries = sql.inquiries.c
    is_held = (inquiries.workshop == workshop, inquiries.held_until > now, inquiries.cancelled.is_(None))
    until = connection.scalar(sql.select(sql.func.min(inquiries.held_until)).where(*is_held))
    return _sum_of_places(connection, *is_held), until


def _sum_of_places(connection: "sql.Connection", *conditions: "sql.ColumnElement[bool]") -> int:
    query = sql.select(sql.func.coalesce(sql.func.sum(sql.inquiries.c.places), 0)).where(*conditions)
    return connection.execute(query).scalar_one()


def _digests(connection: "sql.Connection", networks: Sequence[str]) -> list[bytes]:
    secret = secret_key(connection, SENDER_KEY)
    return [hmac.digest(secret, network.encode(), hashlib.sha256) for network in networks]
