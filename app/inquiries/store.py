"""Stores inquiries in a SQLite database and uploads in a folder. Several processes can use one store."""

import hashlib
import hmac
import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Literal
from uuid import UUID

from app.inquiries import limits, quotas
from app.inquiries.database import ID_KEY, connect, create, key, store_errors, sync_folder, transaction
from app.inquiries.model import Inquiry, Upload

COMPARED_BYTES = 65536

_COLUMNS = "id, language, what, workshop, pieces, colours, paper, by, name, email, message"  # the fields of `Inquiry`

STUDIO, SENDER = "studio", "sender"
CANCELLED, MOVED = "cancelled", "moved-"
"""Kinds of mail to customers about their bookings. `MOVED` is a prefix, which a random text follows."""


class FullError(Exception):
    """Raised when a workshop date has too few free seats."""


class IdUsedError(Exception):
    """Raised when a different inquiry is stored under the same id."""


@dataclass(frozen=True)
class StoredFile:
    name: str = field(repr=False)
    path: Path
    ending: str
    size: int


@dataclass(frozen=True)
class StoredMail:
    """A mail's state. `kind` is the column `recipient`; a mail without `due` and `sent` is refused."""

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
    """A stored inquiry. `received`, `answered` and `cancelled` are Unix times.

    `first_workshop` is the date that the sender chose, if the booking has moved since.
    """

    inquiry: Inquiry
    received: float
    files: tuple[StoredFile, ...]
    mails: tuple[StoredMail, ...]
    answered: float | None = None
    cancelled: float | None = None
    first_workshop: str | None = None

    @property
    def is_booking(self) -> bool:
        return self.inquiry.workshop is not None and self.cancelled is None


@dataclass(frozen=True)
class QueuedMail:
    """A claimed mail. `recipient` is a kind such as `STUDIO`; `tries` is the number of earlier attempts."""

    inquiry: str
    recipient: str
    tries: int


@dataclass(frozen=True)
class MailState:
    """The numbers of waiting and refused mails. `oldest` is the Unix time of the oldest inquiry with a waiting mail."""

    waiting: int
    oldest: float | None
    refused: int


class Store:
    """A database of inquiries and a folder of uploads. Methods block the thread, and raise `StoreError` on failure.

    Every call opens a new connection, so that calls recover from a locked database or a full disk.
    """

    def __init__(
        self,
        file: Path,
        capacity: Callable[[str], int | None] = lambda workshop: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.file = file
        self.folder = file.with_name(f"{file.name}.files")
        self.capacity = capacity
        self.clock = clock
        self._is_prepared = False

    def prepare(self) -> None:
        """Creates the database and the folder if missing, with access for this user only."""
        if self._is_prepared and self.file.exists():
            return
        with store_errors():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            create(self.file)
        self._is_prepared = True

    @contextmanager
    def connected(self) -> Generator[sqlite3.Connection]:
        """Opens a connection to the prepared database. Raises `StoreError`."""
        with store_errors():
            self.prepare()
            with connect(self.file) as connection:
                yield connection

    def add(self, inquiry: Inquiry, uploads: Sequence[Upload], networks: Sequence[str], *, mailed: bool) -> bool:
        """Stores an inquiry and its files atomically. Returns whether the inquiry is new.

        Once the method returns, the inquiry survives a power failure.

        Raises:
            TooManyInquiriesError, TooManySeatsError, FullError: a limit is reached.
            IdUsedError: another inquiry has the same id.
        """
        with store_errors():
            self.prepare()
            folder = self._write_files(uploads) if uploads else None
            is_new = False
            try:
                with connect(self.file) as connection, transaction(connection):
                    known = self.read(connection, inquiry.id)
                    if known and not _is_same(known, inquiry, uploads):
                        raise IdUsedError
                    if not known:
                        self._insert(connection, inquiry, uploads, networks, folder, mailed)
                        is_new = True
                return is_new
            finally:
                if not is_new:
                    self._discard(folder)

    def received(self, id: str) -> float | None:
        with store_errors():
            self.prepare()
            with connect(self.file) as connection:
                row = connection.execute("SELECT received FROM inquiries WHERE id = ?", [id]).fetchone()
                return row and row[0]

    def derive_id(self, digest: bytes) -> str:
        """Derives an unguessable inquiry id from a digest of the contents."""
        with store_errors():
            self.prepare()
            with connect(self.file) as connection:
                return str(UUID(bytes=hmac.digest(key(connection, ID_KEY), digest, hashlib.sha256)[:16]))

    def check_limits(self, networks: Sequence[str]) -> None:
        with store_errors():
            self.prepare()
            with connect(self.file) as connection:
                quotas.check_senders(connection, networks, self.clock())

    def seats_left(self, workshop: str) -> int | None:
        """Returns the number of free seats, or None for an unknown id."""
        capacity = self.capacity(workshop)
        if capacity is None or not self.file.exists():
            return capacity
        with store_errors(), connect(self.file) as connection:
            return max(0, capacity - quotas.seats_booked(connection, workshop))

    def all(self) -> list[StoredInquiry]:
        with self.connected() as connection:
            rows = connection.execute("SELECT id FROM inquiries ORDER BY received").fetchall()
            return [stored for (id,) in rows if (stored := self.read(connection, id))]

    def find(self, prefix: str) -> StoredInquiry | None:
        """Returns the inquiry whose id begins with `prefix`, or None if there is none or more than one."""
        with self.connected() as connection:
            query = "SELECT id FROM inquiries WHERE id LIKE ? LIMIT 2"
            rows = connection.execute(query, [_pattern(prefix)]).fetchall()
            return self.read(connection, rows[0][0]) if len(rows) == 1 else None

    def claim(self, pauses: Sequence[float]) -> QueuedMail | None:
        """Claims and returns the mail that has been due the longest, if any."""
        query = """SELECT inquiry, recipient, tries FROM mails WHERE due <= ? ORDER BY due, recipient DESC LIMIT 1"""
        statement = "UPDATE mails SET tries = tries + 1, due = ? WHERE inquiry = ? AND recipient = ?"
        with store_errors(), connect(self.file) as connection, transaction(connection):
            now = self.clock()
            row = connection.execute(query, [now]).fetchone()
            if row is None:
                return None
            mail = QueuedMail(*row)
            due = now + pauses[min(mail.tries, len(pauses) - 1)]
            connection.execute(statement, [due, mail.inquiry, mail.recipient])
            return mail

    def mark_sent(self, mail: QueuedMail) -> None:
        self._update(mail, "due = NULL, sent = ?, error = NULL", self.clock())

    def mark_failed(self, mail: QueuedMail, error: str, *, is_permanent: bool) -> None:
        """Records a failed attempt. The mail will be retried unless the failure `is_permanent`."""
        self._update(mail, "due = NULL, error = ?" if is_permanent else "error = ?", error)

    def mail_state(self) -> MailState:
        """Returns the numbers of unsent mails. Ignores refused mails to senders."""
        query = """SELECT count(due), min(CASE WHEN due IS NOT NULL THEN received END), count(*) - count(due)
            FROM mails JOIN inquiries ON id = inquiry
            WHERE sent IS NULL AND (due IS NOT NULL OR recipient = ?)"""
        if not self.file.exists():
            return MailState(0, None, 0)
        with store_errors(), connect(self.file) as connection:
            return MailState(*connection.execute(query, [STUDIO]).fetchone())

    def sweep(self, days: int) -> int:
        """Deletes old inquiries, orphaned files and old sender hashes. Returns the number of deleted inquiries."""
        with store_errors():
            self.prepare()
            with connect(self.file) as connection:
                with transaction(connection):
                    old = [self.clock() - days * 86400]
                    deleted = connection.execute("DELETE FROM inquiries WHERE received < ?", old).rowcount
                    quotas.delete_old_senders(connection, self.clock())
                named = {row[0] for row in connection.execute("SELECT folder FROM inquiries WHERE folder NOT NULL")}
            for folder in self.folder.iterdir():
                if folder.name not in named and folder.stat().st_mtime < self.clock() - limits.ORPHAN_SECONDS:
                    shutil.rmtree(folder)
            return deleted

    def _insert(
        self,
        connection: sqlite3.Connection,
        inquiry: Inquiry,
        uploads: Sequence[Upload],
        networks: Sequence[str],
        folder: Path | None,
        mailed: bool,
    ) -> None:
        now = self.clock()
        quotas.check_senders(connection, networks, now)
        if inquiry.workshop is not None:
            capacity = self.capacity(inquiry.workshop) or 0
            if quotas.seats_booked(connection, inquiry.workshop) + inquiry.seats > capacity:
                raise FullError
            quotas.check_seats(connection, inquiry, networks, capacity, now)
        is_confirmed = quotas.may_confirm(connection, inquiry.email, now)
        due = now + quotas.mail_delay(connection, now)
        row = {
            **asdict(inquiry),
            "by": inquiry.by and inquiry.by.isoformat(),
            "received": now,
            "sender": b"",  # unused, but required by the schema of older databases
            "folder": folder and folder.name,
            "places": inquiry.seats,
        }
        names = ", ".join(row)
        connection.execute(f"INSERT INTO inquiries ({names}) VALUES ({', '.join('?' * len(row))})", [*row.values()])
        quotas.add_sender(connection, inquiry.id, networks)
        for number, upload in enumerate(uploads):
            file = (inquiry.id, number, upload.name, upload.ending, upload.size)
            connection.execute("INSERT INTO files VALUES (?, ?, ?, ?, ?)", file)
        for recipient in ((STUDIO, SENDER) if is_confirmed else (STUDIO,)) if mailed else ():
            values = [inquiry.id, recipient, due]
            connection.execute("INSERT INTO mails (inquiry, recipient, due) VALUES (?, ?, ?)", values)

    def read(self, connection: sqlite3.Connection, id: str) -> StoredInquiry | None:
        """Returns the inquiry with the full `id`, or None."""
        query = f"SELECT received, folder, answered, cancelled, first_workshop, {_COLUMNS} FROM inquiries WHERE id = ?"
        row = connection.execute(query, [id]).fetchone()
        if row is None:
            return None
        received, folder, answered, cancelled, first_workshop, *values = row
        fields = dict(zip(_COLUMNS.split(", "), values, strict=True))
        fields["by"] = fields["by"] and date.fromisoformat(fields["by"])
        files = connection.execute("SELECT number, name, ending, size FROM files WHERE inquiry = ?", [id])
        mails = connection.execute("SELECT recipient, tries, due, sent, error FROM mails WHERE inquiry = ?", [id])
        return StoredInquiry(
            Inquiry(**fields),
            received,
            tuple(
                StoredFile(name, self.folder / folder / f"{number}.{ending}", ending, size)
                for number, name, ending, size in files
            ),
            tuple(StoredMail(*mail) for mail in mails),
            answered,
            cancelled,
            first_workshop,
        )

    def _update(self, mail: QueuedMail, assignments: str, value: object) -> None:
        statement = f"UPDATE mails SET {assignments} WHERE inquiry = ? AND recipient = ?"
        with store_errors(), connect(self.file) as connection:
            connection.execute(statement, [value, mail.inquiry, mail.recipient])

    def _write_files(self, uploads: Sequence[Upload]) -> Path:
        folder = self.folder / secrets.token_hex(16)
        folder.mkdir(mode=0o700)
        try:
            for number, upload in enumerate(uploads):
                target = os.open(folder / f"{number}.{upload.ending}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(target, "wb") as file:
                    upload.file.seek(0)
                    shutil.copyfileobj(upload.file, file)
                    file.flush()
                    os.fsync(file.fileno())
            for each in (folder, self.folder):
                sync_folder(each)
        except BaseException:
            self._discard(folder)
            raise
        return folder

    @staticmethod
    def _discard(folder: Path | None) -> None:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _pattern(prefix: str) -> str:
    return prefix.lower().replace("%", "").replace("_", "") + "%"


def _is_same(known: StoredInquiry, inquiry: Inquiry, uploads: Sequence[Upload]) -> bool:
    """Whether two inquiries and their files are equal, ignoring the language and a later move of the booking."""
    workshop = known.first_workshop or known.inquiry.workshop
    return (
        replace(known.inquiry, language=inquiry.language, workshop=workshop) == inquiry
        and [(file.ending, file.size) for file in known.files] == [(each.ending, each.size) for each in uploads]
        and all(_has_same_bytes(file.path, each) for file, each in zip(known.files, uploads, strict=True))
    )


def _has_same_bytes(path: Path, upload: Upload) -> bool:
    upload.file.seek(0)
    with path.open("rb") as file:
        while block := file.read(COMPARED_BYTES):
            if block != upload.file.read(COMPARED_BYTES):
                return False
    return True
