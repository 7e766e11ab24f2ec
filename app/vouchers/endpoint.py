"""Serves the page of a voucher order, checks voucher codes, and receives the payment provider's notifications."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from app.content.errors import TOO_MANY
from app.content.voucher_orders import (
    CARD_DIFFERS,
    CARD_OPEN,
    CARD_TRIES,
    CARD_UNKNOWN,
    CARDS_DOWN,
    CODE_FIELD,
    MAX_CODE,
)
from app.http.built_pages import BuiltPages
from app.http.methods import READING, require_method
from app.http.rate_limiter import RateLimiter
from app.http.small_form import payment_of, read_fields, token_of
from app.http.token_page import HEADERS, TokenPage, refuse_other_sites, unavailable_without_database, with_token
from app.i18n import LANGUAGES, Language, Text, language_of, use
from app.inquiries.limits import CHECK_BURST, CHECK_RATE, CHUNK_TIMEOUT_SECONDS, MAX_ACT_BYTES
from app.routes import url_for
from app.settings import Settings
from app.vouchers.card_provider import CardsUnavailableError
from app.vouchers.checkout import NOTIFICATION_PATH, Checkout, PaymentDiffersError, TooManyPaymentsError
from app.vouchers.orders import Order, Vouchers, order_address
from app.vouchers.pages import check_page, order_page, verdict_text

ORDER, CHECK = "vouchers-order", "vouchers-check"
ORDER_PATHS, CHECK_PATHS = (tuple(url_for(name, language) for language in LANGUAGES) for name in (ORDER, CHECK))
PATHS = (*ORDER_PATHS, *CHECK_PATHS)


class VoucherEndpoint(TokenPage):
    def __init__(self, settings: Settings, vouchers: Vouchers, checkout: Checkout | None, pages: BuiltPages) -> None:
        super().__init__(settings, pages)
        self._vouchers = vouchers
        self._checkout = checkout
        self._checks = RateLimiter(CHECK_RATE, CHECK_BURST)

    def owns(self, method: str, path: str, query: str) -> bool:
        """Whether this endpoint handles the request. For other requests, the server sends the built page."""
        if path == NOTIFICATION_PATH:
            return self._takes_cards
        return (path in ORDER_PATHS and bool(query)) or (path in CHECK_PATHS and method == "POST")

    async def respond(self, scope: Scope, receive: Receive, path: str, query: str) -> Response:
        """Returns the page of an order, the result of a code check, or the confirmation of a notification.

        After too many code checks, the page with the result has the status 429 and still shows the entered code.

        Raises:
            HTTPException: 403 for requests from other sites; 404 for unknown payments; 405 for unsupported methods;
                408 or 413 for invalid forms; 429 for too many requests; 503 if the database or the payment provider
                fails.
        """
        if path not in CHECK_PATHS:
            posting = ("POST",) if self._takes_cards and path in ORDER_PATHS else ()
            require_method(scope, *READING, *posting)
            self._check_rate_limit(scope)
        with unavailable_without_database("Reading a voucher"):
            try:
                return await self._respond(Request(scope, receive), path, query)
            except ClientDisconnect:
                return Response(status_code=400)

    async def _respond(self, request: Request, path: str, query: str) -> Response:
        language = language_of(path)
        if path in CHECK_PATHS:
            return await self._check(request, language)
        if path == NOTIFICATION_PATH:
            return await self._notified(payment_of(query))
        order = await self._ordered(query)
        if request.method == "POST" and order and order.state == "ordered":
            return await self._pay(request, language, order)
        return await self._order(language, order, payment_of(query))

    async def _check(self, request: Request, language: Language) -> Response:
        wait = self._seconds_to_wait(request.scope, self._checks)
        status, headers = (429, {**HEADERS, "retry-after": str(wait)}) if wait else (200, HEADERS)
        refuse_other_sites(request)
        fields = await read_fields(request, MAX_ACT_BYTES, CHUNK_TIMEOUT_SECONDS)
        typed = fields.get(CODE_FIELD, "")[:MAX_CODE]
        with use(language):
            answer = TOO_MANY if wait else verdict_text(await asyncio.to_thread(self._vouchers.check, typed))
            found = self._pages.find(url_for(CHECK, language))
            if found is None:
                return PlainTextResponse(f"{answer}\n", status, headers)
            filled = check_page(found.html, typed, answer)
        return HTMLResponse(filled, status, {**found.headers, **headers})

    @property
    def _takes_cards(self) -> bool:
        return self._checkout is not None

    async def _notified(self, payment: str) -> Response:
        """Handles a notification from the payment provider. After an error response, the provider retries."""
        assert self._checkout
        try:
            known = await self._checkout.settle(payment) if payment else None
        except CardsUnavailableError:
            raise HTTPException(503, "Try again.", {"retry-after": "60"}) from None
        except PaymentDiffersError:  # already logged; confirms the notification, because a retry would not help
            return PlainTextResponse("ok\n", headers=HEADERS)
        if known is None:
            raise HTTPException(404, "There is no such payment.")
        return PlainTextResponse("ok\n", headers=HEADERS)

    async def _pay(self, request: Request, language: Language, order: Order) -> Response:
        refuse_other_sites(request)
        assert self._checkout
        try:
            gateway = await self._checkout.start(order, language)
        except CardsUnavailableError:
            earlier = await asyncio.to_thread(self._vouchers.card_payments, order.number)
            return await self._order(language, order, problem=CARD_UNKNOWN if earlier else CARDS_DOWN, status=503)
        except PaymentDiffersError:
            return await self._order(language, order, problem=CARD_DIFFERS, status=409)
        except TooManyPaymentsError:
            return await self._order(language, order, problem=CARD_TRIES, status=409)
        return RedirectResponse(gateway or order_address(language, order), 303, HEADERS)

    async def _ordered(self, query: str) -> Order | None:
        token = token_of(query)
        return await asyncio.to_thread(self._vouchers.by_token, token) if token else None

    async def _returned(self, order: Order, payment: str) -> tuple[Order, Text | None]:
        """Updates an order that may have been paid by card. Returns the order, and a message for unpaid orders.

        If the customer returns from the payment provider, `payment` is the payment's ID. Otherwise, it is "".
        """
        checkout, vouchers = self._checkout, self._vouchers
        payments = await asyncio.to_thread(vouchers.card_payments, order.number) if checkout and payment else ()
        is_return = payment in [each.id for each in payments]
        if not checkout or (order.state != "ordered" and not is_return):
            return order, None
        try:
            if is_return:
                await checkout.settle(payment)
            else:
                await checkout.settle_pending(order.number)
        except CardsUnavailableError:
            return order, CARD_UNKNOWN
        except PaymentDiffersError:
            return order, CARD_DIFFERS
        return await asyncio.to_thread(vouchers.find, order.number) or order, CARD_OPEN if is_return else None

    async def _order(
        self, language: Language, order: Order | None, payment: str = "", problem: Text | None = None, status: int = 200
    ) -> Response:
        token = order.token if order else ""
        status = 404 if order is None else status
        if order and problem is None:
            order, problem = await self._returned(order, payment)
        with use(language):
            found = self._pages.find(url_for(ORDER, language))
            if found is None:
                return PlainTextResponse(f"{order.number if order else ''}\n", status, HEADERS)
            filled = order_page(found.html, order, problem, by_card=self._takes_cards)
        filled = with_token(filled, ORDER, token)
        return HTMLResponse(filled, status, {**found.headers, **HEADERS})
