"""Handles sign-in and sign-out of staff. Restricts access to URLs below `/desk`."""

import logging
import re
from collections.abc import Callable
from math import ceil

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from app.content.errors import TOO_MANY
from app.database.errors import StoreError
from app.desk.desk import Desk
from app.desk.files import download, download_voucher
from app.desk.limits import KNOWN_BROWSER_TTL_SECONDS, SESSION_TTL_SECONDS, SIGN_IN_BURST, SIGN_IN_RATE
from app.desk.mail import send_link
from app.http import cookies
from app.http.client import networks
from app.http.methods import READING, require_method
from app.http.origin import check_origin
from app.http.rate_limiter import RateLimiter
from app.http.small_form import parameter, token_of
from app.i18n import LANGUAGES, Language, language_of
from app.routes import ROUTES, url_for
from app.settings import Settings

ROOT = ROUTES["desk"].path
SIGN_IN = ROUTES["desk-sign-in"].path
OPEN, SENT, EXPIRED = (f"{SIGN_IN}/{step}" for step in ("open", "sent", "expired"))
SIGN_OUT = f"{ROOT}/sign-out"
EVERYWHERE_PARAMETER = "everywhere"
HEADERS = {"cache-control": "no-store", "referrer-policy": "same-origin"}
"""Headers that prevent caching and keep tokens in URLs from reaching other sites."""

PRIVATE_PAGES = tuple(
    each.prefix + path
    for each in LANGUAGES
    for path in (ROOT, ROUTES["desk-inquiry"].path.replace("{inquiryId}", ":id"))
)
"""Pages that need a session. In development, Next forwards requests for them to this server."""

_FILE = re.compile(rf"{ROOT}/files/([0-9a-f-]{{36}})/([1-9]\d{{0,2}})", re.ASCII)
_VOUCHER = re.compile(rf"{ROOT}/vouchers/(\d{{7}})\.pdf", re.ASCII)
_INQUIRY = re.compile(ROUTES["desk-inquiry"].open["inquiryId"])

logger = logging.getLogger(__name__)

Page = Callable[[], Response]
"""A function that returns the requested page or raises HTTPException 404."""


def owns(path: str) -> bool:
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in (each.prefix + ROOT for each in LANGUAGES))


class DeskEndpoint:
    """Responds to requests below `/desk`. Without a session, most URLs return 404."""

    def __init__(self, settings: Settings, desk: Desk | None, *, dev: bool = False) -> None:
        self._settings = settings
        self._desk = desk
        self._dev = dev
        self._limiter = RateLimiter(SIGN_IN_RATE, SIGN_IN_BURST)

    async def respond(self, scope: Scope, path: str, query: str, page: Page) -> Response | None:
        """Returns the response, or None if the desk is not configured or the request lacks a required session.

        Raises:
            HTTPException: 403 for requests from other sites, 405 for unsupported methods, 429 for too many requests,
                503 if the database fails.
        """
        desk = self._desk
        if desk is None:
            return None
        language = language_of(path)
        inner = path.removeprefix(language.prefix)
        try:
            is_signed_in = await desk.session(cookies.header(scope)) is not None
            if inner == SIGN_IN:
                return await self._sign_in(desk, scope, language, query, page, is_signed_in=is_signed_in)
            if inner == OPEN:
                return await self._open(desk, scope, language, query, page, is_signed_in=is_signed_in)
            if inner == SIGN_OUT and (is_signed_in or scope["method"] == "POST"):
                return await self._sign_out(desk, scope, language, query, is_signed_in=is_signed_in)
            if inner.removesuffix("/") in (SIGN_IN, OPEN, SENT, EXPIRED):
                return _fresh(page())  # `page` redirects paths with a trailing slash
            return await self._inside(desk, scope, inner, page) if is_signed_in else None
        except StoreError as error:
            logger.error("The desk's database failed (%s); answering 503", error)
            raise HTTPException(503, "Try again.", {"retry-after": "5"}) from None

    async def is_staff(self, scope: Scope) -> bool:
        """Whether a signed-in member of staff sent the request. Returns False if the database fails."""
        try:
            return self._desk is not None and await self._desk.session(cookies.header(scope)) is not None
        except StoreError:
            return False

    async def _sign_in(
        self, desk: Desk, scope: Scope, language: Language, query: str, page: Page, *, is_signed_in: bool
    ) -> Response:
        """Shows the sign-in page (GET) or mails a link (POST). The response does not reveal whether a link was sent."""
        inquiry = parameter(query, "inquiry", _INQUIRY)
        if scope["method"] != "POST":
            return _redirect(_target(language, inquiry)) if is_signed_in else _fresh(page())
        self._check_origin(scope)
        is_own = desk.count_own_link(cookies.header(scope))
        if not is_own:
            self._check_rate_limit(scope)
        token = await desk.new_link(inquiry, is_own=is_own)
        answer = _redirect(url_for("desk-sign-in-step", language, step="sent"))
        if token:
            answer.background = BackgroundTask(send_link, token, self._settings, language)
        return answer

    async def _open(
        self, desk: Desk, scope: Scope, language: Language, query: str, page: Page, *, is_signed_in: bool
    ) -> Response:
        """Shows the page that a sign-in link opens (GET), or signs in (POST).

        Opening the link does not sign in, because mail programs might open links automatically.
        """
        if scope["method"] != "POST":
            return _fresh(page())
        self._check_origin(scope)
        if not desk.known_browser(cookies.header(scope)):
            self._check_rate_limit(scope)
        token = token_of(query)
        signed_in = await desk.use_link(token) if token else None
        if signed_in is None:
            expired = url_for("desk-sign-in-step", language, step="expired")
            # If the button is pressed twice, the first request signs in, and the second must not show an error.
            return _redirect(url_for("desk", language) if is_signed_in else expired)
        await desk.sign_out(cookies.header(scope))  # ends the browser's previous session
        answer = _redirect(_target(language, signed_in.inquiry))
        self._set_cookie(answer, desk.cookie, signed_in.cookie, SESSION_TTL_SECONDS)
        self._set_cookie(answer, desk.browser_cookie, desk.access.new_browser(), KNOWN_BROWSER_TTL_SECONDS)
        return answer

    async def _inside(self, desk: Desk, scope: Scope, inner: str, page: Page) -> Response | None:
        if scope["method"] in READING:
            if file := _FILE.fullmatch(inner):
                return await download(desk, file[1], int(file[2]))
            if voucher := _VOUCHER.fullmatch(inner):
                return await download_voucher(desk, int(voucher[1]))
        return _fresh(page())

    async def _sign_out(
        self, desk: Desk, scope: Scope, language: Language, query: str, *, is_signed_in: bool
    ) -> Response:
        """Ends the session. Also works without a session, because another tab might have signed out."""
        require_method(scope, "POST")
        self._check_origin(scope)
        if is_signed_in and EVERYWHERE_PARAMETER in query:
            await desk.sign_out_everywhere()
        await desk.sign_out(cookies.header(scope))
        answer = _redirect(url_for("desk-sign-in", language))
        self._set_cookie(answer, desk.cookie, "", 0)
        return answer

    def _check_origin(self, scope: Scope) -> None:
        check_origin(scope, self._settings.site_url, dev=self._dev)

    def _check_rate_limit(self, scope: Scope) -> None:
        if wait := self._limiter.try_acquire(*networks(scope, self._settings)):
            raise HTTPException(429, TOO_MANY.msgid, {"retry-after": str(ceil(wait))})

    def _set_cookie(self, answer: Response, name: str, value: str, max_age: int) -> None:
        secure = self._settings.site_url.startswith("https:")
        answer.set_cookie(name, value, max_age=max_age, path="/", secure=secure, httponly=True, samesite="lax")


def _target(language: Language, inquiry: str) -> str:
    return url_for("desk-inquiry", language, inquiryId=inquiry) if inquiry else url_for("desk", language)


def _redirect(to: str) -> Response:
    return RedirectResponse(to, 303, HEADERS)


def _fresh(answer: Response) -> Response:
    answer.headers.update(HEADERS)
    return answer
