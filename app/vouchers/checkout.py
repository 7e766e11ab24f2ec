"""Starts card payments for vouchers and marks orders as paid."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress

from app.database.errors import StoreError
from app.i18n import Language
from app.inquiries.limits import SWEEP_SECONDS
from app.settings import Settings
from app.single_flight import SingleFlight
from app.supervision import supervised
from app.vouchers.card_provider import (
    CardProvider,
    CardsUnavailableError,
    PaymentUnknownError,
    ProviderPayment,
    Purchase,
)
from app.vouchers.orders import MAX_PENDING_OF_ORDER, CardPayment, Order, Settlement, Vouchers, order_address

CURRENCY = "CZK"
HUNDREDTHS = 100
NOTIFICATION_PATH = "/payments/gopay"
MAX_PAYMENTS = 10
"""A limit on card payments for an order, because each press of the button causes requests to the provider."""
PAGE_TIMEOUT_SECONDS = 3.0
"""The timeout of a request to the provider while an order's page is loading."""

logger = logging.getLogger(__name__)


class PaymentDiffersError(Exception):
    """Raised when a received payment has a wrong order number, amount or currency."""


class TooManyPaymentsError(Exception):
    """Raised when an order has reached the limit on card payments."""


class Checkout:
    """Handles card payments. Calls `on_paid` after an order is marked as paid.

    Methods raise StoreError if the database fails, CardsUnavailableError if the provider fails, and
    PaymentDiffersError if a payment does not match its order.
    """

    def __init__(
        self, provider: CardProvider, vouchers: Vouchers, settings: Settings, on_paid: Callable[[], None]
    ) -> None:
        self._provider = provider
        self._vouchers = vouchers
        self._site_url = settings.site_url
        self._is_mailing = settings.smtp_url is not None
        self._on_paid = on_paid
        self._reported: set[str] = set()
        self._starts: SingleFlight[str | None] = SingleFlight()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        async with supervised("card payments", self._run):
            try:
                yield
            finally:
                await self._starts.close()

    async def _run(self) -> None:
        while True:
            await self.sweep()
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Checks recent payments, because the provider stops retrying a lost notification after a while.

        Stops checking if the database or the provider fails.
        """
        with suppress(CardsUnavailableError, StoreError):
            for payment in await asyncio.to_thread(self._vouchers.pending_card_payments):
                with suppress(PaymentDiffersError, PaymentUnknownError):
                    await self.settle(payment.id)

    async def settle_pending(self, number: int) -> None:
        """Asks the provider about an order's recent payments. Each request takes at most `PAGE_TIMEOUT_SECONDS`."""
        for payment in await asyncio.to_thread(self._vouchers.pending_card_payments, number):
            with suppress(PaymentUnknownError):
                await self.settle(payment.id, PAGE_TIMEOUT_SECONDS)

    async def start(self, order: Order, language: Language) -> str | None:
        """Returns the URL where the customer can pay, or None if the order is already paid or deleted.

        Simultaneous calls for an order return the same URL. Raises TooManyPaymentsError if the order has
        `MAX_PAYMENTS`.
        """
        return await self._starts.do(str(order.number), lambda: self._start(order.number, language))

    async def _start(self, number: int, language: Language) -> str | None:
        order = await asyncio.to_thread(self._vouchers.find, number)
        if order is None or order.state != "ordered":
            return None
        payments = await asyncio.to_thread(self._vouchers.card_payments, number)
        for earlier in payments[:MAX_PENDING_OF_ORDER]:
            try:
                found = await self._settle(earlier)
            except PaymentUnknownError:
                message = "The provider does not know card payment %s of order %d; it counts as closed"
                logger.warning(message, earlier.id, earlier.voucher)
                continue
            if found.state == "paid":
                return None
            if found.state == "open" and found.gateway:
                return found.gateway
        if len(payments) >= MAX_PAYMENTS:
            raise TooManyPaymentsError
        return_url = self._site_url + order_address(language, order)
        started = await self._provider.start(
            _purchase(order), language, return_url, f"{self._site_url}{NOTIFICATION_PATH}"
        )
        if await asyncio.to_thread(self._vouchers.add_card_payment, number, started.id, len(payments)):
            return started.gateway
        # Another process has stored a payment in the meantime. The payment started here is dropped.
        return await self._start(number, language)

    async def settle(self, id: str, timeout: float | None = None) -> CardPayment | None:
        """Marks a payment's order as paid if the provider confirms the payment. Returns None for an unknown payment."""
        payment = await asyncio.to_thread(self._vouchers.card_payment, id)
        if payment is not None and payment.paid is None:
            try:
                await self._settle(payment, timeout)
            except PaymentUnknownError:
                self._report("The provider does not know card payment %s of order %d; not marked as paid", payment)
                raise
        return payment

    async def _settle(self, payment: CardPayment, timeout: float | None = None) -> ProviderPayment:
        try:
            async with asyncio.timeout(timeout):
                found = await self._provider.find(payment.id)
        except TimeoutError:
            raise CardsUnavailableError("the provider is slow") from None
        if found.state != "paid":
            return found
        order = await asyncio.to_thread(self._vouchers.find, payment.voucher)
        if order is None or found.purchase != _purchase(order):
            self._report("Card payment %s differs from its order %d; not marked as paid", payment)
            raise PaymentDiffersError
        if await asyncio.to_thread(self._record, payment) == "paid":
            self._on_paid()
        return found

    def _record(self, payment: CardPayment) -> Settlement:
        """Records that a payment has arrived. Also logs it, because the caller may be cancelled before it can log."""
        settlement = self._vouchers.settle_card_payment(payment, mailed=self._is_mailing)
        if settlement == "paid":
            logger.info("Card payment %s has arrived; order %d is paid", payment.id, payment.voucher)
        elif settlement == "surplus":
            message = "Card payment %s has arrived, but order %d was paid before, or is deleted; refund it"
            logger.error(message, payment.id, payment.voucher)
        return settlement

    def _report(self, message: str, payment: CardPayment) -> None:
        if payment.id not in self._reported:
            self._reported.add(payment.id)
            logger.error(message, payment.id, payment.voucher)


def open_checkout(settings: Settings, vouchers: Vouchers, on_paid: Callable[[], None]) -> Checkout | None:
    if not settings.has_card_payments:
        return None
    from app.vouchers.gopay import GoPay  # imported here, because most sites have no payment provider

    return Checkout(GoPay(settings), vouchers, settings, on_paid)


def _purchase(order: Order) -> Purchase:
    return Purchase(str(order.number), order.choice.total * HUNDREDTHS, CURRENCY)
