"""Sends emails about stored inquiries.

Only one process sends at a time, even if several machines share the database. The process claims an email before
sending it, so that no email is sent twice if the database fails.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from math import inf

from aiosmtplib import SMTPException

from app.database.errors import StoreError, store_errors
from app.database.locks import Lock
from app.i18n.characters import one_line
from app.inquiries import limits
from app.inquiries.booking_links import new_token
from app.inquiries.mail import compose, has_link
from app.inquiries.smtp import Compose, MailRefusedError, deliver
from app.inquiries.store import STUDIO, QueuedMail, Store, StoredInquiry
from app.mails import OutgoingMail, UnsendableError
from app.settings import Settings
from app.supervision import supervised

logger = logging.getLogger(__name__)


class Outbox:
    """The task that sends due emails. `pauses` lists the seconds to wait before each retry. The last value repeats."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        pauses: Sequence[float] = limits.RETRY_SECONDS,
        poll: float = limits.POLL_SECONDS,
    ) -> None:
        self._store = store
        self._settings = settings
        self._pauses = pauses
        self._poll = poll
        self._added = asyncio.Event()
        self._clock = time.monotonic
        # Delays the first sweep, because the machine's clock can be wrong after a boot.
        self._next_sweep = self._next_cleanup = self._clock() + limits.SWEEP_SECONDS
        self._unrecorded: Callable[[], None] | None = None
        self._problem = ""
        self._is_taking_over = False

    def wake(self) -> None:
        self._added.set()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        async with supervised("outbox", self._run):
            yield

    async def _run(self) -> None:
        lock: Lock | None = None
        try:
            while True:
                if self._store.database.exists():
                    await self._delete_old_copies()
                    lock = lock or await asyncio.to_thread(self._store.database.process_lock, "outbox")
                    await self._work(lock)
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._poll):
                        await self._added.wait()
                self._added.clear()
        finally:
            try:
                with suppress(StoreError):  # if recording fails, the next process sends the last email again
                    await self._record()
            finally:
                if lock:
                    lock.release()

    async def _work(self, lock: Lock) -> None:
        """Deletes old inquiries and sends due emails, if this process gets the lock. Logs repeated errors only once."""
        try:
            await self._record()  # records the last delivery, even if another process holds the lock
            if await _try_acquire(lock):
                await self._sweep()
                await self._take_over()
                await self._send_due(lock)
            else:
                self._is_taking_over = True
            problem = ""
        except StoreError as error:
            self._is_taking_over = True
            problem = str(error)
        if problem and problem != self._problem:
            logger.error("Outbox failed (%s); retrying every %.3g s", problem, self._poll)
        self._problem = problem

    async def _take_over(self) -> None:
        """Waits until the previous holder of the lock has stored the result of its last delivery.

        After a failover of the database, the previous holder might take a few polls to connect again.
        """
        if self._is_taking_over:
            await asyncio.sleep(limits.TAKEOVER_POLLS * self._poll)
            self._is_taking_over = False

    async def _delete_old_copies(self) -> None:
        """Deletes old copies of databases on this machine, even if another machine holds the lock."""
        if self._clock() >= self._next_cleanup:
            await asyncio.to_thread(self._store.delete_old_copies)
            self._next_cleanup = self._clock() + limits.SWEEP_SECONDS

    async def _sweep(self) -> None:
        if self._clock() < self._next_sweep:
            return
        self._next_sweep = self._clock() + limits.SWEEP_SECONDS
        try:
            deleted = await asyncio.to_thread(self._store.sweep, self._settings.inquiries_days)
        except StoreError as error:
            self._is_taking_over = True
            logger.error("Deleting old inquiries failed (%s); retrying in %.0f s", error, limits.SWEEP_SECONDS)
            return
        if deleted:
            logger.warning("Deleted inquiries older than INQUIRIES_DAYS: %d", deleted)

    async def _send_due(self, lock: Lock) -> None:
        if self._settings.smtp_url is None:
            return
        while await _try_acquire(lock) and (mail := await asyncio.to_thread(self._store.claim, self._pauses)):
            await self._send(mail)
            await self._record()

    async def _record(self) -> None:
        record, self._unrecorded = self._unrecorded, None
        if record:
            try:
                await asyncio.to_thread(record)
            except (StoreError, asyncio.CancelledError):
                # Retries only after these errors, because retries after a permanent error could block all emails.
                self._unrecorded = record
                raise

    async def _send(self, mail: QueuedMail) -> None:
        def note_sent() -> None:
            self._unrecorded = partial(self._store.mark_sent, mail)

        try:
            stored = await asyncio.to_thread(self._store.find, mail.inquiry)
            if stored is None:
                return
            max_bytes = 0 if mail.tries >= limits.MAX_TRIES_WITH_ATTACHMENTS else inf
            composed: Compose = lambda limit: self._compose(stored, mail.kind, min(limit, max_bytes))  # noqa: E731
            async with asyncio.timeout(limits.MAIL_TIMEOUT_SECONDS):
                await deliver(composed, self._settings, note_sent)
        except (StoreError, asyncio.CancelledError):
            raise
        except Exception as error:  # an error in one email must not block others
            # If the error occurred while closing the connection, the email stays recorded as sent.
            self._unrecorded = self._unrecorded or partial(self._fail, mail, error)

    def _compose(self, stored: StoredInquiry, kind: str, max_bytes: float) -> OutgoingMail:
        token = new_token(self._store, stored.inquiry.id) if has_link(stored, kind) else ""
        return compose(stored, kind, self._settings, max_bytes, token=token, clock=self._store.clock)

    def _fail(self, mail: QueuedMail, error: Exception) -> None:
        # Retries indefinitely after outages, and after temporary refusals of emails to the studio. Outages never use up
        # all tries, because a customer's server might refuse the first try after an outage (greylisting).
        is_last_try = mail.tries >= limits.MAX_TRIES_TO_CUSTOMER and not mail.kind.startswith(STUDIO)
        is_temporary = isinstance(error, MailRefusedError) and error.is_temporary
        is_permanent = (
            isinstance(error, UnsendableError)
            or (isinstance(error, MailRefusedError) and error.is_permanent)
            or (is_temporary and is_last_try)
        )
        is_known = isinstance(error, UnsendableError | MailRefusedError | SMTPException | OSError)
        text = f"{type(error).__name__}: {error}" if is_known else type(error).__name__
        # The database refuses some characters that a mail server's response can contain.
        reason = one_line(text)[: limits.MAX_ERROR_LENGTH]
        self._store.mark_failed(mail, reason, is_permanent=is_permanent, is_outage=not is_temporary)
        pause = self._pauses[min(mail.tries, len(self._pauses) - 1)]
        consequence = "not retrying" if is_permanent else f"retrying in {pause:.0f} s"
        what = f"mail for inquiry {mail.inquiry[:8].upper()} to the {mail.kind}"
        logger.warning("Sending %s failed (%s); %s", what, reason, consequence)


async def _try_acquire(lock: Lock) -> bool:
    with store_errors():
        return await asyncio.to_thread(lock.try_acquire)
