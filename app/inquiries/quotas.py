"""Enforces limits by counting stored inquiries. `now` is a Unix time in seconds."""

import hashlib
import hmac
import sqlite3
from collections.abc import Sequence

from app.inquiries import limits
from app.inquiries.database import SENDER_KEY, key
from app.inquiries.model import Inquiry


class TooManyInquiriesError(Exception):
    """Raised when a sender has reached a limit and must wait for `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class TooManySeatsError(Exception):
    """Raised when a booking would exceed a sender's limit of seats."""


def check_senders(connection: sqlite3.Connection, networks: Sequence[str], now: float) -> None:
    """Raises TooManyInquiriesError if one of the sender's networks has reached its limit."""
    query = """SELECT received FROM senders JOIN inquiries ON id = inquiry WHERE digest = ? AND received > ?
        ORDER BY received DESC LIMIT 1 OFFSET ?"""
    for digest, limit in zip(_digests(connection, networks), limits.SENDER_LIMITS, strict=False):
        last = connection.execute(query, [digest, now - limit.seconds, limit.count - 1]).fetchone()
        if last:
            raise TooManyInquiriesError(last[0] - (now - limit.seconds))


def check_seats(
    connection: sqlite3.Connection, inquiry: Inquiry, networks: Sequence[str], capacity: int, now: float
) -> None:
    """Raises TooManySeatsError if the recent bookings of a household or mailbox would exceed `capacity`."""
    digests = _digests(connection, networks[: limits.HOUSEHOLD_NETWORKS])
    marks = ", ".join("?" * len(digests))
    query = f"""SELECT coalesce(sum(places), 0) FROM inquiries WHERE received > ? AND places > 0
        AND (mailbox(email) = mailbox(?) OR id IN (SELECT inquiry FROM senders WHERE digest IN ({marks})))"""
    booked = connection.execute(query, [now - limits.SEATS_LIMIT_SECONDS, inquiry.email, *digests]).fetchone()[0]
    if booked + inquiry.seats > capacity:
        raise TooManySeatsError


def may_confirm(connection: sqlite3.Connection, email: str, now: float) -> bool:
    """Whether `CONFIRMATION_LIMIT` allows another confirmation mail to `email`."""
    query = """SELECT count(*) FROM inquiries JOIN mails ON inquiry = id AND recipient = 'sender'
        WHERE received > ? AND mailbox(email) = mailbox(?)"""
    confirmed = connection.execute(query, [now - limits.CONFIRMATION_LIMIT.seconds, email]).fetchone()[0]
    return confirmed < limits.CONFIRMATION_LIMIT.count


def mail_delay(connection: sqlite3.Connection, now: float) -> float:
    """Returns the seconds by which `MAIL_LIMIT` delays the next mail."""
    limit = limits.MAIL_LIMIT
    query = "SELECT count(*) FROM inquiries WHERE received > ?"
    count = connection.execute(query, [now - limit.seconds]).fetchone()[0]
    return max(0, count + 1 - limit.count) * limit.seconds / limit.count


def add_sender(connection: sqlite3.Connection, inquiry: str, networks: Sequence[str]) -> None:
    """Stores keyed hashes of the sender's networks. The hashes identify a network only with the key."""
    for digest in _digests(connection, networks):
        connection.execute("INSERT INTO senders (inquiry, digest) VALUES (?, ?)", [inquiry, digest])


def delete_old_senders(connection: sqlite3.Connection, now: float) -> None:
    statement = "DELETE FROM senders WHERE inquiry IN (SELECT id FROM inquiries WHERE received < ?)"
    connection.execute(statement, [now - limits.SENDER_RETENTION_SECONDS])


def seats_booked(connection: sqlite3.Connection, workshop: str) -> int:
    query = "SELECT coalesce(sum(places), 0) FROM inquiries WHERE workshop = ?"
    return connection.execute(query, [workshop]).fetchone()[0]


def _digests(connection: sqlite3.Connection, networks: Sequence[str]) -> list[bytes]:
    secret = key(connection, SENDER_KEY)
    return [hmac.digest(secret, network.encode(), hashlib.sha256) for network in networks]
