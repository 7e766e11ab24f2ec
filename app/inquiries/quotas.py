"""Counts stored inquiries against the limits: by the sender's networks, by workshop places, by mailbox, in all.

All functions run within a transaction of `connection`. `now` is in seconds since the epoch.
"""

import hashlib
import hmac
import sqlite3
from collections.abc import Sequence

from app.inquiries.database import SENDERS, secret
from app.inquiries.limits import (
    CONFIRMATION_LIMIT,
    MAIL_LIMIT,
    PLACES_LIMIT_SECONDS,
    SENDER_LIMITS,
    SENDER_RETENTION_SECONDS,
    TooManyError,
    TooManyPlacesError,
)
from app.inquiries.model import Inquiry

HOUSEHOLD_NETWORKS = 2
"""Of a sender's networks, the narrowest ones that count as one household."""


def check_senders(connection: sqlite3.Connection, networks: Sequence[str], now: float) -> None:
    """Checks how many inquiries have come from each of a sender's networks, the narrowest first.

    Raises:
        TooManyError: the limit of one of them is reached.
    """
    query = """SELECT received FROM senders JOIN inquiries ON id = inquiry WHERE digest = ? AND received > ?
        ORDER BY received DESC LIMIT 1 OFFSET ?"""
    for digest, limit in zip(_digests(connection, networks), SENDER_LIMITS, strict=False):
        last = connection.execute(query, [digest, now - limit.seconds, limit.count - 1]).fetchone()
        if last:
            raise TooManyError(last[0] - (now - limit.seconds))


def check_places(
    connection: sqlite3.Connection, inquiry: Inquiry, networks: Sequence[str], capacity: int, now: float
) -> None:
    """Checks that a sender books no more places than one date has.

    Raises:
        TooManyPlacesError: the sender's household or mailbox has booked the others lately.
    """
    digests = _digests(connection, networks[:HOUSEHOLD_NETWORKS])
    marks = ", ".join("?" * len(digests))
    query = f"""SELECT coalesce(sum(places), 0) FROM inquiries WHERE received > ? AND places > 0
        AND (mailbox(email) = mailbox(?) OR id IN (SELECT inquiry FROM senders WHERE digest IN ({marks})))"""
    booked = connection.execute(query, [now - PLACES_LIMIT_SECONDS, inquiry.email, *digests]).fetchone()[0]
    if booked + inquiry.places > capacity:
        raise TooManyPlacesError


def may_confirm(connection: sqlite3.Connection, email: str, now: float) -> bool:
    """Whether one more confirmation may be sent to a mailbox."""
    query = """SELECT count(*) FROM inquiries JOIN mails ON inquiry = id AND recipient = 'sender'
        WHERE received > ? AND mailbox(email) = mailbox(?)"""
    confirmed = connection.execute(query, [now - CONFIRMATION_LIMIT.seconds, email]).fetchone()[0]
    return confirmed < CONFIRMATION_LIMIT.count


def mail_delay(connection: sqlite3.Connection, now: float) -> float:
    """Returns for how many seconds the next inquiry's mail waits, so that no more than `MAIL_LIMIT` is sent."""
    query = "SELECT count(*) FROM inquiries WHERE received > ?"
    count = connection.execute(query, [now - MAIL_LIMIT.seconds]).fetchone()[0]
    return max(0, count + 1 - MAIL_LIMIT.count) * MAIL_LIMIT.seconds / MAIL_LIMIT.count


def add_sender(connection: sqlite3.Connection, inquiry: str, networks: Sequence[str]) -> None:
    """Stores keyed hashes of the networks from which an inquiry came: without the key they identify nobody."""
    for digest in _digests(connection, networks):
        connection.execute("INSERT INTO senders (inquiry, digest) VALUES (?, ?)", [inquiry, digest])


def forget_senders(connection: sqlite3.Connection, now: float) -> None:
    """Deletes the hashes that no limit counts any longer."""
    statement = "DELETE FROM senders WHERE inquiry IN (SELECT id FROM inquiries WHERE received < ?)"
    connection.execute(statement, [now - SENDER_RETENTION_SECONDS])


def places_taken(connection: sqlite3.Connection, workshop: str) -> int:
    """Returns the number of booked places of a workshop's date."""
    query = "SELECT coalesce(sum(places), 0) FROM inquiries WHERE workshop = ?"
    return connection.execute(query, [workshop]).fetchone()[0]


def _digests(connection: sqlite3.Connection, networks: Sequence[str]) -> list[bytes]:
    key = secret(connection, SENDERS)
    return [hmac.digest(key, network.encode(), hashlib.sha256) for network in networks]
