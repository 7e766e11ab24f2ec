"""Stores members' data in the database, for sites without Redis."""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from app.database.database import Database, check_usable
from app.database.errors import StoreError
from app.database.lazily import sql
from app.members.store import Records

Result = TypeVar("Result")

logger = logging.getLogger(__name__)


class DatabaseRecords(Records):
    """Stores values in the database. The constructor raises SettingsError if the database cannot be used.

    While the database fails, `get` returns None and other methods return False. Only the first of several consecutive
    failures is logged. Reads have their own thread, so that they do not wait for writes to a locked database.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock
        self._reader, self._writer = ThreadPoolExecutor(1, "database-reader"), ThreadPoolExecutor(1, "database-writer")
        self._is_failing = False
        check_usable(database)

    async def get(self, key: str) -> bytes | None:
        return await self._run(lambda: self._get(key), None, self._reader)

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        return await self._run(lambda: self._put(key, value, ttl), False)

    async def add(self, key: str, value: bytes, ttl: float) -> bool:
        return await self._run(lambda: self._put(key, value, ttl, replaces=False), False)

    async def delete(self, key: str) -> bool:
        return await self._run(lambda: self._delete(key), False)

    async def all(self) -> list[tuple[str, bytes, float]]:
        """Returns all keys with their values and remaining lifetimes in seconds."""
        return await self._run(self._all, [], self._reader)

    async def _release(self, key: str, token: bytes) -> None:
        await self._run(lambda: self._delete(key, token), False)

    async def close(self) -> None:
        for thread in (self._reader, self._writer):
            await self._run(lambda: None, None, thread)  # waits until the thread has finished earlier calls
            thread.shutdown()

    async def _run(
        self, work: Callable[[], Result], otherwise: Result, thread: ThreadPoolExecutor | None = None
    ) -> Result:
        """Calls `work` in a database thread. Returns the fallback (`otherwise`) if the database fails."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(thread or self._writer, self._attempt, work, otherwise)

    def _attempt(self, work: Callable[[], Result], otherwise: Result) -> Result:
        try:
            result = work()
        except StoreError as error:
            if not self._is_failing:
                logger.error("Database error (%s); revoked sessions may be accepted", error)
            self._is_failing = True
            return otherwise
        self._is_failing = False
        return result

    def _get(self, key: str) -> bytes | None:
        records = sql.records.c
        query = sql.select(records.value).where(records.key == key, records.until > self._clock())
        with self._database.connected() as connection:
            return connection.scalar(query)

    def _all(self) -> list[tuple[str, bytes, float]]:
        now = self._clock()
        query = sql.select(sql.records).where(sql.records.c.until > now)
        with self._database.connected() as connection:
            return [(row.key, row.value, row.until - now) for row in connection.execute(query)]

    def _put(self, key: str, value: bytes, ttl: float, *, replaces: bool = True) -> bool:
        now, records = self._clock(), sql.records
        values = {"value": value, "until": now + ttl}
        is_replaced = sql.true() if replaces else records.c.until <= now
        with self._database.transaction() as connection:
            insert = sql.insert_with_conflicts(connection, records).values(key=key, **values)
            put = insert.on_conflict_do_update(index_elements=["key"], set_=values, where=is_replaced)
            return connection.scalar(put.returning(records.c.key)) is not None

    def _delete(self, key: str, value: bytes | None = None) -> bool:
        conditions = [sql.records.c.key == key] + ([sql.records.c.value == value] if value else [])
        with self._database.transaction() as connection:
            connection.execute(sql.delete(sql.records).where(*conditions))
        return True
