"""Stores inquiries and uploads in the database."""

import hashlib
import hmac
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from typing import BinaryIO, Literal
from uuid import UUID

from app.content.estimate import Estimate
from app.content.inquiry import PERSON, WHAT
from app.content.inquiry_values import answers, asked
from app.content.moments import studio_day
from app.content.workshops import KIND as WORKSHOP
from app.content.workshops import longest_hold
from app.database.database import Database, delete_expired_records, lock, secret_key
from app.database.files import blocks, open_blocks
from app.database.keys import mailbox, searched
from app.database.lazily import sql, takeover
from app.database.mails import queue_mails
from app.i18n import Text, _
from app.inquiries import limits, quotas
from app.inquiries.model import VOUCHER, Inquiry, Upload
from app.vouchers import orders
from app.vouchers.choice import ordered
from app.vouchers.orders import Order

Booking = Literal["held", "booked", "expired", "cancelled"]
"""The state of a booking. An expired booking can still be confirmed while seats are free."""

EARLIER_SEAT_CROWNS = 1900
"""The price per seat of bookings that earlier releases stored without a price. Bookings for two had no discount."""

_FIELDS = tuple(each.name for each in fields(Inquiry))
_ROW_FIELDS = ("received", "answered", "cancelled", "first_workshop", "held_until", "confirmed", "moved", "crowns")

STUDIO, SENDER = "studio", orders.ORDERED
BOOKED, CANCELLED, MOVED = "booked", "cancelled", "moved-"
"""Kinds of booking emails to customers. `MOVED` is a prefix; a random suffix identifies each move."""
CHANGE = f"{STUDIO}-"
"""The prefix of email kinds that notify the studio about changed bookings."""


@dataclass(eq=False)
class FullError(Exception):
    """Raised when a workshop date has too few free seats. `free` is the number of free seats."""

    free: int


@dataclass(eq=False)
class PriceChangedError(Exception):
    """Raised when the form showed a price that differs from the order's fixed price (`crowns`)."""

    crowns: int


class IdUsedError(Exception):
    """Raised when a different inquiry already has the same ID."""


@dataclass(frozen=True)
class StoredFile:
    """A stored file. `open()` reads the contents from the database."""

    name: str = field(repr=False)
    ending: str
    size: int
    open: Callable[[], BinaryIO] = field(repr=False, compare=False)


@dataclass(frozen=True)
class StoredMail:
    """The delivery state of an email. If both `due` and `sent` are None, sending has failed permanently."""

    kind: str
    tries: int
    due: float | None
    sent: float | None
    error: str | None

    @property
    def state(self) -> Literal["sent", "not sent", "refused"]:
        return "sent" if self.sent else "not sent" if self.due is not None else "refused"

    @property
    def is_failed(self) -> bool:
        return self.state == "refused" or (self.state == "not sent" and self.error is not None)

    def __str__(self) -> str:
        return f"{self.kind}: {self.state}, {self.tries} tries{f', {self.error}' if self.error else ''}"


@dataclass(frozen=True)
class StoredInquiry:
    """A stored inquiry. All times are Unix times.

    `first_workshop` is the original date of a moved booking. `moved` is the time when the customer moved the booking.
    `crowns` is the fixed price at the time of the inquiry, or None if there was no fixed price or an earlier release
    stored the inquiry.
    """

    inquiry: Inquiry
    received: float
    files: tuple[StoredFile, ...]
    mails: tuple[StoredMail, ...]
    answered: float | None = None
    cancelled: float | None = None
    first_workshop: str | None = None
    booking: Booking | None = None
    held_until: float | None = None
    confirmed: float | None = None
    moved: float | None = None
    voucher: Order | None = None
    crowns: int | None = None

    @property
    def workshop(self) -> str:
        return self.inquiry.workshop or ""

    def name_of_file(self, number: int) -> str:
        """Returns a file name based on the inquiry's reference, because the sender's file name could be unsafe."""
        return f"{self.inquiry.reference}-{number}.{self.files[number - 1].ending}"

    def answers(self, *, is_quoted: bool = False) -> list[tuple[Text, object]]:
        ordered = self.voucher.choice.option if self.voucher else None
        return answers(self.inquiry.values(), is_quoted=is_quoted, ordered=ordered)

    def estimate(self) -> Estimate | None:
        """Returns the fixed price at the time of the inquiry, or the current estimate."""
        found, crowns = self.inquiry.estimate(), self.crowns
        if crowns is None and self.inquiry.what == WORKSHOP:
            crowns = EARLIER_SEAT_CROWNS * (self.inquiry.pieces or 1)
        if crowns is None or (found and found.crowns == crowns):
            return found
        return Estimate(((WHAT.get(self.inquiry.what, _("Price")), crowns),))

    @property
    def is_booking(self) -> bool:
        return self.booking not in (None, "cancelled")


@dataclass(frozen=True)
class QueuedMail:
    """An email to send now. `kind` is a constant such as `STUDIO`. `tries` counts attempts."""

    inquiry: str
    kind: str
    tries: int


@dataclass(frozen=True)
class MailState:
    """The counts of pending and rejected emails. `oldest` is the time when the oldest pending email was queued."""

    waiting: int
    oldest: float | None
    refused: int


class Store:
    """Stores inquiries and emails. Methods block the thread, and raise `StoreError` on failure."""

    def __init__(
        self,
        database: Database,
        capacity: Callable[[str], int | None] = lambda workshop: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.database = database
        self.connected = database.connected
        self.transaction = database.transaction
        self.capacity = capacity
        self.clock = clock

    def add(
        self,
        inquiry: Inquiry,
        uploads: Sequence[Upload],
        networks: Sequence[str],
        *,
        mailed: bool,
        shown_crowns: int | None = None,
    ) -> bool:
        """Stores an inquiry and its files in one transaction. Returns whether the inquiry is new.

        The stored data survives a power failure. `shown_crowns` is the total that the form showed, if known. `networks`
        is empty if the studio sent the form at the desk. In this case, limits per sender do not apply, and the customer
        gets no mail about a voucher order, which may already be paid.

        Raises:
            TooManyInquiriesError, TooManySeatsError, FullError: a limit is reached.
            IdUsedError: a different inquiry has the same ID.
            PriceChangedError: the order's fixed price is not `shown_crowns`.
        """
        with self.transaction() as connection:
            of_networks = (f"network {network}" for network in networks)
            lock(connection, f"inquiry {inquiry.id}", f"mailbox {mailbox(inquiry.email)}", *of_networks)
            known = self.read(connection, inquiry.id)
            if known is None:
                self._insert(connection, inquiry, uploads, networks, mailed, shown_crowns)
            elif not _is_same(known, inquiry) or not self._has_same_files(connection, known, uploads):
                raise IdUsedError
            return known is None

    def received(self, id: str) -> float | None:
        with self.connected() as connection:
            return connection.scalar(sql.select(sql.inquiries.c.received).where(sql.inquiries.c.id == id))

    def derive_id(self, digest: bytes) -> str:
        """Calculates an unguessable inquiry ID from a digest of the contents and a secret key.

        Skips the IDs of cancelled bookings, so that a customer can book again with the same contents.
        """
        is_cancelled = sql.inquiries.c.cancelled.is_not(None)
        with self.connected() as connection:
            key = secret_key(connection, quotas.ID_KEY)
            while True:
                digest = hmac.digest(key, digest, hashlib.sha256)
                id = str(UUID(bytes=digest[:16]))
                if not connection.scalar(sql.select(is_cancelled).where(sql.inquiries.c.id == id)):
                    return id

    def check_limits(self, networks: Sequence[str]) -> None:
        with self.connected() as connection:
            quotas.check_senders(connection, networks, self.clock())

    def count(self) -> int:
        if not self.database.exists():
            return 0
        with self.connected() as connection:
            return connection.execute(sql.select(sql.func.count(sql.inquiries.c.id))).scalar_one()

    def all(self) -> list[StoredInquiry]:
        with self.connected() as connection:
            ids = connection.scalars(sql.select(sql.inquiries.c.id).order_by(sql.inquiries.c.received)).all()
            return [stored for id in ids if (stored := self.read(connection, id))]

    def find(self, prefix: str) -> StoredInquiry | None:
        """Returns the only inquiry whose ID starts with `prefix`, or None if several or none match."""
        id = sql.inquiries.c.id
        with self.connected() as connection:
            query = sql.select(id).where(id.startswith(prefix.lower(), autoescape=True)).limit(2)
            ids = connection.scalars(query).all()
            return self.read(connection, ids[0]) if len(ids) == 1 else None

    def claim(self, pauses: Sequence[float]) -> QueuedMail | None:
        """Returns the email that has been due longest, or None. Postpones it, so that other processes skip it."""
        mails, now = sql.mails.c, self.clock()
        query = (
            sql.select(mails.inquiry, mails.recipient, mails.tries)
            .where(mails.due <= now)
            .order_by(mails.due, mails.recipient.desc())
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        with self.transaction() as connection:
            row = connection.execute(query).first()
            if row is None:
                return None
            mail = QueuedMail(*row)
            due = now + pauses[min(mail.tries, len(pauses) - 1)]
            connection.execute(_update_of(mail).values(tries=mails.tries + 1, due=due))
            return mail

    def mark_sent(self, mail: QueuedMail) -> None:
        with self.transaction() as connection:
            connection.execute(_update_of(mail).values(due=None, sent=self.clock(), error=None))

    def mark_failed(self, mail: QueuedMail, error: str, *, is_permanent: bool, is_outage: bool = False) -> None:
        """Records why an email failed. It is sent again later unless `is_permanent`. Outages leave some tries."""
        values: dict[str, object] = {"error": error}
        if is_permanent:
            values |= {"due": None, "queued": self.clock()}
        if is_outage and mail.tries >= limits.MAX_TRIES_IN_OUTAGE:
            # Earlier releases stored higher counts of tries. Resets such a count.
            is_countable = mail.tries <= limits.MAX_TRIES_TO_CUSTOMER
            values["tries"] = mail.tries if is_countable else limits.MAX_TRIES_IN_OUTAGE
        with self.transaction() as connection:
            connection.execute(_update_of(mail).values(values))

    def mail_state(self) -> MailState:
        """Counts pending emails, and rejected emails that are important: those to the studio, or with a paid voucher.

        If an inquiry was later marked as answered, its rejected emails are not counted. Then `oldest` also ignores its
        unimportant emails that are being retried.
        """
        if not self.database.exists():
            return MailState(0, None, 0)
        mails, count = sql.mails.c, sql.func.count
        inquiries = sql.inquiries.c
        queued = sql.func.coalesce(mails.queued, inquiries.received)  # earlier releases do not store `queued`
        is_important = sql.or_(mails.recipient.startswith(STUDIO), mails.recipient == orders.SENT)
        is_unanswered = sql.or_(inquiries.answered.is_(None), inquiries.answered < queued)
        is_missed = sql.and_(mails.due.is_not(None), sql.or_(is_important, mails.error.is_(None), is_unanswered))
        oldest = sql.func.min(sql.case((is_missed, queued)))
        is_refused = sql.and_(is_important, is_unanswered)
        query = (
            sql.select(count(mails.due), oldest, count() - count(mails.due))
            .select_from(sql.mails.join(sql.inquiries))
            .where(mails.sent.is_(None), sql.or_(mails.due.is_not(None), is_refused))
        )
        with self.connected() as connection:
            return MailState(*connection.execute(query).one())

    def sweep(self, days: int) -> int:
        """Deletes old inquiries, old hashes of senders, expired voucher codes, and expired rows of the table `records`.

        Deletes inquiries in batches, so that an error reverts only the last batch, and other processes can write
        in between. Returns the number of deleted inquiries.

        Retains all bookings until the workshop, because expired bookings can
        still be confirmed. Retains confirmed bookings for another `days` days, and voucher orders while the voucher is
        valid.
        """
        inquiries, since = sql.inquiries.c, self.clock() - days * 86400
        today, last_day = (studio_day(each).isoformat() for each in (self.clock(), since))
        is_booking = sql.and_(inquiries.workshop.is_not(None), inquiries.cancelled.is_(None))
        first_day = sql.case((inquiries.held_until.is_(None), last_day), else_=today)
        is_needed = sql.or_(
            sql.and_(is_booking, inquiries.workshop >= first_day),
            inquiries.id.in_(orders.with_valid_vouchers(self.clock())),
        )
        last_event = sql.func.coalesce(inquiries.cancelled, inquiries.received)
        is_old = sql.and_(last_event < since, sql.not_(is_needed))
        batch = sql.select(inquiries.id).where(is_old).limit(limits.SWEEP_BATCH)
        with self.transaction() as connection:
            quotas.delete_old_senders(connection, self.clock())
            orders.forget_expired_codes(connection, self.clock())
            delete_expired_records(connection, self.clock())
        deleted, count = 0, limits.SWEEP_BATCH
        while count == limits.SWEEP_BATCH:
            with self.transaction() as connection:
                count = connection.execute(sql.delete(sql.inquiries).where(inquiries.id.in_(batch))).rowcount
            deleted += count
        self.database.erase_deleted()
        return deleted

    def delete_old_copies(self) -> None:
        takeover.delete_old_copies(self.database.folder, self.database.file, self.clock())

    def _insert(
        self,
        connection: "sql.Connection",
        inquiry: Inquiry,
        uploads: Sequence[Upload],
        networks: Sequence[str],
        mailed: bool,
        shown_crowns: int | None,
    ) -> None:
        now = self.clock()
        quotas.check_senders(connection, networks, now)
        price = inquiry.estimate() if inquiry.has_fixed_price else None
        if price and shown_crowns not in (None, price.crowns):
            raise PriceChangedError(price.crowns)
        if inquiry.workshop is not None:
            capacity = self.capacity(inquiry.workshop) or 0
            lock_seats(connection, inquiry.workshop)
            free = max(0, capacity - quotas.seats_taken(connection, inquiry.workshop, now))
            if inquiry.seats > free:
                raise FullError(free)
            if networks:
                quotas.check_seats(connection, inquiry, networks, capacity, now)
        # Checks the quotas before the first insert, because quotas count inserted rows.
        kinds = _first_mails(connection, inquiry, networks, now) if mailed else ()
        delay = quotas.mail_delay(connection, now)
        # Without email, customers cannot confirm bookings, so new bookings count as confirmed.
        held_until = _hold_end(inquiry, now) if mailed else None
        values = {**_columns(inquiry), "received": now, "held_until": held_until, "crowns": price and price.crowns}
        connection.execute(sql.insert(sql.inquiries).values(values))
        quotas.add_sender(connection, inquiry.id, networks)
        if inquiry.what == VOUCHER:
            orders.place(connection, inquiry.id, ordered(inquiry.details), inquiry.language, now)
        for number, upload in enumerate(uploads):
            _insert_file(connection, inquiry.id, number, upload)
        queue_mails(connection, inquiry.id, kinds, now, delay=delay)

    def read(self, connection: "sql.Connection", id: str) -> StoredInquiry | None:
        row = connection.execute(sql.select(sql.inquiries).where(sql.inquiries.c.id == id)).mappings().first()
        if row is None:
            return None
        files, mails = sql.files.c, sql.mails.c
        its_files = connection.execute(sql.select(sql.files).where(files.inquiry == id).order_by(files.number))
        its_mails = connection.execute(
            sql.select(mails.recipient, mails.tries, mails.due, mails.sent, mails.error)
            .where(mails.inquiry == id)
            .order_by(mails.recipient)
        )
        return StoredInquiry(
            inquiry=Inquiry(**{name: row[name] for name in _FIELDS}),
            files=tuple(
                StoredFile(each.name, each.ending, each.size, partial(self._open, id, each.number))
                for each in its_files
            ),
            mails=tuple(StoredMail(*mail) for mail in its_mails),
            booking=_booking(row, self.clock()),
            voucher=orders.of_inquiry(connection, id, self.clock()) if row["what"] == VOUCHER else None,
            **{name: row[name] for name in _ROW_FIELDS},
        )

    def _open(self, id: str, number: int) -> BinaryIO:
        def read_block(position: int) -> bytes:
            with self.connected() as connection:
                return _block(connection, id, number, position)

        return open_blocks(read_block)

    def _has_same_files(self, connection: "sql.Connection", known: StoredInquiry, uploads: Sequence[Upload]) -> bool:
        return [(file.ending, file.size) for file in known.files] == [
            (each.ending, each.size) for each in uploads
        ] and all(
            _block(connection, known.inquiry.id, number, position) == block
            for number, upload in enumerate(uploads)
            for position, block in enumerate(blocks(upload.file))
        )


def lock_seats(connection: "sql.Connection", workshop: str) -> None:
    """Blocks other bookings of the workshop date until the transaction ends."""
    lock(connection, f"workshop {workshop}")


def _first_mails(
    connection: "sql.Connection", inquiry: Inquiry, networks: Sequence[str], now: float
) -> tuple[str, ...]:
    """Returns the kinds of email to send for a new inquiry. The sender gets one if the quotas allow it."""
    is_own_order = inquiry.what == VOUCHER and not networks
    is_confirmed = inquiry.workshop is not None or (not is_own_order and quotas.may_confirm(connection, inquiry, now))
    return (STUDIO, SENDER) if is_confirmed else (STUDIO,)


def _hold_end(inquiry: Inquiry, now: float) -> float | None:
    """Returns the Unix time until which an unconfirmed booking is held, or None for other inquiries."""
    return min(now + limits.HOLD_SECONDS, longest_hold(inquiry.workshop)) if inquiry.workshop is not None else None


def _booking(row: "sql.RowMapping", now: float) -> Booking | None:
    if row["workshop"] is None:
        return None
    if row["cancelled"] is not None:
        return "cancelled"
    if row["held_until"] is None:
        return "booked"
    return "held" if row["held_until"] > now else "expired"


def _columns(inquiry: Inquiry) -> dict[str, object]:
    return {
        **asdict(inquiry),
        "places": inquiry.seats,
        "mailbox": mailbox(inquiry.email),
        "searched": searched(inquiry.email, inquiry.id, inquiry.name, inquiry.message, *inquiry.details.values()),
    }


def _insert_file(connection: "sql.Connection", inquiry: str, number: int, upload: Upload) -> None:
    values = {"name": upload.name, "ending": upload.ending, "size": upload.size}
    connection.execute(sql.insert(sql.files).values(inquiry=inquiry, number=number, **values))
    for position, data in enumerate(blocks(upload.file)):
        values = {"inquiry": inquiry, "number": number, "position": position, "data": data}
        connection.execute(sql.insert(sql.file_blocks), values)


def _block(connection: "sql.Connection", inquiry: str, number: int, position: int) -> bytes:
    key = {"inquiry": inquiry, "number": number, "position": position}
    return connection.scalar(sql.select(sql.file_blocks.c.data).filter_by(**key)) or b""


def _update_of(mail: QueuedMail) -> "sql.Update":
    return sql.update(sql.mails).where(sql.mails.c.inquiry == mail.inquiry, sql.mails.c.recipient == mail.kind)


def _is_same(known: StoredInquiry, inquiry: Inquiry) -> bool:
    """Whether two inquiries have the same contents.

    Ignores the language, whether the booking was moved, and fields that the form no longer has.
    """
    workshop = known.first_workshop or known.inquiry.workshop
    before, now = replace(known.inquiry, workshop=workshop).values(), inquiry.values()
    names = ("what", *(each.name for each in (*asked(now), *PERSON)))
    return all(before.get(name) == now.get(name) for name in names)
