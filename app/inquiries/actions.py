"""Finds, answers, cancels and moves inquiries, for the desk and the command line.

Functions block, and raise `StoreError` if the database fails. `mailed` schedules a mail to the customer.
"""

import secrets
import sqlite3
import unicodedata
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, get_args

from app.inquiries import quotas
from app.inquiries.database import transaction
from app.inquiries.store import CANCELLED, MOVED, Store, StoredInquiry

State = Literal["all", "new", "answered", "booking", "cancelled", "failed"]
STATES: tuple[State, ...] = get_args(State)
PAGE_SIZE = 20
MAX_SEARCH_CHARS = 100

_CONDITIONS: Mapping[State, str] = {
    "all": "1",
    "new": "answered IS NULL AND cancelled IS NULL",
    "answered": "answered IS NOT NULL",
    "booking": "workshop IS NOT NULL AND cancelled IS NULL",
    "cancelled": "cancelled IS NOT NULL",
    "failed": """EXISTS (SELECT 1 FROM mails WHERE mails.inquiry = id AND sent IS NULL
        AND (due IS NULL OR error IS NOT NULL))""",
}
_SEARCHED = "id || ' ' || name || ' ' || email || ' ' || message"

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


def find(store: Store, search: Search, offset: int = 0, limit: int = PAGE_SIZE) -> Found:
    """Returns at most `limit` inquiries, or all with a limit of -1."""
    conditions = [_CONDITIONS[search.state]]
    values: list[object] = []
    if search.what:
        conditions.append("what = ?")
        values.append(search.what)
    if text := _folded(search.text[:MAX_SEARCH_CHARS].strip()):
        conditions.append(f"instr(folded({_SEARCHED}), ?) > 0")
        values.append(text)
    where = f"FROM inquiries WHERE {' AND '.join(f'({each})' for each in conditions)}"
    with store.connected() as connection:
        connection.create_function("folded", 1, _folded, deterministic=True)
        total = connection.execute(f"SELECT count(*) {where}", values).fetchone()[0]
        query = f"SELECT id {where} ORDER BY received DESC, id LIMIT ? OFFSET ?"
        rows = connection.execute(query, [*values, limit, offset]).fetchall()
        return Found(tuple(stored for (id,) in rows if (stored := store.read(connection, id))), total)


def read(store: Store, id: str) -> StoredInquiry | None:
    with store.connected() as connection:
        return store.read(connection, id)


def seats(store: Store, workshops: Sequence[str]) -> tuple[Seats, ...]:
    with store.connected() as connection:
        return tuple(Seats(each, quotas.seats_booked(connection, each), store.capacity(each)) for each in workshops)


def mark_answered(store: Store, id: str, *, answered: bool) -> None:
    """Marks an inquiry as answered or not answered. Raises ActionError if it is missing."""
    with store.connected() as connection:
        statement = "UPDATE inquiries SET answered = ? WHERE id = ?"
        if not connection.execute(statement, [store.clock() if answered else None, id]).rowcount:
            raise ActionError("missing")


def cancel_booking(store: Store, id: str, *, mailed: bool) -> None:
    """Cancels a booking and frees its seats. Raises ActionError."""
    with _booking(store, id) as (connection, _stored):
        connection.execute("UPDATE inquiries SET cancelled = ?, places = 0 WHERE id = ?", [store.clock(), id])
        _schedule(connection, store, id, CANCELLED, mailed=mailed)


def move_booking(store: Store, id: str, workshop: str, *, mailed: bool) -> None:
    """Moves a booking to another date that has enough free seats. Raises ActionError."""
    with _booking(store, id) as (connection, stored):
        capacity = store.capacity(workshop)
        if workshop == stored.inquiry.workshop:
            raise ActionError("same-date")
        if capacity is None:
            raise ActionError("unknown-date")
        if quotas.seats_booked(connection, workshop) + stored.inquiry.seats > capacity:
            raise ActionError("full")
        statement = (
            "UPDATE inquiries SET first_workshop = coalesce(first_workshop, workshop), workshop = ? WHERE id = ?"
        )
        connection.execute(statement, [workshop, id])
        # A random kind, so that the outcome of an earlier mail is not recorded for this one.
        _schedule(connection, store, id, f"{MOVED}{secrets.token_hex(4)}", mailed=mailed)


def send_again(store: Store, id: str) -> int:
    """Schedules the unsent mails of an inquiry. Returns their number."""
    with store.connected() as connection:
        statement = "UPDATE mails SET due = ? WHERE sent IS NULL AND inquiry = ?"
        return connection.execute(statement, [store.clock(), id]).rowcount


@contextmanager
def _booking(store: Store, id: str) -> Generator[tuple[sqlite3.Connection, StoredInquiry]]:
    """Opens a transaction on a booking of a date to come. Raises ActionError."""
    with store.connected() as connection, transaction(connection):
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


def _schedule(connection: sqlite3.Connection, store: Store, id: str, kind: str, *, mailed: bool) -> None:
    # An unsent mail about an earlier move would name a date that is no longer right.
    connection.execute("DELETE FROM mails WHERE inquiry = ? AND recipient LIKE ? AND sent IS NULL", [id, f"{MOVED}%"])
    if mailed:
        connection.execute("INSERT INTO mails (inquiry, recipient, due) VALUES (?, ?, ?)", [id, kind, store.clock()])


def _folded(text: str) -> str:
    """Returns a text without case and accents, because people search for "novak"."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
