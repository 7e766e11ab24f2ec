"""Reads, answers and deletes inquiries. Confirms, cancels and moves bookings.

All functions block the thread. They raise `StoreError` if the database fails, and `ActionError` if a change is
impossible. If `mailed` is true, the customer gets an email. The studio also gets one if the customer made the change.
`expected` is the state that the user saw: the booking's date, or the `deletion_state()` of an inquiry to delete. If the
state has changed, the action is impossible.
"""

import secrets
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.content.moments import studio_day
from app.content.workshops import PRAGUE, booking_ends, is_called_off, is_over, last_day_to_move
from app.database.lazily import sql
from app.database.mails import queue_mails
from app.inquiries import quotas
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, Store, StoredInquiry, lock_seats

By = Literal["studio", "customer"]
Reason = Literal[
    "missing",
    "no-booking",
    "booked",
    "cancelled",
    "past",
    "changed",
    "unknown-date",
    "same-date",
    "full",
    "moved",
    "late",
]


@dataclass(eq=False)
class ActionError(Exception):
    """Raised when an action is impossible. Nothing was changed."""

    reason: Reason


@dataclass(frozen=True)
class Seats:
    """The seats of a workshop date. `places` is the total, or None for a date that cannot be booked.

    `taken` includes the `held` seats, which are reserved but not yet confirmed. The first reservation expires at
    `held_until` (Unix time).
    """

    workshop: str
    taken: int
    places: int | None
    held: int
    held_until: float | None

    @property
    def free(self) -> int:
        return max(0, (self.places or 0) - self.taken)


@dataclass(frozen=True)
class Deleted:
    """The result of a deletion. If `is_erased` is true, no bytes of the inquiry remain in the database's files."""

    reference: str
    files: int
    unsent_mails: int
    was_booking: bool
    is_erased: bool


def read(store: Store, id: str) -> StoredInquiry | None:
    with store.connected() as connection:
        return store.read(connection, id)


def seats(store: Store, workshops: Sequence[str]) -> tuple[Seats, ...]:
    with store.connected() as connection:
        now = store.clock()
        return tuple(
            Seats(
                each,
                quotas.seats_taken(connection, each, now),
                store.capacity(each),
                *quotas.seats_held(connection, each, now),
            )
            for each in workshops
        )


def mark_answered(store: Store, id: str, *, answered: bool) -> None:
    with store.transaction() as connection:
        if not connection.execute(_update_of(id).values(answered=store.clock() if answered else None)).rowcount:
            raise ActionError("missing")


def confirm_booking(store: Store, id: str, *, by: By = "studio", mailed: bool) -> None:
    """Confirms a reservation, even an expired one."""
    with _booking(store, id, by) as (connection, stored):
        if stored.booking == "booked":
            raise ActionError("booked")
        _check_seats(connection, store, stored, stored.workshop)
        now = store.clock()
        connection.execute(_update_of(id).values(confirmed=now, held_until=None))
        _schedule(connection, store, id, BOOKED, by=by, mailed=mailed)


def cancel_booking(store: Store, id: str, *, expected: str | None = None, by: By = "studio", mailed: bool) -> None:
    with _booking(store, id, by) as (connection, stored):
        _check_date(stored, expected)
        connection.execute(_update_of(id).values(cancelled=store.clock(), places=0))
        _schedule(connection, store, id, CANCELLED, by=by, mailed=mailed)


def move_booking(
    store: Store, id: str, workshop: str, *, expected: str | None = None, by: By = "studio", mailed: bool
) -> None:
    """Moves a booking to a date with enough free seats and confirms it."""
    with _booking(store, id, by) as (connection, stored):
        if workshop == stored.inquiry.workshop:
            raise ActionError("same-date")
        _check_date(stored, expected)
        if by == "customer":
            check_move(stored, store.clock())
        _check_seats(connection, store, stored, workshop)
        now, was_booked = store.clock(), stored.booking == "booked"
        is_own_move = was_booked and by == "customer" and not is_called_off(stored.workshop)
        values = {
            "first_workshop": stored.first_workshop or stored.inquiry.workshop,
            "workshop": workshop,
            "held_until": None,
            "confirmed": stored.confirmed if was_booked else now,
            "moved": now if is_own_move else stored.moved,
        }
        connection.execute(_update_of(id).values(values))
        # The kind contains the previous date, which the email shows, and a random suffix, because a booking can move
        # again. If the move also confirms the booking, the customer gets only the confirmation email.
        kind = f"{MOVED}{stored.workshop}-{secrets.token_hex(4)}" if was_booked else BOOKED
        _schedule(connection, store, id, kind, by=by, mailed=mailed)


def can_change(stored: StoredInquiry, now: float, by: By) -> bool:
    """Whether a booking can still be changed. Customers can change it until the day before the workshop. The studio can
    change it until the workshop is over.
    """
    if not stored.is_booking:
        return False
    workshop, moment = stored.workshop, datetime.fromtimestamp(now, PRAGUE)
    return not (is_over(workshop, moment) if by == "studio" else booking_ends(workshop) <= moment)


def check_move(stored: StoredInquiry, now: float) -> None:
    """Raises ActionError if the terms do not allow the customer to move a booking. Unconfirmed bookings and bookings of
    a workshop that was called off can always be moved.
    """
    if stored.booking != "booked" or is_called_off(stored.workshop):
        return
    if stored.moved is not None:
        raise ActionError("moved")
    if last_day_to_move(stored.workshop) < studio_day(now):
        raise ActionError("late")


def send_again(store: Store, id: str) -> int:
    """Reschedules an inquiry's unsent emails for immediate sending. Returns the number of emails."""
    mails, now = sql.mails.c, store.clock()
    is_rejected = mails.due.is_(None)  # rejected emails are queued as if they were new
    queued = sql.case((is_rejected, now), else_=mails.queued)
    tries = sql.case((is_rejected, 0), else_=mails.tries)
    unsent = sql.update(sql.mails).where(mails.sent.is_(None), mails.inquiry == id)
    with store.transaction() as connection:
        return connection.execute(unsent.values(due=now, queued=queued, tries=tries)).rowcount


def deletion_state(stored: StoredInquiry) -> str:
    """Returns the state of the booking, its date, and whether the voucher is paid for."""
    is_paid = stored.voucher is not None and stored.voucher.paid is not None
    return f"{stored.booking} {stored.inquiry.workshop} {is_paid}"


def delete(store: Store, id: str, *, expected: str | None = None) -> Deleted:
    """Deletes an inquiry with its files, emails and booking."""
    with store.transaction() as connection:
        stored = _locked(connection, store, id)
        if expected not in (None, deletion_state(stored)):
            raise ActionError("changed")
        connection.execute(sql.delete(sql.inquiries).where(sql.inquiries.c.id == id))
        connection.execute(sql.update(sql.desk_links).where(sql.desk_links.c.inquiry == id).values(inquiry=""))
    unsent = sum(mail.state != "sent" for mail in stored.mails)
    is_erased = store.database.erase_deleted()
    return Deleted(stored.inquiry.reference, len(stored.files), unsent, stored.is_booking, is_erased)


def _locked(connection: "sql.Connection", store: Store, id: str) -> StoredInquiry:
    connection.execute(sql.select(sql.inquiries.c.id).where(sql.inquiries.c.id == id).with_for_update())
    stored = store.read(connection, id)
    if stored is None:
        raise ActionError("missing")
    return stored


@contextmanager
def _booking(store: Store, id: str, by: By) -> Generator["tuple[sql.Connection, StoredInquiry]"]:
    with store.transaction() as connection:
        stored = _locked(connection, store, id)
        if stored.cancelled is not None:
            raise ActionError("cancelled")
        if stored.inquiry.workshop is None:
            raise ActionError("no-booking")
        if not can_change(stored, store.clock(), by):
            raise ActionError("past")
        yield connection, stored


def _check_date(stored: StoredInquiry, expected: str | None) -> None:
    if expected not in (None, stored.inquiry.workshop):
        raise ActionError("changed")


def _check_seats(connection: "sql.Connection", store: Store, stored: StoredInquiry, workshop: str) -> None:
    """Locks a date's seats. Raises ActionError if too few seats are free for the booking."""
    capacity = store.capacity(workshop)
    if capacity is None:
        raise ActionError("unknown-date")
    lock_seats(connection, workshop)
    taken = quotas.seats_taken(connection, workshop, store.clock(), except_for=stored.inquiry.id)
    if taken + stored.inquiry.seats > capacity:
        raise ActionError("full")


def _update_of(id: str) -> "sql.Update":
    return sql.update(sql.inquiries).where(sql.inquiries.c.id == id)


def _schedule(connection: "sql.Connection", store: Store, id: str, kind: str, *, by: By, mailed: bool) -> None:
    mails = sql.mails.c
    # Deletes unsent emails about the reservation and earlier moves. After a cancellation, also deletes unsent booking
    # confirmations.
    outdated = [mails.recipient.startswith(f"{prefix}{MOVED}", autoescape=True) for prefix in ("", CHANGE)]
    outdated.append(mails.recipient.in_((SENDER, BOOKED, f"{CHANGE}{BOOKED}") if kind == CANCELLED else (SENDER,)))
    connection.execute(sql.delete(sql.mails).where(mails.inquiry == id, sql.or_(*outdated), mails.sent.is_(None)))
    if mailed:
        kinds = (kind, f"{CHANGE}{kind}") if by == "customer" else (kind,)
        queue_mails(connection, id, kinds, store.clock())
