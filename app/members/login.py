"""Creates and checks the `state` parameter, which protects the sign-in with Patreon against forgery."""

import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal
from urllib.parse import quote, unquote

from app.http.cookies import own_name
from app.members.session import Sealer
from app.members.store import Store
from app.routes import match

STATE_TTL_SECONDS = 600
KNOWN_BROWSER_TTL_SECONDS = 180 * 24 * 3600

Problem = Literal["denied", "expired", "replayed", "forged", "cookies", "used", "unavailable", "unconfigured"]

_BROWSER = re.compile(r"[\w-]{43}", re.ASCII)
_UNSAFE = re.compile(r"[^!-~]|[\\?#]|//|/\.{1,2}(?:/|$)|%(?:2f|5c|25|[01][\da-f]|7f)", re.IGNORECASE)


@dataclass(eq=False)
class LoginError(Exception):
    """Raised when sign-in fails. `next` is the page that the visitor wanted, or None if the request might be forged."""

    problem: Problem
    next: str | None = None


@dataclass(frozen=True)
class Browser:
    """A browser with a random ID. `known` is true if a member has signed in with this browser before."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    known: bool = False

    @property
    def digest(self) -> str:
        return sha256(self.id.encode()).hexdigest()


@dataclass(frozen=True)
class OAuthReturn:
    """The contents of a `state` parameter. The sign-in started in `language` (a language code)."""

    id: str
    next: str | None
    language: str | None


class Logins:
    """Creates and checks `state` parameters, which work only once, within ten minutes, and in the same browser.

    A cookie identifies the browser. After a sign-in, the cookie is encrypted, so that it cannot be forged. It then
    marks the browser as known.
    """

    def __init__(
        self, sealer: Sealer, store: Store, campaign: str, *, secure: bool, clock: Callable[[], float]
    ) -> None:
        self._sealer = sealer
        self._store = store
        self._campaign = campaign
        self._clock = clock
        self.cookie = own_name("signin", secure=secure)

    def browser(self, cookie: str) -> Browser | None:
        if _BROWSER.fullmatch(cookie):
            return Browser(cookie)
        data = self._sealer.unseal("browser", cookie)
        return Browser(data["id"], known=True) if data and data["campaign"] == self._campaign else None

    def cookie_of(self, browser: Browser) -> tuple[str, int]:
        if not browser.known:
            return browser.id, STATE_TTL_SECONDS
        return self._sealer.seal("browser", {"id": browser.id, "campaign": self._campaign}), KNOWN_BROWSER_TTL_SECONDS

    def state(self, browser: Browser, next: str | None, language: str) -> str:
        data = {
            "id": secrets.token_urlsafe(16),
            "of": browser.digest,
            "next": next,
            "language": language,
            "issued": self._clock(),
        }
        return self._sealer.seal("state", data)

    async def check(self, state: str, browser: Browser, *, has_cookie: bool) -> OAuthReturn:
        """Returns the contents of a `state` parameter. Raises LoginError if the parameter is invalid."""
        data = self._sealer.unseal("state", state)
        if data is None:
            raise LoginError("forged")
        # States sealed by the previous release contain no language.
        returned = OAuthReturn(data["id"], safe_path(data["next"]), data.get("language"))
        if not -60 <= self._clock() - data["issued"] < STATE_TTL_SECONDS:
            raise LoginError("expired", returned.next)
        if not hmac.compare_digest(data["of"], browser.digest):
            # Omits `next`, so that an attacker with a stolen `state` does not learn which page the member was on.
            raise LoginError("forged" if has_cookie else "cookies")
        if await self._store.get(f"used:{returned.id}"):
            raise LoginError("replayed", returned.next)
        return returned

    async def use(self, returned: OAuthReturn) -> None:
        """Marks a `state` parameter as used. Raises LoginError if the parameter was already used."""
        if not await self._store.add(f"used:{returned.id}", b"1", STATE_TTL_SECONDS + 120):
            raise LoginError("replayed", returned.next)


def safe_path(path: str | None) -> str | None:
    """Returns the percent-encoded path, or None for unsafe paths and unknown pages."""
    if not path or len(path) > 512 or _UNSAFE.search(path):
        return None
    try:
        decoded = unquote(path, errors="strict")
    except UnicodeDecodeError:
        return None
    if re.search(r"[\x00-\x1f\x7f-\x9f]", decoded):
        return None
    found = match(decoded)
    return quote(decoded) if found and found.valid else None
