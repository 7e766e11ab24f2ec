"""Stores inquiries: rows in SQLite, files beside it. A confirmed inquiry survives a power failure.

Several processes may have the file open. All functions block; each opens a connection of its own, so that a database
that was locked, full or away is tried again the next time.
"""

import hashlib
import hmac
import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from uuid import UUID

from app.inquiries import quotas
from app.inquiries.database import IDS, create, failing, opened, secret, sync, transaction
from app.inquiries.model import Inquiry, Upload

ORPHAN_SECONDS = 3600
"""Age at which a folder of files that no row names is deleted, as a crash has left it."""
COMPARED_BYTES = 65536
"""Bytes that are compared at a time."""

_COLUMNS = "id, language, what, workshop, pieces, colours, paper, by, name, email, message"  # the fields of `Inquiry`

STUDIO, SENDER = "studio", "sender"
"""The recipients of an inquiry's two mails."""


class FullError(Exception):
    """The workshop's date has too few places left."""


class IdUsedError(Exception):
    """Another inquiry has this id."""


@dataclass(frozen=True)
class StoredFile:
    """A stored file of an inquiry: the sender's name for it, its path, ending and size in bytes."""

    name: str = field(repr=False)
    path: Path
    ending: str
    size: int


@dataclass(frozen=True)
class StoredInquiry:
    """A stored inquiry: when it arrived (seconds since the epoch), its files, and its mails as lines for people."""

    inquiry: Inquiry
    received: float
    files: tuple[StoredFile, ...]
    mails: tuple[str, ...]


@dataclass(frozen=True)
class QueuedMail:
    """A mail that is claimed for sending: its inquiry's id, its recipient (`STUDIO`, `SENDER`), the tries before."""

    inquiry: str
    recipient: str
    tries: int


@dataclass(frozen=True)
class MailState:
    """The mails that are not sent: how many wait, since when the oldest does (seconds since the epoch), and how many
    the mail server has refused for good."""

    waiting: int
    oldest: float | None
    refused: int


class Store:
    """The inquiries in a SQLite `file`, and their files in a folder beside it. `clock` returns seconds since the epoch.
    `capacity` returns the number of places of a workshop's date, None if there is no such date."""

    def __init__(
        self,
        file: Path,
        capacity: Callable[[str], int | None] = lambda workshop: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.file = file
        self.folder = file.with_name(f"{file.name}.files")
        self._capacity = capacity
        self._clock = clock
        self._is_prepared = False

    def prepare(self) -> None:
        """Creates what is missing, readable for this user only.

        Raises:
            StoreError: it cannot be created or used.
        """
        if self._is_prepared and self.file.exists():
            return
        with failing():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            create(self.file)
        self._is_prepared = True

    def keep(self, inquiry: Inquiry, uploads: Sequence[Upload], networks: Sequence[str], *, mailed: bool) -> bool:
        """Stores an inquiry with its files, and its mails if they are to be sent. Returns whether it is a new one: the
        same inquiry with the same id is stored once. When this returns, all of it is on the disk; when it raises,
        nothing of it is.

        Raises:
            StoreError: it could not be stored.
            TooManyError, TooManyPlacesError, FullError: a limit was reached.
            IdUsedError: another inquiry has this id.
        """
        with failing():
            self.prepare()
            folder = self._lay_down(uploads) if uploads else None
            is_new = False
            try:
                with opened(self.file) as connection, transaction(connection):
                    known = self._read(connection, inquiry.id)
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
        """Returns when the inquiry with this id arrived, None if there is none.

        Raises:
            StoreError: the database cannot be read.
        """
        with failing():
            self.prepare()
            with opened(self.file) as connection:
                row = connection.execute("SELECT received FROM inquiries WHERE id = ?", [id]).fetchone()
                return row and row[0]

    def derive_id(self, digest: bytes) -> str:
        """Returns the id of an inquiry whose form has none, from a digest of its contents. Nobody else can compute it,
        and so take it first.

        Raises:
            StoreError: the database cannot be read.
        """
        with failing():
            self.prepare()
            with opened(self.file) as connection:
                return str(UUID(bytes=hmac.digest(secret(connection, IDS), digest, hashlib.sha256)[:16]))

    def check_limits(self, networks: Sequence[str]) -> None:
        """Checks, before a form is read, whether its sender has sent too many.

        Raises:
            TooManyError: the limit is reached.
            StoreError: the database cannot be read.
        """
        with failing():
            self.prepare()
            with opened(self.file) as connection:
                quotas.check_senders(connection, networks, self._clock())

    def places_left(self, workshop: str) -> int | None:
        """Returns the number of free places of a workshop's date, None if there is no such date.

        Raises:
            StoreError: the database cannot be read.
        """
        capacity = self._capacity(workshop)
        if capacity is None or not self.file.exists():
            return capacity
        with failing(), opened(self.file) as connection:
            return max(0, capacity - quotas.places_taken(connection, workshop))

    def all(self) -> list[StoredInquiry]:
        """Returns every inquiry, the oldest first."""
        with failing(), opened(self.file) as connection:
            rows = connection.execute("SELECT id FROM inquiries ORDER BY received").fetchall()
            return [kept for (id,) in rows if (kept := self._read(connection, id))]

    def find(self, beginning: str) -> StoredInquiry | None:
        """Returns the inquiry whose id begins so, in any case; None if there is none, or several."""
        with failing(), opened(self.file) as connection:
            query = "SELECT id FROM inquiries WHERE id LIKE ? LIMIT 2"
            rows = connection.execute(query, [_pattern(beginning)]).fetchall()
            return self._read(connection, rows[0][0]) if len(rows) == 1 else None

    def claim(self, pauses: Sequence[float]) -> QueuedMail | None:
        """Claims the mail that is due longest: it is due again after the pause for its number of tries (`pauses`, the
        last one repeated), whatever happens to this process. Returns None if no mail is due."""
        query = """SELECT inquiry, recipient, tries FROM mails WHERE due <= ? ORDER BY due, recipient DESC LIMIT 1"""
        statement = "UPDATE mails SET tries = tries + 1, due = ? WHERE inquiry = ? AND recipient = ?"
        with failing(), opened(self.file) as connection, transaction(connection):
            now = self._clock()
            row = connection.execute(query, [now]).fetchone()
            if row is None:
                return None
            mail = QueuedMail(*row)
            due = now + pauses[min(mail.tries, len(pauses) - 1)]
            connection.execute(statement, [due, mail.inquiry, mail.recipient])
            return mail

    def mark_sent(self, mail: QueuedMail) -> None:
        """Records that the mail server has accepted a mail."""
        self._update(mail, "due = NULL, sent = ?, error = NULL", self._clock())

    def mark_failed(self, mail: QueuedMail, error: str, *, is_permanent: bool) -> None:
        """Records that a mail was not accepted. It stays due, unless the failure `is_permanent`."""
        self._update(mail, "due = NULL, error = ?" if is_permanent else "error = ?", error)

    def resend(self, beginning: str) -> int:
        """Makes the unsent mails of the inquiries whose id begins so due now. Returns their number."""
        statement = "UPDATE mails SET due = ? WHERE sent IS NULL AND inquiry LIKE ?"
        with failing(), opened(self.file) as connection:
            return connection.execute(statement, [self._clock(), _pattern(beginning)]).rowcount

    def mail_state(self) -> MailState:
        """Returns the state of the mails that are not sent.

        Raises:
            StoreError: the database cannot be read.
        """
        query = """SELECT count(due), min(CASE WHEN due IS NOT NULL THEN received END), count(*) - count(due)
            FROM mails JOIN inquiries ON id = inquiry
            WHERE sent IS NULL AND (due IS NOT NULL OR recipient = ?)"""
        if not self.file.exists():
            return MailState(0, None, 0)
        with failing(), opened(self.file) as connection:
            return MailState(*connection.execute(query, [STUDIO]).fetchone())

    def sweep(self, days: int) -> int:
        """Deletes inquiries older than `days`, files that a crash has left, and hashes that no limit counts any longer.
        Returns the number of deleted inquiries."""
        with failing():
            self.prepare()
            with opened(self.file) as connection:
                with transaction(connection):
                    old = [self._clock() - days * 86400]
                    deleted = connection.execute("DELETE FROM inquiries WHERE received < ?", old).rowcount
                    quotas.forget_senders(connection, self._clock())
                named = {row[0] for row in connection.execute("SELECT folder FROM inquiries WHERE folder NOT NULL")}
            for folder in self.folder.iterdir():
                if folder.name not in named and folder.stat().st_mtime < self._clock() - ORPHAN_SECONDS:
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
        now = self._clock()
        quotas.check_senders(connection, networks, now)
        if inquiry.workshop is not None:
            capacity = self._capacity(inquiry.workshop) or 0
            if quotas.places_taken(connection, inquiry.workshop) + inquiry.places > capacity:
                raise FullError
            quotas.check_places(connection, inquiry, networks, capacity, now)
        is_confirmed = quotas.may_confirm(connection, inquiry.email, now)
        due = now + quotas.mail_delay(connection, now)
        row = {
            **asdict(inquiry),
            "by": inquiry.by and inquiry.by.isoformat(),
            "received": now,
            "sender": b"",  # not used any more; databases of earlier releases require it
            "folder": folder and folder.name,
            "places": inquiry.places,
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

    def _read(self, connection: sqlite3.Connection, id: str) -> StoredInquiry | None:
        query = f"SELECT received, folder, {_COLUMNS} FROM inquiries WHERE id = ?"
        row = connection.execute(query, [id]).fetchone()
        if row is None:
            return None
        received, folder, *values = row
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
            tuple(_mail_line(*mail) for mail in mails),
        )

    def _update(self, mail: QueuedMail, assignments: str, value: object) -> None:
        statement = f"UPDATE mails SET {assignments} WHERE inquiry = ? AND recipient = ?"
        with failing(), opened(self.file) as connection:
            connection.execute(statement, [value, mail.inquiry, mail.recipient])

    def _lay_down(self, uploads: Sequence[Upload]) -> Path:
        """Writes the files into a folder of their own, and syncs them to the disk."""
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
                sync(each)
        except BaseException:
            self._discard(folder)
            raise
        return folder

    @staticmethod
    def _discard(folder: Path | None) -> None:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _pattern(beginning: str) -> str:
    """Returns the pattern of SQL's LIKE for ids that begin so."""
    return beginning.lower().replace("%", "").replace("_", "") + "%"


def _mail_line(recipient: str, tries: int, due: float | None, sent: float | None, error: str | None) -> str:
    """Returns a mail's state as a line for people."""
    state = "sent" if sent else "not sent" if due is not None else "refused"
    return f"{recipient}: {state}, {tries} tries{f', {error}' if error else ''}"


def _is_same(known: StoredInquiry, inquiry: Inquiry, uploads: Sequence[Upload]) -> bool:
    """Whether an inquiry and its files have the contents of a known one, in whichever language the form was."""
    return (
        replace(known.inquiry, language=inquiry.language) == inquiry
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
