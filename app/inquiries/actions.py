"""Finds, answers, cancels and moves inquiries, for the desk and the command line.

Functions block, and raise `StoreError` if the database fails. `mailed` schedules a mail to the customer.
"""

import secrets
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, get_args

from app.database.keys import folded
from app.database.lazily import sql
from app.inquiries import quotas
from app.inquiries.store import CANCELLED, MOVED, Store, StoredInquiry, lock_seats

State = Literal["all", "new", "answered", "booking", "cancelled", "failed"]
STATES: tuple[State, ...] = get_args(State)
PAGE_SIZE = 20
MAX_SEARCH_CHARS = 100

Reason = Literal["missing", "no-booking", "cancelled", "past", "unknown-date", "same-date", "full"]


class ActionError(Exception):
    """Raised when an action is impossible. Nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass(frozen=True)
class Search:
    """A search for inquiries in a state, of a kind (`what`), with a text in name, address, message or id."""

    state: State = "all"
    what: str = ""
    text: str = ""


@dataclass(frozen=True)
class Found:
    """A part of the inquiries that were found, newest first. `total` counts all of them."""

    inquiries: tuple[StoredInquiry, ...]
    total: int


@dataclass(frozen=True)
class Seats:
    """The seats of a workshop date. `places` is None for a date that is past or no longer offered."""

    workshop: str
    taken: int
    places: int | None


def find(store: Store, search: Search, offset: int = 0, limit: int | None = PAGE_SIZE) -> Found:
    """Returns at most `limit` inquiries, or all if it is None."""
    inquiries = sql.inquiries.c
    conditions = [_in_state(search.state)]
    if search.what:
        conditions.append(inquiries.what == search.what)
    if text := folded(search.text[:MAX_SEARCH_CHARS].strip()):
        conditions.append(inquiries.searched.contains(text, autoescape=True))
    with store.connected() as connection:
        total = connection.execute(sql.select(sql.func.count(inquiries.id)).where(*conditions)).scalar_one()
        query = sql.select(inquiries.id).where(*conditions).order_by(inquiries.received.desc(), inquiries.id)
        ids = connection.scalars(query.limit(limit).offset(offset)).all()
        return Found(tuple(stored for id in ids if (stored := store.read(connection, id))), total)


def read(store: Store, id: str) -> StoredInquiry | None:
    with store.connected() as connection:
        return store.read(connection, id)


def seats(store: Store, workshops: Sequence[str]) -> tuple[Seats, ...]:
    with store.connected() as connection:
        return tuple(Seats(each, quotas.seats_booked(connection, each), store.capacity(each)) for each in workshops)


def mark_answered(store: Store, id: str, *, answered: bool) -> None:
    """Marks an inquiry as answered or not answered. Raises ActionError if it is missing."""
    with store.transaction() as connection:
        if not connection.execute(_update_of(id).values(answered=store.clock() if answered else None)).rowcount:
            raise ActionError("missing")


def cancel_booking(store: Store, id: str, *, mailed: bool) -> None:
    """Cancels a booking and frees its seats. Raises ActionError."""
    with _booking(store, id) as (connection, _stored):
        connection.execute(_update_of(id).values(cancelled=store.clock(), places=0))
        _schedule(connection, store, id, CANCELLED, mailed=mailed)


def move_booking(store: Store, id: str, workshop: str, *, mailed: bool) -> None:
    """Moves a booking to another date that has enough free seats. Raises ActionError."""
    with _booking(store, id) as (connection, stored):
        capacity = store.capacity(workshop)
        if workshop == stored.inquiry.workshop:
            raise ActionError("same-date")
        if capacity is None:
            raise ActionError("unknown-date")
        lock_seats(connection, workshop)
        if quotas.seats_booked(connection, workshop) + stored.inquiry.seats > capacity:
            raise ActionError("full")
        first_workshop = stored.first_workshop or stored.inquiry.workshop
        connection.execute(_update_of(id).values(first_workshop=first_workshop, workshop=workshop))
        # A random kind, so that the outcome of an earlier mail is not recorded for this one.
        _schedule(connection, store, id, f"{MOVED}{secrets.token_hex(4)}", mailed=mailed)


def send_again(store: Store, id: str) -> int:
    """Schedules the unsent mails of an inquiry. Returns their number."""
    unsent = sql.update(sql.mails).where(sql.mails.c.sent.is_(None), sql.mails.c.inquiry == id)
    with store.transaction() as connection:
        return connection.execute(unsent.values(due=store.clock())).rowcount


@contextmanager
def _booking(store: Store, id: str) -> Generator["tuple[sql.Connection, StoredInquiry]"]:
    """Opens a transaction on a booking of a date to come. Raises ActionError."""
    with store.transaction() as connection:
        connection.execute(sql.select(sql.inquiries.c.id).where(sql.inquiries.c.id == id).with_for_update())
        stored = store.read(connection, id)
        if stored is None:
            raise ActionError("missing")
        if stored.cancelled is not None:
            raise ActionError("cancelled")
        if stored.inquiry.workshop is None:
            raise ActionError("no-booking")
        if store.capacity(stored.inquiry.workshop) is None:
            raise ActionError("past")
        yield connection, stored


def _in_state(state: State) -> "sql.ColumnElement[bool]":
    inquiries, mails = sql.inquiries.c, sql.mails.c
    is_failed = sql.and_(mails.sent.is_(None), sql.or_(mails.due.is_(None), mails.error.is_not(None)))
    conditions = {
        "all": sql.true(),
        "new": sql.and_(inquiries.answered.is_(None), inquiries.cancelled.is_(None)),
        "answered": inquiries.answered.is_not(None),
        "booking": sql.and_(inquiries.workshop.is_not(None), inquiries.cancelled.is_(None)),
        "cancelled": inquiries.cancelled.is_not(None),
        "failed": inquiries.id.in_(sql.select(mails.inquiry).where(is_failed)),
    }
    return conditions[state]


def _update_of(id: str) -> "sql.Update":
    return sql.update(sql.inquiries).where(sql.inquiries.c.id == id)


def _schedule(connection: "sql.Connection", store: Store, id: str, kind: str, *, mailed: bool) -> None:
    mails = sql.mails.c
    # An unsent mail about an earlier move would name a date that is no longer right.
    outdated = (mails.inquiry == id, mails.recipient.startswith(MOVED, autoescape=True), mails.sent.is_(None))
    connection.execute(sql.delete(sql.mails).where(*outdated))
    if mailed:
        connection.execute(sql.insert(sql.mails).values(inquiry=id, recipient=kind, due=store.clock()))
