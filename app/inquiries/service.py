"""Checks and stores inquiries, and sends emails about them. Blocking work runs in threads."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from math import inf
from typing import TypeVar

from app.content.inquiry_messages import NO_ROOM
from app.content.moments import studio_day
from app.database.database import check_usable, open_database
from app.database.errors import StoreError
from app.folders import free_bytes
from app.i18n import Language
from app.inquiries import actions, booking_links, limits
from app.inquiries.actions import Seats
from app.inquiries.check import Checked, check, given_id
from app.inquiries.form import Form
from app.inquiries.model import Inquiry, Upload
from app.inquiries.outbox import Outbox
from app.inquiries.store import Store, StoredInquiry
from app.settings import Settings, SettingsError
from app.single_flight import SingleFlight
from app.vouchers.checkout import open_checkout
from app.vouchers.orders import Vouchers

Capacity = Callable[[str], int | None]
Result = TypeVar("Result")

logger = logging.getLogger(__name__)


def warn_without_mail_server(settings: Settings) -> None:
    if settings.smtp_url is None:
        logger.warning(
            "SMTP_URL is not set; inquiries are stored, and listed by `.venv/bin/python -m app.inquiries list`; "
            "the desk is off"
        )


class InquiryService:
    """Checks, stores and changes inquiries. Each server process has one instance. Methods can raise `StoreError`."""

    def __init__(self, settings: Settings, capacity: Capacity = lambda workshop: None) -> None:
        self._settings = settings
        self._capacity = capacity
        self._database = open_database(settings)
        self._store = Store(self._database, capacity)
        self._outbox = Outbox(self._store, settings)
        self.vouchers = Vouchers(self._database)
        """The voucher orders in the database. All methods block the thread."""
        self.checkout = open_checkout(settings, self.vouchers, self._outbox.wake)
        """The service for card payments, or None if no payment provider is configured."""
        self._seats: SingleFlight[tuple[Seats, ...]] = SingleFlight()
        self._checks: SingleFlight[None] = SingleFlight()
        self._checked = -inf

    def now(self) -> float:
        return self._store.clock()

    @property
    def is_mailing(self) -> bool:
        return self._settings.smtp_url is not None

    async def check_rate_limit(self, networks: Sequence[str]) -> None:
        await asyncio.to_thread(self._store.check_limits, networks)

    async def check(self, form: Form, language: Language) -> Checked:
        return await asyncio.to_thread(self._check, form, language)

    def _check(self, form: Form, language: Language) -> Checked:
        id = given_id(form.fields)
        received = self._store.received(id) if id else None

        def is_open(workshop: str) -> bool:  # a resubmitted inquiry remains valid, even if the workshop is over
            return received is not None or self._capacity(workshop) is not None

        today = studio_day(time.time() if received is None else received)
        is_known = received is not None
        checked = check(form.fields, form.files, language, today, is_open, self._store.derive_id, is_known=is_known)
        disk = self._database.disk if checked.uploads and not is_known else None
        if disk and free_bytes(disk) < limits.MIN_FREE_BYTES_FOR_FILES:
            logger.error(
                "Less than %d MB are free; refusing an inquiry with files", limits.MIN_FREE_BYTES_FOR_FILES // 1000**2
            )
            return Checked(None, (), {"files": NO_ROOM})
        return checked

    async def submit(
        self, inquiry: Inquiry, uploads: Sequence[Upload], networks: Sequence[str], shown_crowns: int | None = None
    ) -> StoredInquiry:
        """Stores an inquiry and schedules its emails, unless it is already stored. Returns the stored inquiry.

        Raises:
            StoreError, TooManyInquiriesError, TooManySeatsError, FullError, IdUsedError, PriceChangedError: the
                inquiry was not stored.
        """

        def add() -> StoredInquiry | None:
            self._store.add(inquiry, uploads, networks, mailed=self.is_mailing, shown_crowns=shown_crowns)
            return actions.read(self._store, inquiry.id)

        stored = await asyncio.to_thread(add)
        if stored is None:
            raise StoreError("the studio has deleted the inquiry at once")
        self._outbox.wake()
        return stored

    async def seats(self, workshops: Sequence[str]) -> tuple[Seats, ...]:
        """Returns the seats of workshop dates. Simultaneous calls share one read, to limit the load on the database."""
        if not self._database.exists():
            return tuple(Seats(each, 0, self._capacity(each), 0, None) for each in workshops)
        return await self._seats.do(" ".join(workshops), lambda: _read(actions.seats, self._store, workshops))

    async def booking(self, token: str) -> StoredInquiry | None:
        return await _read(booking_links.find, self._store, token) if self._database.exists() else None

    async def act(self, act: Callable[..., None], *arguments: str, **options: str | None) -> None:
        """Confirms, moves or cancels a booking for a customer. Raises ActionError if the action is impossible."""
        await asyncio.to_thread(act, self._store, *arguments, **options, by="customer", mailed=self.is_mailing)
        self._outbox.wake()

    async def count(self) -> int:
        return await _read(self._store.count)

    async def database_health(self) -> Mapping[str, object]:
        """Raises StoreError if the database fails. Tries to write to the database at most once per second."""
        await self._checks.do("database", self._check_database)
        return {"status": "up"}

    async def _check_database(self) -> None:
        if time.monotonic() > self._checked + limits.CHECK_SECONDS:
            await asyncio.to_thread(self._database.check)
            self._checked = time.monotonic()

    async def mail_health(self) -> Mapping[str, object]:
        state = await asyncio.to_thread(self._store.mail_state)
        age = None if state.oldest is None else round(max(0.0, time.time() - state.oldest))
        is_late = age is not None and age > limits.LATE_SECONDS
        status = "failed" if state.refused else "late" if is_late else "up"
        return {"status": status, "unsent": state.waiting, "oldest_seconds": age, "refused": state.refused}

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        try:
            await asyncio.to_thread(check_usable, self._database)
        except SettingsError as error:
            logger.error("%s; inquiries are refused", error)
        async with self._outbox.running(), self.checkout.running() if self.checkout else nullcontext():
            yield


async def _read(function: Callable[..., Result], *arguments: object) -> Result:
    """Runs a function in a thread. Raises StoreError after a timeout, so that pages do not wait for hanging threads."""
    try:
        async with asyncio.timeout(limits.READ_TIMEOUT_SECONDS):
            return await asyncio.to_thread(function, *arguments)
    except TimeoutError:
        raise StoreError("the database did not answer in time") from None
