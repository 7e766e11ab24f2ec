"""The SQLite database of inquiries."""

import fcntl
import os
import secrets
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from app.inquiries import limits
from app.inquiries.addresses import mailbox

SENDER_KEY, ID_KEY = _KEYS = ("senders", "ids")
"""Names of the secret keys for sender hashes and for derived ids."""

_TABLES = """
CREATE TABLE IF NOT EXISTS inquiries (
    id TEXT PRIMARY KEY, received REAL NOT NULL, sender BLOB NOT NULL DEFAULT x'', folder TEXT,
    language TEXT NOT NULL, what TEXT NOT NULL, workshop TEXT, pieces INTEGER, colours INTEGER NOT NULL,
    paper TEXT NOT NULL, by TEXT, name TEXT NOT NULL, email TEXT NOT NULL, message TEXT NOT NULL,
    places INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS inquiries_received ON inquiries (received);
CREATE INDEX IF NOT EXISTS inquiries_workshop ON inquiries (workshop) WHERE workshop IS NOT NULL;
CREATE TABLE IF NOT EXISTS files (
    inquiry TEXT NOT NULL REFERENCES inquiries ON DELETE CASCADE, number INTEGER NOT NULL,
    name TEXT NOT NULL, ending TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (inquiry, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mails (
    inquiry TEXT NOT NULL REFERENCES inquiries ON DELETE CASCADE, recipient TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0, due REAL, sent REAL, error TEXT, PRIMARY KEY (inquiry, recipient)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mails_due ON mails (due) WHERE due IS NOT NULL;
CREATE TABLE IF NOT EXISTS senders (
    inquiry TEXT NOT NULL REFERENCES inquiries ON DELETE CASCADE, digest BLOB NOT NULL, PRIMARY KEY (digest, inquiry)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS senders_inquiry ON senders (inquiry);
CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS desk_links (
    digest BLOB PRIMARY KEY, issued REAL NOT NULL, inquiry TEXT NOT NULL, used REAL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS desk_sessions (digest BLOB PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
"""

_ADDED_COLUMNS = {"answered": "REAL", "cancelled": "REAL", "first_workshop": "TEXT"}
"""Columns that the table `inquiries` of earlier releases lacks. `first_workshop` is set once a booking has moved."""


class StoreError(Exception):
    """Raised when the database or a file operation fails. Nothing was stored."""


def create(file: Path) -> None:
    """Creates the database file, tables and keys if missing."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)  # SQLite creates its WAL files with the same mode
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)  # only one process at a time can enable WAL
        with connect(file) as connection:
            connection.executescript(_TABLES)
            _add_columns(connection)
            # Deletes sender hashes that earlier releases stored.
            connection.execute("UPDATE inquiries SET sender = x'' WHERE sender != x''")
            for name in _KEYS:
                connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", [name, secrets.token_bytes(32)])
    finally:
        os.close(descriptor)


def _add_columns(connection: sqlite3.Connection) -> None:
    known = {row[1] for row in connection.execute("PRAGMA table_info(inquiries)")}
    for name, kind in _ADDED_COLUMNS.items():
        if name not in known:
            connection.execute(f"ALTER TABLE inquiries ADD COLUMN {name} {kind}")


@contextmanager
def connect(file: Path) -> Generator[sqlite3.Connection]:
    """Opens a database connection with `mailbox` as an SQL function."""
    connection = sqlite3.connect(file, limits.DATABASE_TIMEOUT_SECONDS, isolation_level=None)
    try:
        connection.create_function("mailbox", 1, mailbox, deterministic=True)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # makes commits survive a power failure
        connection.execute("PRAGMA foreign_keys = ON")
        yield connection
    finally:
        connection.close()


@contextmanager
def transaction(connection: sqlite3.Connection) -> Generator[None]:
    """Commits the block's changes, or rolls them back if the block raises an error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def key(connection: sqlite3.Connection, name: str) -> bytes:
    return connection.execute("SELECT value FROM secrets WHERE name = ?", [name]).fetchone()[0]


@contextmanager
def store_errors() -> Generator[None]:
    """Converts file and database errors to `StoreError`."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{type(error).__name__}: {error}") from error


def sync_folder(folder: Path) -> None:
    """Flushes a folder's directory entries to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
