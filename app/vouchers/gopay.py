"""Card payments through GoPay's REST API.

Customers type card numbers only on GoPay's page. Secrets and tokens are only in headers, which never appear in logs or
exceptions.
"""

import asyncio
import logging
import ssl
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from app.http.limited import UNCOMPRESSED, UnusableResponseError, read_limited
from app.i18n import Language
from app.settings import Settings
from app.vouchers.card_provider import CardsUnavailableError, PaymentUnknownError, ProviderPayment, Purchase

TIMEOUT = httpx.Timeout(5.0, connect=3.0)
TOTAL_TIMEOUT_SECONDS = 10.0
MAX_ANSWER_BYTES = 64 * 1024
STATES: Mapping[str, Literal["open", "paid"]] = {"CREATED": "open", "PAYMENT_METHOD_CHOSEN": "open", "PAID": "paid"}
"""States of a `ProviderPayment`, keyed by GoPay's state. All other states count as closed."""

logger = logging.getLogger(__name__)


class _Payment(BaseModel):
    id: int
    order_number: str
    state: str
    amount: int
    currency: str
    gw_url: str = ""


class _Token(BaseModel):
    access_token: str


class GoPay:
    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        assert settings.gopay_goid and settings.gopay_client_id and settings.gopay_client_secret
        self._goid = int(settings.gopay_goid)
        self._credentials = httpx.BasicAuth(settings.gopay_client_id, settings.gopay_client_secret.get_secret_value())
        self._url = settings.gopay_url
        self._transport = transport

    async def start(
        self, purchase: Purchase, language: Language, return_url: str, notification_url: str
    ) -> ProviderPayment:
        asked = {
            "payer": {"allowed_payment_instruments": ["PAYMENT_CARD"], "default_payment_instrument": "PAYMENT_CARD"},
            "target": {"type": "ACCOUNT", "goid": self._goid},
            "amount": purchase.amount,
            "currency": purchase.currency,
            "order_number": purchase.order_number,
            "callback": {"return_url": return_url, "notification_url": notification_url},
            "lang": language.code.upper(),
        }
        started = await self._ask("POST", "/payments/payment", json=asked)
        if not started.gateway:
            raise CardsUnavailableError("the gateway's address is not GoPay's")
        return started

    async def find(self, id: str) -> ProviderPayment:
        found = await self._ask("GET", f"/payments/payment/{id}")
        if found.id != id:
            raise CardsUnavailableError("GoPay answered about another payment")
        return found

    async def _ask(self, method: str, path: str, **options: Any) -> ProviderPayment:
        try:
            async with asyncio.timeout(TOTAL_TIMEOUT_SECONDS), self._client() as client:
                asked = {"grant_type": "client_credentials", "scope": "payment-all"}
                granted = await _send(client, "POST", "/api/oauth2/token", data=asked, auth=self._credentials)
                token = _Token.model_validate_json(granted).access_token
                headers = {"authorization": f"Bearer {token}"}
                return self._read(await _send(client, method, f"/api{path}", headers=headers, **options))
        except (TimeoutError, httpx.HTTPError, UnusableResponseError, ValueError) as error:
            reason = _reason(error)
            if isinstance(error, httpx.HTTPStatusError) and _is_about_unknown_payment(error):
                raise PaymentUnknownError(reason) from None
            logger.error("GoPay failed (%s); the payment by card has to be tried again", reason)
            raise CardsUnavailableError(reason) from None

    def _client(self) -> httpx.AsyncClient:
        headers = {"accept": "application/json", **UNCOMPRESSED}
        return httpx.AsyncClient(
            base_url=self._url, timeout=TIMEOUT, headers=headers, transport=self._transport, verify=self._tls
        )

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return httpx.create_ssl_context()  # cached, because reading the certificates blocks the event loop

    def _read(self, content: bytes) -> ProviderPayment:
        found = _Payment.model_validate_json(content)
        purchase = Purchase(found.order_number, found.amount, found.currency)
        gateway = found.gw_url if self._is_gateway(found.gw_url) else ""
        return ProviderPayment(str(found.id), STATES.get(found.state, "closed"), purchase, gateway)

    def _is_gateway(self, url: str) -> bool:
        own, given = urlsplit(self._url), urlsplit(url)
        return (given.scheme, given.netloc) == (own.scheme, own.netloc) and url.isascii() and url.isprintable()


async def _send(client: httpx.AsyncClient, method: str, path: str, **options: Any) -> bytes:
    async with client.stream(method, path, **options) as response:
        return await read_limited(response.raise_for_status(), MAX_ANSWER_BYTES)


def _is_about_unknown_payment(error: httpx.HTTPStatusError) -> bool:
    return error.response.status_code == 404 and error.request.method == "GET"  # only payment queries use GET


def _reason(error: Exception) -> str:
    if isinstance(error, httpx.HTTPStatusError):
        return f"status {error.response.status_code}"
    if isinstance(error, ValidationError):  # the error's message contains the response, which must not be logged
        return "unusable response"
    has_text = type(error) in (UnusableResponseError, ValueError)
    return f"{type(error).__name__}: {error}" if has_text else type(error).__name__
