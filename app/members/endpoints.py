"""Signing in and out, and what Patreon itself calls: the paths under `/patreon` that are no pages."""

import hmac
from collections.abc import Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from app.i18n import LANGUAGES, Language
from app.members import login, session
from app.members.club import Club
from app.members.login import LoginError, Problem, safe_path
from app.members.patreon import told
from app.routes import url_for
from app.server.backend import is_loopback, is_own_origin
from app.settings import Settings

HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer"}
"""Addresses here carry codes, and answers cookies: neither is kept or passed on."""
LARGEST_WEBHOOK = 1024 * 1024
"""Bytes."""
RETURNED = ("code", "error")
"""What the callback's query has when it comes from Patreon."""


def _paths(name: str) -> dict[str, Language]:
    return {f"{url_for('patreon', language)}/{name}": language for language in LANGUAGES}


LOGIN, LOGOUT, WEBHOOK = _paths("login"), _paths("logout"), _paths("webhook")
CALLBACK = {url_for("patreon-callback", language): language for language in LANGUAGES}
"""Languages by path."""


def owns(path: str, query: str) -> bool:
    """Whether a decoded path is answered here. Without a code or an error, the callback is a page as any other."""
    if path in CALLBACK:
        return not set(RETURNED).isdisjoint(_query(query))
    return path in LOGIN or path in LOGOUT or path in WEBHOOK


class Endpoints:
    """Answers the paths that `owns` says are its own. `club` is None where Patreon is not configured."""

    def __init__(self, settings: Settings, club: Club | None) -> None:
        self._settings = settings
        self._club = club
        self._secure = settings.site_url.startswith("https:")

    async def respond(self, scope: Scope, receive: Receive, path: str, query: str) -> Response:
        """The answer to a request for a decoded path, with a query string as it came.

        Raises:
            HTTPException: the request is refused.
        """
        if path in WEBHOOK:
            _allow(scope, "POST")
            return await self._webhook(Request(scope, receive), path)
        if path in LOGOUT:
            _allow(scope, "POST")
            return await self._logout(scope, LOGOUT[path])
        _allow(scope, "GET", "HEAD")
        if path in LOGIN:
            return self._login(scope, path, _query(query))
        return await self._callback(scope, CALLBACK[path], _query(query))

    def _login(self, scope: Scope, path: str, query: Mapping[str, str]) -> Response:
        """Off to Patreon."""
        language = LOGIN[path]
        next = safe_path(query.get("next"))
        if self._club is None:
            return self._failed(language, LoginError("unconfigured", next))
        home = self._loopback_home(scope)
        if home:
            return _redirect(home + path + (f"?{urlencode({'next': next})}" if next else ""), 302)
        logins = self._club.logins
        browser = logins.browser(_cookies(scope).get(logins.cookie))
        to = self._club.authorize_url(self._redirect_uri(language), logins.state(browser, next))
        answer = _redirect(to, 302)
        self._set_cookie(answer, logins.cookie, browser, login.LASTS)
        return answer

    async def _callback(self, scope: Scope, language: Language, query: Mapping[str, str]) -> Response:
        """Back from Patreon, with a code or an error."""
        if self._club is None:
            return self._failed(language, LoginError("unconfigured"))
        next: str | None = None
        try:
            next = await self._club.logins.finish(query.get("state", ""), _cookies(scope).get(self._club.logins.cookie))
            if "error" in query:
                problem: Problem = "denied" if query["error"] == "access_denied" else "unavailable"
                raise LoginError(problem)
            value = await self._club.sign_in(query["code"], self._redirect_uri(language))
        except LoginError as error:
            return self._failed(language, LoginError(error.problem, error.next or next))
        await self._club.sign_out(_cookie_header(scope))  # of whoever was signed in here before
        answer = _redirect(next or url_for("patreon-private", language), 303)
        self._set_cookie(answer, session.cookie_name(self._secure), value, session.LASTS)
        return answer

    async def _logout(self, scope: Scope, language: Language) -> Response:
        """Ends the session everywhere. Another site's page may not do that."""
        site = Headers(scope=scope).get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none") or not is_own_origin(scope, self._settings.site_url):
            raise HTTPException(403, "This site does not answer other sites.")
        if self._club:
            await self._club.sign_out(_cookie_header(scope))
        answer = _redirect(url_for("patreon", language), 303)
        self._set_cookie(answer, session.cookie_name(self._secure), "", 0)
        return answer

    async def _webhook(self, request: Request, path: str) -> Response:
        """Patreon says what has changed."""
        secret = self._settings.patreon_webhook_secret
        if self._club is None or secret is None:
            raise HTTPException(404, f"Page not found: {path}")
        body = await _body(request)
        expected = hmac.new(secret.get_secret_value().encode(), body, "md5").hexdigest()
        given = request.headers.get("x-patreon-signature", "").lower()
        if not hmac.compare_digest(expected.encode(), given.encode("utf-8", "replace")):
            raise HTTPException(403, "The signature is not right.")
        if not await self._told(self._club, request.headers.get("x-patreon-event", ""), body):
            # Other processes do not know yet: Patreon tries again.
            raise HTTPException(503, "Try again.", {"retry-after": "60"})
        return PlainTextResponse("", headers=HEADERS)

    @staticmethod
    async def _told(club: Club, event: str, body: bytes) -> bool:
        subject, _, what = event.partition(":")
        id, user = told(body)
        if subject == "members" and id:
            return await club.member_changed(id, user)
        if subject == "posts":
            return await club.posts_changed(id if what == "delete" else None)
        return True

    def _redirect_uri(self, language: Language) -> str:
        return self._settings.site_url + url_for("patreon-callback", language)

    def _loopback_home(self, scope: Scope) -> str | None:
        """The site's own address where it was asked by another name of this machine: cookies of 127.0.0.1 do not reach
        localhost, where Patreon leads back to."""
        asked, own = _host(f"//{Headers(scope=scope).get('host', '')}"), _host(self._settings.site_url)
        return self._settings.site_url if asked != own and is_loopback(asked) and is_loopback(own) else None

    def _failed(self, language: Language, error: LoginError) -> Response:
        query = {"problem": error.problem, **({"next": error.next} if error.next else {})}
        return _redirect(f"{url_for('patreon-callback', language)}?{urlencode(query)}", 303)

    def _set_cookie(self, answer: Response, name: str, value: str, lasts: int) -> None:
        answer.set_cookie(name, value, max_age=lasts, path="/", secure=self._secure, httponly=True, samesite="lax")


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _redirect(to: str, status: int) -> Response:
    return RedirectResponse(to, status, HEADERS)


def _query(query: str) -> dict[str, str]:
    """The query's parameters; of several with one name, the first."""
    try:
        return {name: values[0] for name, values in parse_qs(query, keep_blank_values=True, max_num_fields=20).items()}
    except ValueError:
        return {}


def _cookie_header(scope: Scope) -> str:
    return "; ".join(Headers(scope=scope).getlist("cookie"))


def _cookies(scope: Scope) -> dict[str, str]:
    return cookie_parser(_cookie_header(scope))


def _allow(scope: Scope, *methods: str) -> None:
    if scope["method"] not in methods:
        raise HTTPException(405, "Method not allowed", {"Allow": ", ".join(methods)})


async def _body(request: Request) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST_WEBHOOK:
                raise HTTPException(413, "Too large.")
    except ClientDisconnect:
        raise HTTPException(400, "The request broke off.") from None
    return bytes(body)
