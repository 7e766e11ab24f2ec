"""Provides access to the database. Imports SQLAlchemy on first use."""

import logging
import os
import re
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from app.database.earlier import earlier_files
from app.database.errors import StoreError, store_errors
from app.database.lazily import engines, space, sql, takeover, upgrade
from app.database.locks import AdvisoryLock, FileLock, Lock, advisory_key, create_private_file, held
from app.settings import Settings, SettingsError

if TYPE_CHECKING:
    from sqlalchemy import Engine

TIMEOUT_SECONDS = 10.0
SQLITE = "sqlite:///"
LOST_ORDERS = "lost orders"
"""The key of a record that a restore adds. The next order then skips some numbers, because orders placed after the
backup may have used them.
"""

logger = logging.getLogger(__name__)


class Database:
    """A database. Methods block, and raise `StoreError` if the database fails.

    `folder` might also contain databases of earlier releases.
    """

    def __init__(self, url: str, folder: Path, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        self.file = Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None
        self.folder = folder
        self.url = url
        self._timeout_seconds = timeout_seconds
        self._is_prepared = False

    def __str__(self) -> str:
        return str(self.file or "PostgreSQL")

    @property
    def disk(self) -> Path | None:
        """A folder on the database's disk. Returns None if PostgreSQL is on another machine.

        Assumes that a PostgreSQL on this machine uses the disk of `folder`.
        """
        if self.file:
            return self.file.parent
        return self.folder if _is_on_this_machine(self.url) else None

    def exists(self) -> bool:
        """Whether a database exists, even one from an earlier release. Returns True for PostgreSQL."""
        return self.file is None or self.file.exists() or bool(self._earlier_files())

    def check(self) -> None:
        """Raises StoreError if a test write fails. A read would succeed even in a read-only database."""
        if self.exists():
            with self.transaction() as connection:
                connection.exec_driver_sql("DELETE FROM records WHERE key = ''")

    def prepare(self) -> None:
        """Creates or upgrades the database, and copies data from earlier releases' databases."""
        if self._is_prepared and (self.file is None or self.file.exists()):
            return
        with store_errors(), self._machine_lock():
            earlier = self._earlier_files()
            if earlier or not upgrade.is_current(self.engine):
                self._upgrade(earlier)
        self._is_prepared = True

    @contextmanager
    def connected(self) -> Generator["sql.Connection"]:
        with store_errors():
            self.prepare()
            with self.engine.connect() as connection:
                yield connection

    @contextmanager
    def transaction(self) -> Generator["sql.Connection"]:
        """Commits the changes at the end of the `with` block, or reverts them after an error."""
        with store_errors():
            self.prepare()
            with self._begin() as connection:
                yield connection

    def erase_deleted(self) -> bool:
        """Frees the disk space of deleted rows. Returns false for PostgreSQL, or if deleted data might remain on disk.

        Logs database errors instead of raising them, because the rows are already deleted.
        """
        try:
            with self.connected() as connection:
                return space.free(connection)
        except StoreError as error:
            logger.error("Erasing deleted rows failed (%s); the next sweep retries", error)
            return False

    def process_lock(self, name: str) -> Lock:
        """Returns a lock that only one process can hold, across all machines."""
        return _file_lock(self.file, name) if self.file else AdvisoryLock(self.engine, name)

    @contextmanager
    def upgrading(self) -> Generator[None]:
        """Prevents other processes on this machine from creating or upgrading the database."""
        lock = _file_lock(self.file or self.folder / "site.db", "lock")
        lock.acquire()
        try:
            yield
        finally:
            lock.release()

    def close(self) -> None:
        if "engine" in vars(self):
            self.engine.dispose()

    @cached_property
    def engine(self) -> "Engine":
        return engines.create(self.url, self._timeout_seconds)

    @contextmanager
    def _begin(self) -> Generator["sql.Connection"]:
        with self.engine.begin() as connection:
            if self.file:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def _upgrade(self, earlier: Sequence[Path]) -> None:
        with ExitStack() as locks:
            for file in earlier:
                refusal = StoreError(f"a server still uses {file}; stop it first")
                locks.enter_context(held(_file_lock(file, "outbox"), refusal))
            with engines.timeout(None), self._begin() as connection:
                lock(connection, "upgrade")
                upgrade.upgrade(connection)
                copied = [file for file in earlier if takeover.take_over(connection, file)]
                upgrade.add_secrets(connection)
            for file in copied:
                takeover.set_aside(file)

    def _earlier_files(self) -> list[Path]:
        return earlier_files(self.folder, self.file)

    @contextmanager
    def _machine_lock(self) -> Generator[None]:
        """Holds the upgrade lock. PostgreSQL needs it only to copy data from earlier releases."""
        if self.file is None and not self._earlier_files():
            yield
            return
        with self.upgrading():
            if self.file:
                _create_missing(self.file)
            yield


def open_database(settings: Settings) -> Database:
    """Returns the database object that the whole process shares."""
    return _opened(settings.database, settings.data_dir)


@cache
def _opened(url: str, folder: Path) -> Database:
    return Database(url, folder)


def check_usable(database: Database) -> None:
    """Raises SettingsError if a SQLite file cannot be used. Skips PostgreSQL, which might be down temporarily."""
    if database.file is None:
        return
    try:
        _create_missing(database.file)
        with closing(sqlite3.connect(database.file)) as connection:
            connection.execute("PRAGMA schema_version")
    except (OSError, sqlite3.Error) as error:
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise SettingsError(f"The database {str(database.file)!r} cannot be used: {reason}") from None


def lock(connection: "sql.Connection", *names: str) -> None:
    """Locks `names` until the transaction ends. Waits for other transactions that hold one of these locks.

    SQLite needs no locks, because only one of its transactions can write at a time.
    """
    if connection.dialect.name == "postgresql":
        for key in sorted({advisory_key(name) for name in names}):  # a fixed order prevents deadlocks
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(key)))


def secret_key(connection: "sql.Connection", name: str) -> bytes:
    return connection.execute(sql.select(sql.secrets.c.value).where(sql.secrets.c.name == name)).scalar_one()


def delete_expired_records(connection: "sql.Connection", now: float) -> None:
    connection.execute(sql.delete(sql.records).where(sql.records.c.until <= now))


def _is_on_this_machine(url: str) -> bool:
    """Whether the address of PostgreSQL is a socket, a loopback address, or a name without a dot (a container)."""
    parts = engines.make_url(url)
    host = str(parts.query.get("host") or parts.host or "")
    return bool(re.fullmatch(r"/.*|127\.[\d.]+|::1|[\w-]*", host))


def _file_lock(file: Path, name: str) -> FileLock:
    return FileLock(file.with_name(f"{file.name}.{name}"))


def _create_missing(file: Path) -> None:
    """Creates a SQLite file with mode 600. SQLite gives its log files the same mode."""
    if file.exists():  # opening and closing an existing file would release SQLite's locks
        return
    os.close(create_private_file(file))
    with closing(sqlite3.connect(file)) as connection:  # auto_vacuum must be set before the first table exists
        connection.executescript("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
