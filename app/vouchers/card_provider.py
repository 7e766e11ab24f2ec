"""The interface of card payment providers."""

from dataclasses import dataclass
from typing import Literal, Protocol

from app.i18n import Language


class CardsUnavailableError(Exception):
    """Raised when the provider does not respond, or sends an unusable response."""


class PaymentUnknownError(CardsUnavailableError):
    pass


@dataclass(frozen=True)
class Purchase:
    """An order's number, and the amount to pay in hundredths of the currency."""

    order_number: str
    amount: int
    currency: str


@dataclass(frozen=True)
class ProviderPayment:
    """A payment as reported by the provider. `gateway` is the URL where the customer can pay, or ""."""

    id: str
    state: Literal["open", "paid", "closed"]
    purchase: Purchase
    gateway: str


class CardProvider(Protocol):
    """A provider of card payments. Methods raise CardsUnavailableError on failure."""

    async def start(
        self, purchase: Purchase, language: Language, return_url: str, notification_url: str
    ) -> ProviderPayment: ...

    async def find(self, id: str) -> ProviderPayment: ...
