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
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope

from app.content.voucher_orders import CODE_FIELD, MAX_CODE
from app.database.errors import StoreError
from app.http import static
from app.http.client import GROWTH, networks
from app.http.export import IDENTITY, Export
from app.http.rate_limiter import RateLimiter, TooFastError
from app.http.small_form import read_fields, token_of
from app.i18n import LANGUAGES, Language, language_of, use
from app.inquiries import limits
from app.inquiries.page import without_scripts
from app.inquiries.service import InquiryService
from app.inquiries.voucher_pages import CheckTemplate, OrderTemplate, verdict_text
from app.routes import url_for
from app.settings import Settings
from app.vouchers.orders import Order

ORDER, CHECK = "vouchers-order", "vouchers-check"
ORDER_PATHS, CHECK_PATHS = (tuple(url_for(name, language) for language in LANGUAGES) for name in (ORDER, CHECK))
PATHS = (*ORDER_PATHS, *CHECK_PATHS)
HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex"}
"""Headers that keep the pages out of caches and search engines, and the token out of other sites' logs."""

logger = logging.getLogger(__name__)


def owns(method: str, path: str, query: str) -> bool:
    """Whether a request needs the server. Otherwise, both addresses have a page like any other."""
    return (path in ORDER_PATHS and bool(query)) or (path in CHECK_PATHS and method == "POST")


def order_address(language: Language, order: Order) -> str:
    return f"{url_for(ORDER, language)}?token={order.token}"


class VoucherEndpoint:
    """Responds to requests for `/vouchers/order?token=…`, and to codes that are sent to `/vouchers/check`."""

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

    async def respond(self, scope: Scope, receive: Receive, path: str, query: str) -> Response:
        """Returns the filled page.

        Raises:
            HTTPException: 403 for forms of other sites, 405 for other methods, 429 for too many requests, 503 if the
                database fails.
        """
        is_check = path in CHECK_PATHS
        if not is_check and scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, "Method not allowed", {"Allow": "GET, HEAD"})
        self._check_rate_limit(scope, self._checks if is_check else self._orders)
        language = language_of(path)
        try:
            if is_check:
                return await self._check(Request(scope, receive), language)
            return await self._order(language, token_of(query))
        except StoreError as error:
            logger.error("Reading a voucher failed (%s); answering 503", error)
            raise HTTPException(503, "Try again.", {"retry-after": "5"}) from None
        except ClientDisconnect:
            return Response(status_code=400)

    async def _check(self, request: Request, language: Language) -> Response:
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise HTTPException(403, "This site does not answer other sites.")
        fields = await read_fields(request, limits.MAX_ACT_BYTES, limits.CHUNK_TIMEOUT_SECONDS)
        typed = fields.get(CODE_FIELD, "")[:MAX_CODE]
        verdict = await asyncio.to_thread(self._service.vouchers.check, typed)
        with use(language):
            found = self._built(CHECK, language)
            if found is None:
                return PlainTextResponse(f"{verdict_text(verdict)}\n", headers=HEADERS)
            html, headers = found
            return HTMLResponse(_check_template(html).fill_check(typed, verdict), headers={**headers, **HEADERS})

    async def _order(self, language: Language, token: str) -> Response:
        order = await self._service.voucher_order(token) if token else None
        status = 404 if order is None else 200
        with use(language):
            found = self._built(ORDER, language)
            if found is None:
                return PlainTextResponse(f"{order.number if order else ''}\n", status, HEADERS)
            html, headers = found
            filled = _order_template(html).fill_order(order)
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


@lru_cache(maxsize=2 * len(LANGUAGES))
def _page(file: Path, etag: str) -> str:
    return without_scripts(static.content(file, etag).decode())


@lru_cache(maxsize=len(LANGUAGES))
def _order_template(html: str) -> OrderTemplate:
    return OrderTemplate(html)


@lru_cache(maxsize=len(LANGUAGES))
def _check_template(html: str) -> CheckTemplate:
    return CheckTemplate(html)
