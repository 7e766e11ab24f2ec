"""Serves a booking's page: GET shows the booking, and POST confirms, moves or cancels it.

Anybody with the token in the link can use the page. GET changes nothing, because mail scanners open links.
"""

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from app.content.booking import ACT, DATE, EXPECTED
from app.content.errors import INCOMPLETE
from app.http.built_pages import BuiltPages
from app.http.methods import READING, require_method
from app.http.small_form import read_fields, token_of
from app.http.token_page import HEADERS, TokenPage, refuse_other_sites, unavailable_without_database, with_token
from app.i18n import LANGUAGES, Language, language_of, use
from app.inquiries import actions, limits
from app.inquiries.actions import ActionError, Reason
from app.inquiries.booking_page import booking_page, page_texts, unknown_texts
from app.inquiries.seats import bookable
from app.inquiries.service import InquiryService
from app.inquiries.store import StoredInquiry
from app.routes import url_for
from app.settings import Settings

PATHS = tuple(url_for("booking", language) for language in LANGUAGES)


def owns(path: str, query: str) -> bool:
    """Whether the request is for a customer's booking. A request without a query gets the static page."""
    return path in PATHS and bool(query)


class BookingEndpoint(TokenPage):
    """Serves `/booking?token=…`. The response is plain text if the site is not built."""

    def __init__(self, settings: Settings, service: InquiryService, pages: BuiltPages) -> None:
        super().__init__(settings, pages)
        self._service = service

    async def respond(self, scope: Scope, receive: Receive, path: str, query: str) -> Response:
        """Returns the booking's page. After a change, redirects to it.

        Raises:
            HTTPException: 400, 408 or 413 for invalid forms, 403 for requests from other sites, 405 for unsupported
                methods, 429 for too many requests, 503 if the database fails.
        """
        require_method(scope, *READING, "POST")
        self._check_rate_limit(scope)
        language, token = language_of(path), token_of(query)
        with unavailable_without_database("Reading or changing a booking"):
            try:
                stored = await self._service.booking(token) if token else None
                if scope["method"] != "POST" or stored is None:
                    return await self._page(language, token, stored)
                return await self._act(Request(scope, receive), language, token, stored)
            except ClientDisconnect:
                return Response(status_code=400)

    async def _act(self, request: Request, language: Language, token: str, stored: StoredInquiry) -> Response:
        refuse_other_sites(request)
        fields = await read_fields(request, limits.MAX_ACT_BYTES, limits.CHUNK_TIMEOUT_SECONDS)
        id = stored.inquiry.id
        expected = fields.get(EXPECTED) or None  # pages of earlier releases do not send this field
        try:
            match fields.get(ACT):
                case "confirm":
                    await self._service.act(actions.confirm_booking, id)
                case "cancel":
                    await self._service.act(actions.cancel_booking, id, expected=expected)
                case "move":
                    await self._service.act(actions.move_booking, id, fields.get(DATE, ""), expected=expected)
                case _:
                    raise HTTPException(400, INCOMPLETE.msgid)
        except ActionError as error:
            if error.reason not in _DONE.get(str(fields[ACT]), ()):
                return await self._page(language, token, await self._service.booking(token), error.reason)
        return RedirectResponse(f"{url_for('booking', language)}?token={token}", 303, HEADERS)

    async def _page(
        self, language: Language, token: str, stored: StoredInquiry | None, problem: Reason | None = None
    ) -> Response:
        seats = await self._service.seats(bookable()) if stored else ()
        with use(language):
            texts = page_texts(stored, seats, self._service.now(), problem) if stored else unknown_texts()
        status = 404 if stored is None else 409 if problem else 200
        found = self._pages.find(url_for("booking", language))
        if found is None:
            return PlainTextResponse("\n".join((*filter(None, texts.values()), "")), status, HEADERS)
        workshop = stored.workshop if stored else ""
        filled = with_token(booking_page(found.html, texts, workshop), "booking", token)
        return HTMLResponse(filled, status, {**found.headers, **HEADERS})


_DONE: Mapping[str, tuple[Reason, ...]] = {"confirm": ("booked",), "cancel": ("cancelled",), "move": ("same-date",)}
"""Errors after a repeated click, keyed by action. They are harmless, because the first click performed the action."""
