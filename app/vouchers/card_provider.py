"""The interface of providers of card payments."""

from dataclasses import dataclass
from typing import Literal, Protocol

from app.i18n import Language


class CardsUnavailableError(Exception):
    """Raised when the provider does not respond, or sends an unusable response."""


@dataclass(frozen=True)
class Purchase:
    """The subject of a payment. `amount` is in hundredths of the currency."""

    order_number: str
    amount: int
    currency: str


@dataclass(frozen=True)
class ProviderPayment:
    """A payment at the provider. `gateway` is the page where an open one is paid, or ""."""

    id: str
    state: Literal["open", "paid", "closed"]
    purchase: Purchase
    gateway: str


class CardProvider(Protocol):
    """A payment provider. Methods raise CardsUnavailableError."""

    async def start(
        self, purchase: Purchase, language: Language, return_url: str, notification_url: str
    ) -> ProviderPayment: ...

    async def find(self, id: str) -> ProviderPayment: ...
