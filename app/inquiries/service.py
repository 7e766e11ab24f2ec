"""The service that takes inquiries: checks, stores, confirms, then sends mail. All blocking work runs in threads."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from app.i18n import Language
from app.inquiries.check import Checked, check, given_id
from app.inquiries.database import StoreError
from app.inquiries.form import Sent
from app.inquiries.model import Inquiry, Upload
from app.inquiries.outbox import Outbox
from app.inquiries.store import Store
from app.settings import Settings

Capacity = Callable[[str], int | None]
"""Returns the number of places of a workshop's date, by its id; None if there is no such date to come."""
LATE_SECONDS = 3600
"""Age of an unsent mail at which `/_health` shows the mail as late."""

logger = logging.getLogger(__name__)


def warn_without_mail_server(settings: Settings) -> None:
    """Logs once, at the start, that no mail is sent."""
    if settings.smtp_url is None:
        logger.warning("SMTP_URL is not set; inquiries are stored, and listed by `python -m app.inquiries list`")


class InquiryService:
    """The service of one process. `capacity` knows the dates that can be booked."""

    def __init__(self, settings: Settings, capacity: Capacity = lambda workshop: None) -> None:
        self._settings = settings
        self._capacity = capacity
        self._store = Store(settings.inquiries, capacity)
        self._outbox = Outbox(self._store, settings)

    async def check_rate_limit(self, networks: Sequence[str]) -> None:
        """Checks whether a sender may send an inquiry now, before it is read.

        Raises:
            TooManyError: the sender has sent too many.
            StoreError: the database cannot be read.
        """
        await asyncio.to_thread(self._store.check_limits, networks)

    async def check(self, form: Sent, language: Language) -> Checked:
        """Checks what a form has sent.

        Raises:
            StoreError: the database cannot be read.
        """
        return await asyncio.to_thread(self._check, form, language)

    def _check(self, form: Sent, language: Language) -> Checked:
        id = given_id(form.fields)
        received = self._store.received(id) if id else None
        if received is None:
            today, is_open = datetime.now(UTC).date(), lambda workshop: self._capacity(workshop) is not None
        else:  # sent again, as its answer was lost: a date in it may have passed meanwhile
            today, is_open = datetime.fromtimestamp(received, UTC).date(), lambda workshop: True
        return check(form.fields, form.files, language, today, is_open, self._store.derive_id)

    async def keep(self, inquiry: Inquiry, uploads: Sequence[Upload], networks: Sequence[str]) -> None:
        """Stores an inquiry, once: when this returns, it is on the disk.

        Raises:
            StoreError, TooManyError, TooManyPlacesError, FullError, IdUsedError: nothing of it was stored.
        """
        mailed = self._settings.smtp_url is not None
        if await asyncio.to_thread(self._store.keep, inquiry, uploads, networks, mailed=mailed):
            self._outbox.wake()

    async def places_left(self, workshops: Sequence[str]) -> dict[str, int]:
        """Returns the number of free places on each of these dates. Dates that are not to come are left out.

        Raises:
            StoreError: the database cannot be read.
        """
        counted = await asyncio.to_thread(lambda: {each: self._store.places_left(each) for each in workshops})
        return {workshop: left for workshop, left in counted.items() if left is not None}

    async def health(self) -> Mapping[str, object]:
        """Returns the state of the mail for `/_health`: "late" if a mail has waited for long, "failed" if the mail
        server has refused one to the studio.

        Raises:
            StoreError: the database cannot be read.
        """
        state = await asyncio.to_thread(self._store.mail_state)
        age = None if state.oldest is None else round(max(0.0, time.time() - state.oldest))
        status = "failed" if state.refused else "late" if age is not None and age > LATE_SECONDS else "up"
        return {"status": status, "unsent": state.waiting, "oldest_seconds": age, "refused": state.refused}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Sends mail during the block, if there is a mail server."""
        try:
            await asyncio.to_thread(self._store.prepare)
        except StoreError as error:
            logger.error("Inquiries cannot be stored in INQUIRIES=%s (%s)", self._settings.inquiries, error)
        async with self._outbox.running():
            yield
