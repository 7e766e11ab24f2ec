"""Sends the mail of inquiries that are kept: again and again with growing pauses, across restarts, in one of several
processes.

Which one it is, a lock on a file says: the kernel takes it from a process that dies, however that happens. A mail
server that dies between taking a mail and saying so gets it again, under the same Message-ID.
"""

import asyncio
import fcntl
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from aiosmtplib import SMTPException

from app.inquiries.database import StoreError
from app.inquiries.mail import RefusedForGoodError, deliver, message
from app.inquiries.store import SENDER, Mail, Store
from app.settings import Settings

PAUSES_SECONDS = (5.0, 30.0, 120.0, 600.0, 3600.0, 6 * 3600.0)
"""After each failed try; the last one is repeated."""
LOOK_SECONDS = 2.0
"""Between two looks for mail: other processes keep inquiries too."""
SWEEP_SECONDS = 3600.0
CANCEL_SECONDS = 1.0
"""Between two cancellations of the same task."""

logger = logging.getLogger(__name__)


class Outbox:
    """The mail of `store`."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        pauses: Sequence[float] = PAUSES_SECONDS,
        look: float = LOOK_SECONDS,
    ) -> None:
        self._store = store
        self._settings = settings
        self._pauses = pauses
        self._look = look
        self._news = asyncio.Event()
        self._clock = time.monotonic
        self._next_sweep = 0.0

    def wake(self) -> None:
        """Has it look for mail at once."""
        self._news.set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Sends mail, and deletes what is old, during the block."""
        sending = asyncio.create_task(self._send_for_ever())
        try:
            yield
        finally:
            while not sending.done():  # Python 3.11's wait_for, which aiosmtplib uses, can swallow one (gh-86296)
                sending.cancel()
                await asyncio.wait([sending], timeout=CANCEL_SECONDS)

    async def _send_for_ever(self) -> None:
        lock = _Lock(self._store.file.with_name(f"{self._store.file.name}.outbox"))
        try:
            while True:
                try:
                    if lock.is_held():
                        await self._sweep()
                        await self._send_due()
                except (StoreError, OSError) as error:
                    logger.error("The outbox of inquiries fails: %s", error)
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._look):
                        await self._news.wait()
                self._news.clear()
        finally:
            lock.release()

    async def _sweep(self) -> None:
        if self._clock() < self._next_sweep:
            return
        self._next_sweep = self._clock() + SWEEP_SECONDS
        gone = await asyncio.to_thread(self._store.sweep, self._settings.inquiries_days)
        if gone:
            logger.warning("%d inquiries were older than INQUIRIES_DAYS, and are deleted", gone)

    async def _send_due(self) -> None:
        if self._settings.smtp_url:
            for mail in await asyncio.to_thread(self._store.due):
                await self._send(mail)

    async def _send(self, mail: Mail) -> None:
        kept = await asyncio.to_thread(self._store.find, mail.inquiry)
        if kept is None:
            return
        try:
            await deliver(await asyncio.to_thread(message, kept, mail.recipient, self._settings), self._settings)
        except (RefusedForGoodError, SMTPException, OSError, ValueError) as error:
            is_over = isinstance(error, RefusedForGoodError) and mail.recipient == SENDER
            pause = None if is_over else self._pauses[min(mail.tries, len(self._pauses) - 1)]
            reason = f"{type(error).__name__}: {error}"[:300]
            again = "not tried again" if pause is None else f"tried again in {pause:.0f} s"
            what = f"inquiry {kept.inquiry.reference} to the {mail.recipient}"
            logger.warning("Mail about %s was not taken, and is %s (%s)", what, again, reason)
            await asyncio.to_thread(self._store.failed, mail, reason, pause)
        else:
            await asyncio.to_thread(self._store.sent, mail)


class _Lock:
    """A lock on a file that one process has at a time."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor: int | None = None

    def is_held(self) -> bool:
        """Whether this process has it; it is taken if nobody has."""
        if self._descriptor is None:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                return False
            self._descriptor = descriptor
        return True

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
