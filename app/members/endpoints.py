"""Handles sign-in and sign-out, and receives Patreon's webhooks."""

import hmac
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from app.http import client, cookies, static
from app.http.client import GROWTH
from app.http.export import Export
from app.http.methods import require_method
from app.http.negotiation import wants_page
from app.http.origin import check_origin, is_loopback
from app.http.shares import Shares
from app.http.small_form import first_values, read_body
from app.i18n import LANGUAGES, Language, language_of
from app.members import session
from app.members.club import Club
from app.members.documents import webhook_ids
from app.members.login import Browser, LoginError, Problem, safe_path
from app.members.sign_in_limits import Caller, TooManyTriesError
from app.routes import url_for
from app.settings import Settings

HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer"}
"""Headers for URLs with sign-in codes. Browsers must not store the responses, or send the URLs to other sites."""
MAX_WEBHOOK_BYTES = 1024 * 1024
WEBHOOK_TIMEOUT_SECONDS = 10.0
MAX_WEBHOOKS, MAX_WEBHOOKS_OF_SENDER, WEBHOOKS_RESERVE = 32, 8, 8
"""Limits on simultaneous webhook requests: in total and per sender. The last `WEBHOOKS_RESERVE` slots are reserved for
senders with no other open request and no recent failure.
"""
CALLBACK_PARAMETERS = ("code", "error")
EVERYWHERE_PARAMETER = "everywhere"
BUSY = "Too many attempts. Wait a minute and try again."

_CODE = re.compile(r"[!-~]{1,512}")
_SIGNATURE = re.compile(r"[\da-f]{32}")

logger = logging.getLogger(__name__)


def _paths(name: str) -> dict[str, Language]:
    return {f"{url_for('patreon', language)}/{name}": language for language in LANGUAGES}


LOGIN, LOGOUT, WEBHOOK = _paths("login"), _paths("logout"), _paths("webhook")
CALLBACK = {url_for("patreon-callback", language): language for language in LANGUAGES}


def owns(path: str, query: str) -> bool:
    """Whether this module handles the URL. Callback URLs must contain `code` or `error`."""
    if path in CALLBACK:
        return not set(CALLBACK_PARAMETERS).isdisjoint(first_values(query))
    return path in LOGIN or path in LOGOUT or path in WEBHOOK


class Endpoints:
    """Responds to sign-ins, sign-outs and webhooks. `page_headers` returns headers for pages with inline scripts."""

    def __init__(
        self,
        settings: Settings,
        club: Club | None,
        export: Export | None,
        page_headers: Callable[..., Mapping[str, str]],
    ) -> None:
        self._settings = settings
        self._club = club
        self._export = export
        self._page_headers = page_headers
        self._secure = settings.site_url.startswith("https:")
        self._webhooks = Shares(MAX_WEBHOOKS, [MAX_WEBHOOKS_OF_SENDER * times for times in GROWTH], WEBHOOKS_RESERVE)

    async def respond(self, scope: Scope, receive: Receive, path: str, query: str) -> Response:
        if path in WEBHOOK:
            require_method(scope, "POST")
            return await self._webhook(Request(scope, receive), path)
        if path in LOGOUT:
            require_method(scope, "POST")
            return await self._logout(scope, LOGOUT[path], everywhere=EVERYWHERE_PARAMETER in first_values(query))
        require_method(scope, "GET")  # HEAD is not allowed, because these endpoints change data
        if path in LOGIN:
            return self._login(scope, path, first_values(query))
        try:
            return await self._callback(scope, CALLBACK[path], first_values(query))
        except TooManyTriesError as error:
            return self._busy(scope, path, error.seconds)

    def _login(self, scope: Scope, path: str, query: Mapping[str, str]) -> Response:
        language = LOGIN[path]
        next = safe_path(query.get("next"))
        if self._club is None:
            return self._redirect_with_problem(language, LoginError("unconfigured", next))
        origin = self._canonical_loopback_origin(scope)
        if origin:
            return _redirect(origin + path + (f"?{urlencode({'next': next})}" if next else ""), 302)
        logins = self._club.logins
        browser = logins.browser(cookies.value(cookies.header(scope), logins.cookie)) or Browser()
        to = self._club.patreon.authorize_url(self._redirect_uri(language), logins.state(browser, next, language.code))
        answer = _redirect(to, 302)
        self._set_cookie(answer, logins.cookie, *logins.cookie_of(browser))
        return answer

    async def _callback(self, scope: Scope, language: Language, query: Mapping[str, str]) -> Response:
        """Handles the redirect from Patreon. If a rate limit applies, the code remains valid for a later reload."""
        if self._club is None:
            return self._redirect_with_problem(language, LoginError("unconfigured"))
        logins = self._club.logins
        cookie = cookies.value(cookies.header(scope), logins.cookie)
        browser = logins.browser(cookie) or Browser()
        next: str | None = None
        began_in = language
        try:
            returned = await logins.check(query.get("state", ""), browser, has_cookie=bool(cookie))
            next = returned.next
            if returned.language:  # the visitor may have changed the language during sign-in
                began_in = language_of(returned.language)
            if "error" in query:
                problem: Problem = "denied" if query["error"] == "access_denied" else "unavailable"
                raise LoginError(problem)
            if not _CODE.fullmatch(query["code"]):
                raise LoginError("used")
            caller = Caller(client.networks(scope, self._settings), browser.digest, browser.known)
            async with self._club.sign_in_limiter.attempt(caller):
                await logins.use(returned)
                value = await self._club.sign_in(query["code"], self._redirect_uri(began_in))
        except LoginError as error:
            return self._redirect_with_problem(language, LoginError(error.problem, error.next or next))
        await self._club.sign_out(cookies.header(scope))  # ends the browser's previous session
        answer = _redirect(next or url_for("patreon-private", began_in), 303)
        self._set_cookie(answer, session.cookie_name(secure=self._secure), value, session.SESSION_TTL_SECONDS)
        self._set_cookie(answer, logins.cookie, *logins.cookie_of(replace(browser, known=True)))
        return answer

    def _busy(self, scope: Scope, path: str, seconds: int) -> Response:
        headers = {**HEADERS, "retry-after": str(seconds)}
        page = self._export and self._export.find(path)
        if not self._export or not page or not wants_page(Headers(scope=scope).get("accept")):
            return PlainTextResponse(BUSY + "\n", 429, headers)
        unconditional = [(name, value) for name, value in scope["headers"] if name == b"accept-encoding"]
        headers |= self._page_headers(page.styles, page.scripts)
        answer = static.respond(self._export, page, {**scope, "headers": unconditional}, headers)
        answer.status_code = 429
        return answer

    async def _logout(self, scope: Scope, language: Language, *, everywhere: bool) -> Response:
        check_origin(scope, self._settings.site_url)
        if self._club:
            if everywhere:
                await self._club.sign_out_everywhere(cookies.header(scope))
            await self._club.sign_out(cookies.header(scope))
        answer = _redirect(url_for("patreon", language), 303)
        self._set_cookie(answer, session.cookie_name(secure=self._secure), "", 0)
        return answer

    async def _webhook(self, request: Request, path: str) -> Response:
        secret = self._settings.patreon_webhook_secret
        if self._club is None or secret is None:
            raise HTTPException(404, f"Page not found: {path}")
        given = request.headers.get("x-patreon-signature", "").lower()
        if not _SIGNATURE.fullmatch(given):
            raise HTTPException(403, "The signature is wrong.")
        body = await self._verified_body(request, secret.get_secret_value(), given)
        if not await self._invalidate(self._club, request.headers.get("x-patreon-event", ""), body):
            # Other processes might not see the change. Status 503 makes Patreon send the webhook again.
            raise HTTPException(503, "Try again.", {"retry-after": "60"})
        return PlainTextResponse("", headers=HEADERS)

    async def _verified_body(self, request: Request, secret: str, signature: str) -> bytes:
        sender = client.networks(request.scope, self._settings)
        if not self._webhooks.try_acquire(sender):
            raise HTTPException(503, "Try again.", {"retry-after": "60"})
        is_genuine = False
        try:
            body = await read_body(request, MAX_WEBHOOK_BYTES, WEBHOOK_TIMEOUT_SECONDS)
            expected = hmac.new(secret.encode(), body, "md5").hexdigest()
            is_genuine = hmac.compare_digest(expected, signature)
        except (ClientDisconnect, TimeoutError):
            raise HTTPException(400, "The request is incomplete.") from None
        finally:
            self._webhooks.release(sender, failed=not is_genuine)
        if not is_genuine:
            logger.warning("A webhook has a wrong signature; is PATREON_WEBHOOK_SECRET Patreon's?")
            raise HTTPException(403, "The signature is wrong.")
        return body

    @staticmethod
    async def _invalidate(club: Club, event: str, body: bytes) -> bool:
        subject, _, what = event.partition(":")
        id, user = webhook_ids(body)
        if subject == "members" and id:
            return await club.member_changed(id, user)
        if subject == "posts":
            return await club.posts_changed(id if what == "delete" else None)
        return True

    def _redirect_uri(self, language: Language) -> str:
        return self._settings.site_url + url_for("patreon-callback", language)

    def _canonical_loopback_origin(self, scope: Scope) -> str | None:
        """Returns the site's URL if a local request used a different host, such as 127.0.0.1 instead of localhost.

        Otherwise, returns None. Sign-in must start on the host to which Patreon redirects, because each host has its
        own cookies.
        """
        asked, own = _host(f"//{Headers(scope=scope).get('host', '')}"), _host(self._settings.site_url)
        return self._settings.site_url if asked != own and is_loopback(asked) and is_loopback(own) else None

    def _redirect_with_problem(self, language: Language, error: LoginError) -> Response:
        query = {"problem": error.problem, **({"next": error.next} if error.next else {})}
        return _redirect(f"{url_for('patreon-callback', language)}?{urlencode(query)}", 303)

    def _set_cookie(self, answer: Response, name: str, value: str, max_age: int) -> None:
        answer.set_cookie(name, value, max_age=max_age, path="/", secure=self._secure, httponly=True, samesite="lax")


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _redirect(to: str, status: int) -> Response:
    return RedirectResponse(to, status, HEADERS)
