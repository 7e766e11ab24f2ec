"""Locks that the operating system or PostgreSQL releases when the process exits."""

import fcntl
import os
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.database.errors import store_errors
from app.database.lazily import sql

if TYPE_CHECKING:
    from sqlalchemy import Engine


class Lock(Protocol):
    def try_acquire(self) -> bool:
        """Acquires the lock if it is free. Returns whether this process now holds the lock."""
        ...

    def release(self) -> None: ...


class FileLock:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor: int | None = None

    def try_acquire(self) -> bool:
        try:
            self.acquire(fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def acquire(self, operation: int = fcntl.LOCK_EX) -> None:
        if self._descriptor is None:
            descriptor = create_private_file(self._file)
            try:
                fcntl.flock(descriptor, operation)
            except BaseException:
                os.close(descriptor)
                raise
            self._descriptor = descriptor

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


class AdvisoryLock:
    """A lock in PostgreSQL. It is released when the connection ends."""

    def __init__(self, engine: "Engine", name: str) -> None:
        self._engine = engine
        self._key = advisory_key(name)
        self._connection: sql.Connection | None = None
        self._mutex = threading.RLock()  # different threads may acquire and release the lock at the same time

    def try_acquire(self) -> bool:
        with self._mutex:
            return self._is_held() or self._acquire()

    def release(self) -> None:
        with self._mutex:
            if self._connection is not None:
                _disconnect(self._connection)
                self._connection = None

    def _acquire(self) -> bool:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            if connection.scalar(sql.select(sql.func.pg_try_advisory_lock(self._key))):
                self._connection = connection
                return True
        except BaseException:
            _disconnect(connection)
            raise
        connection.close()
        return False

    def _is_held(self) -> bool:
        if self._connection is None:
            return False
        try:
            self._connection.execute(sql.select(1))
        except sql.SQLAlchemyError:
            self.release()
            return False
        return True


@contextmanager
def held(lock: Lock, refusal: Exception) -> Generator[None]:
    """Holds a lock, or raises `refusal` if another process holds it."""
    with store_errors():
        is_acquired = lock.try_acquire()
    if not is_acquired:
        raise refusal
    try:
        yield
    finally:
        lock.release()


def advisory_key(name: str) -> int:
    return int.from_bytes(sha256(f"otisk:{name}".encode()).digest()[:8], signed=True)


def create_private_file(file: Path) -> int:
    """Opens a file that only its owner can access. Creates the file and its folder if they are missing.

    If root runs this, the file's owner is the folder's owner. Otherwise, the server, which does not run as root, could
    not open the file.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if os.geteuid() == 0:
        folder = file.parent.stat()
        os.fchown(descriptor, folder.st_uid, folder.st_gid)
    return descriptor


def _disconnect(connection: "sql.Connection") -> None:
    """Closes a connection, because returning it to the pool would not release its locks."""
    with suppress(sql.SQLAlchemyError):
        connection.invalidate()
    connection.close()
