"""Stores persistent records in SQLite, for sites without Redis. Several processes can share the file."""

import asyncio
import fcntl
import logging
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.settings import SettingsError

BUSY_TIMEOUT_SECONDS = 10.0

_TABLE = """CREATE TABLE IF NOT EXISTS records (
    key TEXT PRIMARY KEY, value BLOB NOT NULL, until REAL NOT NULL
) WITHOUT ROWID"""
_GET = "SELECT value FROM records WHERE key = ? AND until > ?"
_SET = "INSERT OR REPLACE INTO records (key, value, until) VALUES (?, ?, ?)"
_ADD = """INSERT INTO records (key, value, until) VALUES (?, ?, ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until WHERE records.until <= ?"""
_DELETE = "DELETE FROM records WHERE key = ?"
_RELEASE = "DELETE FROM records WHERE key = ? AND value = ?"
_SWEEP = "DELETE FROM records WHERE until <= ?"

logger = logging.getLogger(__name__)


class Database:
    """An implementation of `app.members.store.Records` in a SQLite file.

    While the database fails, reads return None and writes are lost. Only the first of consecutive failures is logged.
    """

    def __init__(self, file: Path, clock: Callable[[], float] = time.time) -> None:
        self._file = file
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, "database")
        self._connection: sqlite3.Connection | None = None
        self._is_failing = False
        prepare(file)

    async def get(self, key: str) -> bytes | None:
        rows, _ = await self._run(_GET, key, self._clock())
        return rows[0][0] if rows else None

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        await self._run(_SWEEP, self._clock())
        _, changed = await self._run(_SET, key, value, self._clock() + ttl)
        return changed == 1

    async def add(self, key: str, value: bytes, ttl: float) -> bool:
        now = self._clock()
        _, changed = await self._run(_ADD, key, value, now + ttl, now)
        return changed == 1

    async def delete(self, key: str) -> bool:
        _, changed = await self._run(_DELETE, key)
        return changed >= 0

    @asynccontextmanager
    async def lock(self, key: str, ttl: float) -> AsyncGenerator[bool]:
        token = secrets.token_bytes(8)
        acquired = await self.add(key, token, ttl)
        try:
            yield acquired
        finally:
            if acquired:
                await self._run(_RELEASE, key, token)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()

    async def _run(self, statement: str, *values: Any) -> tuple[list[Any], int]:
        """Returns the rows and the number of changed rows (-1 after a failure)."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._execute, statement, values)

    def _execute(self, statement: str, values: tuple[Any, ...]) -> tuple[list[Any], int]:
        try:
            self._connection = self._connection or _open(self._file)
            cursor = self._connection.execute(statement, values)
            done = cursor.fetchall(), max(cursor.rowcount, 0)
        except sqlite3.Error as error:
            self._disconnect()
            if not self._is_failing:
                logger.error("Database error (%s); revoked sessions may be accepted", error)
            self._is_failing = True
            return [], -1
        self._is_failing = False
        return done

    def _disconnect(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None


def prepare(file: Path) -> None:
    """Creates the database file with mode 600 if it is missing. Raises SettingsError if the file is unusable."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)  # SQLite creates the WAL files with the same mode
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)  # enabling WAL in two processes at once would fail
            _open(file).close()
        finally:
            os.close(descriptor)
    except (OSError, sqlite3.Error) as error:
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise SettingsError(f"DATABASE_FILE={str(file)!r} cannot be used: {reason}") from None


def _open(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, BUSY_TIMEOUT_SECONDS, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")  # lets readers proceed during a write
    connection.execute("PRAGMA synchronous = FULL")  # makes commits survive a power failure
    connection.execute(_TABLE)
    return connection
