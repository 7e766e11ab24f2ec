"""Serves the page behind the link of a voucher's order, and checks codes of vouchers."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from math import ceil
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from app.content.voucher_orders import CARD_OPEN, CARDS_DOWN, CODE_FIELD, MAX_CODE
from app.database.errors import StoreError
from app.http import static
from app.http.client import GROWTH, networks
from app.http.export import IDENTITY, Export
from app.http.rate_limiter import RateLimiter, TooFastError
from app.http.small_form import payment_of, read_fields, token_of
from app.i18n import LANGUAGES, Language, Text, language_of, use
from app.inquiries import limits
from app.inquiries.page import without_scripts
from app.inquiries.service import InquiryService
from app.inquiries.voucher_pages import CheckTemplate, OrderTemplate, verdict_text
from app.routes import url_for
from app.settings import Settings
from app.vouchers.card_provider import CardsUnavailableError
from app.vouchers.checkout import NOTIFICATION_PATH
from app.vouchers.orders import Order

ORDER, CHECK = "vouchers-order", "vouchers-check"
ORDER_PATHS, CHECK_PATHS = (tuple(url_for(name, language) for language in LANGUAGES) for name in (ORDER, CHECK))
PATHS = (*ORDER_PATHS, *CHECK_PATHS)
HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex"}
"""Headers that keep the pages out of caches and search engines, and the token out of other sites' logs."""

logger = logging.getLogger(__name__)


def order_address(language: Language, order: Order) -> str:
    return f"{url_for(ORDER, language)}?token={order.token}"


class VoucherEndpoint:
    """Responds to requests for `/vouchers/order?token=…`, to codes that are sent to `/vouchers/check`, and to
    notifications of the payment provider."""

    def __init__(
        self,
        settings: Settings,
        service: InquiryService,
        export: Export | None,
        page_headers: Callable[..., Mapping[str, str]],
    ) -> None:
        self._settings = settings
        self._service = service
        self._export = export
        self._page_headers = page_headers
        self._orders = RateLimiter(limits.BOOKING_PAGE_RATE, limits.BOOKING_PAGE_BURST)
        self._checks = RateLimiter(limits.CHECK_RATE, limits.CHECK_BURST)

    def owns(self, method: str, path: str, query: str) -> bool:
        """Whether a request needs the server. Otherwise, both pages' addresses have a page like any other."""
        if path == NOTIFICATION_PATH:
            return self._takes_cards
        return (path in ORDER_PATHS and bool(query)) or (path in CHECK_PATHS and method == "POST")

    async def respond(self, scope: Scope, receive: Receive, path: str, query: str) -> Response:
        """Returns the filled page.

        Raises:
            HTTPException: 403 for forms of other sites, 405 for other methods, 429 for too many requests, 503 if the
                database fails.
        """
        is_check = path in CHECK_PATHS
        allowed = ("GET", "HEAD", "POST") if self._takes_cards and path in ORDER_PATHS else ("GET", "HEAD")
        if not is_check and scope["method"] not in allowed:
            raise HTTPException(405, "Method not allowed", {"Allow": ", ".join(allowed)})
        self._check_rate_limit(scope, self._checks if is_check else self._orders)
        language = language_of(path)
        try:
            if is_check:
                return await self._check(Request(scope, receive), language)
            if path == NOTIFICATION_PATH:
                return await self._notified(payment_of(query))
            order = await self._ordered(query)
            if scope["method"] == "POST" and order and order.state == "ordered":
                return await self._pay(Request(scope, receive), language, order)
            return await self._order(language, order, payment_of(query))
        except StoreError as error:
            logger.error("Reading a voucher failed (%s); answering 503", error)
            raise HTTPException(503, "Try again.", {"retry-after": "5"}) from None
        except ClientDisconnect:
            return Response(status_code=400)

    async def _check(self, request: Request, language: Language) -> Response:
        _refuse_other_sites(request)
        fields = await read_fields(request, limits.MAX_ACT_BYTES, limits.CHUNK_TIMEOUT_SECONDS)
        typed = fields.get(CODE_FIELD, "")[:MAX_CODE]
        verdict = await asyncio.to_thread(self._service.vouchers.check, typed)
        with use(language):
            found = self._built(CHECK, language)
            if found is None:
                return PlainTextResponse(f"{verdict_text(verdict)}\n", headers=HEADERS)
            html, headers = found
            return HTMLResponse(_check_template(html).fill_check(typed, verdict), headers={**headers, **HEADERS})

    @property
    def _takes_cards(self) -> bool:
        return self._service.checkout is not None

    async def _notified(self, payment: str) -> Response:
        """Answers the provider, which notifies again after a failure."""
        assert self._service.checkout
        try:
            known = await self._service.checkout.settle(payment) if payment else None
        except CardsUnavailableError:
            raise HTTPException(503, "Try again.", {"retry-after": "60"}) from None
        if known is None:
            raise HTTPException(404, "There is no such payment.")
        return PlainTextResponse("ok\n", headers=HEADERS)

    async def _pay(self, request: Request, language: Language, order: Order) -> Response:
        _refuse_other_sites(request)
        assert self._service.checkout
        try:
            gateway = await self._service.checkout.start(order, language)
        except CardsUnavailableError:
            return await self._order(language, order, problem=CARDS_DOWN, status=503)
        return RedirectResponse(gateway or order_address(language, order), 303, HEADERS)

    async def _ordered(self, query: str) -> Order | None:
        token = token_of(query)
        return await self._service.voucher_order(token) if token else None

    async def _returned(self, order: Order, payment: str) -> tuple[Order, Text | None]:
        """Returns the order after its customer has come back from the provider, and what went wrong."""
        checkout, vouchers = self._service.checkout, self._service.vouchers
        payments = await asyncio.to_thread(vouchers.card_payments, order.number) if checkout and payment else ()
        if not checkout or payment not in [each.id for each in payments]:
            return order, None
        try:
            await checkout.settle(payment)
        except CardsUnavailableError:
            return order, CARD_OPEN
        return await asyncio.to_thread(vouchers.find, order.number) or order, CARD_OPEN

    async def _order(
        self, language: Language, order: Order | None, payment: str = "", problem: Text | None = None, status: int = 200
    ) -> Response:
        token = order.token if order else ""
        status = 404 if order is None else status
        if order and payment:
            order, problem = await self._returned(order, payment)
        with use(language):
            found = self._built(ORDER, language)
            if found is None:
                return PlainTextResponse(f"{order.number if order else ''}\n", status, HEADERS)
            html, headers = found
            filled = _order_template(html).fill_order(order, problem, by_card=self._takes_cards)
        for each in LANGUAGES if token else ():  # the language switch keeps the token
            address = url_for(ORDER, each)
            filled = filled.replace(f'href="{address}"', f'href="{escape(f"{address}?token={quote(token)}")}"')
        return HTMLResponse(filled, status, {**headers, **HEADERS})

    def _built(self, name: str, language: Language) -> tuple[str, Mapping[str, str]] | None:
        resource = self._export and self._export.find(url_for(name, language))
        if not self._export or not resource:
            return None
        built = resource.representations[IDENTITY]
        return _page(self._export.folder / built.file, built.etag), self._page_headers(
            resource.styles, has_scripts=False
        )

    def _check_rate_limit(self, scope: Scope, limiter: RateLimiter) -> None:
        try:
            names = zip(networks(scope, self._settings), GROWTH, strict=False)
            wait = max(limiter.wait(name, times) for name, times in names)
        except TooFastError:
            wait = limits.RETRY_AFTER_SECONDS
        if wait > 0:
            raise HTTPException(429, "Too many requests. Try again in a minute.", {"retry-after": str(ceil(wait))})


def _refuse_other_sites(request: Request) -> None:
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403, "This site does not answer other sites.")


@lru_cache(maxsize=2 * len(LANGUAGES))
def _page(file: Path, etag: str) -> str:
    return without_scripts(static.content(file, etag).decode())


@lru_cache(maxsize=len(LANGUAGES))
def _order_template(html: str) -> OrderTemplate:
    return OrderTemplate(html)


@lru_cache(maxsize=len(LANGUAGES))
def _check_template(html: str) -> CheckTemplate:
    return CheckTemplate(html)
