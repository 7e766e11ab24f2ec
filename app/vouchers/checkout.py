"""Starts card payments for vouchers and marks orders as paid."""

import asyncio
import logging
from collections.abc import Callable

from app.i18n import Language
from app.routes import url_for
from app.settings import Settings
from app.vouchers.card_provider import CardProvider, PaymentUnknownError, ProviderPayment, Purchase
from app.vouchers.orders import CardPayment, Order, Vouchers

CURRENCY = "CZK"
HUNDREDTHS = 100
NOTIFICATION_PATH = "/payments/gopay"

logger = logging.getLogger(__name__)


class PaymentDiffersError(Exception):
    """Raised when a received payment has a wrong order number, amount or currency."""


class Checkout:
    """Handles card payments. Calls `on_paid` after an order is marked as paid.

    Methods raise StoreError if the database fails, CardsUnavailableError if the provider fails, and
    PaymentDiffersError.
    """

    def __init__(
        self, provider: CardProvider, vouchers: Vouchers, settings: Settings, on_paid: Callable[[], None]
    ) -> None:
        self._provider = provider
        self._vouchers = vouchers
        self._site_url = settings.site_url
        self._is_mailing = settings.smtp_url is not None
        self._on_paid = on_paid

    async def start(self, order: Order, language: Language) -> str | None:
        """Returns the URL where the customer can pay, or None if the order is already paid by card."""
        for earlier in await asyncio.to_thread(self._vouchers.card_payments, order.number):
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
        return_url = f"{self._site_url}{url_for('vouchers-order', language)}?token={order.token}"
        started = await self._provider.start(
            _purchase(order), language, return_url, f"{self._site_url}{NOTIFICATION_PATH}"
        )
        await asyncio.to_thread(self._vouchers.add_card_payment, order.number, started.id)
        return started.gateway

    async def settle(self, id: str) -> CardPayment | None:
        """Marks the order of a payment as paid if the provider confirms it. Returns None for an unknown payment."""
        payment = await asyncio.to_thread(self._vouchers.card_payment, id)
        if payment is not None and payment.paid is None:
            try:
                await self._settle(payment)
            except PaymentUnknownError:
                message = "The provider does not know card payment %s of order %d; not marked as paid"
                logger.error(message, payment.id, payment.voucher)
                raise
        return payment

    async def _settle(self, payment: CardPayment) -> ProviderPayment:
        found = await self._provider.find(payment.id)
        if found.state != "paid":
            return found
        order = await asyncio.to_thread(self._vouchers.find, payment.voucher)
        if order is None or found.purchase != _purchase(order):
            message = "Card payment %s differs from its order %d; not marked as paid"
            logger.error(message, payment.id, payment.voucher)
            raise PaymentDiffersError
        match await asyncio.to_thread(self._vouchers.settle_card_payment, payment, mailed=self._is_mailing):
            case "paid":
                logger.info("Card payment %s has arrived; order %d is paid", payment.id, order.number)
                self._on_paid()
            case "surplus":
                message = "Card payment %s has arrived, but order %d was paid before, or is deleted; refund it"
                logger.error(message, payment.id, order.number)
            case "known":
                pass
        return found


def open_checkout(settings: Settings, vouchers: Vouchers, on_paid: Callable[[], None]) -> Checkout | None:
    """Returns the checkout, or None if no payment provider is configured."""
    if not settings.has_card_payments:
        return None
    from app.vouchers.gopay import GoPay  # imported here, because most sites have no payment provider

    return Checkout(GoPay(settings), vouchers, settings, on_paid)


def _purchase(order: Order) -> Purchase:
    return Purchase(str(order.number), order.choice.total * HUNDREDTHS, CURRENCY)
