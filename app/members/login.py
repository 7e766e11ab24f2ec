"""The way to Patreon and back: what is sent along, and whether what comes back belongs to it."""

import hmac
import re
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Literal
from urllib.parse import quote, unquote

from app.members.session import Seal
from app.members.store import Store
from app.routes import match

LASTS = 600
"""Seconds in which somebody has to come back."""

Problem = Literal["denied", "expired", "replayed", "forged", "used", "unavailable", "unconfigured"]

_BROWSER = re.compile(r"[\w-]{43}", re.ASCII)
_UNSAFE = re.compile(r"[^!-~]|[\\?#]|//|/\.{1,2}(?:/|$)|%(?:2f|5c|25|[01][\da-f]|7f)", re.IGNORECASE)


class LoginError(Exception):
    """Somebody did not get in. `next` is where they wanted to go, where that is known for sure."""

    def __init__(self, problem: Problem, next: str | None = None) -> None:
        super().__init__(problem)
        self.problem: Problem = problem
        self.next = next


class Logins:
    """Makes the `state` of OAuth and takes it back: once, within ten minutes, from the browser that it was made for."""

    def __init__(self, seal: Seal, store: Store, *, secure: bool, clock: Callable[[], float] = time.time) -> None:
        self._seal = seal
        self._store = store
        self._clock = clock
        self.cookie = "__Host-signin" if secure else "signin"

    def browser(self, cookie: str | None) -> str:
        """What a browser is known by: its cookie's value, so that several tabs may sign in, or a new one."""
        return cookie if cookie and _BROWSER.fullmatch(cookie) else secrets.token_urlsafe(32)

    def state(self, browser: str, next: str | None) -> str:
        """The text that goes to Patreon and comes back."""
        data = {"id": secrets.token_urlsafe(16), "of": _digest(browser), "next": next, "issued": self._clock()}
        return self._seal.close("state", data)

    async def finish(self, state: str, browser: str | None) -> str | None:
        """Uses a state up; the path where its maker wanted to go.

        Raises:
            LoginError: it is none of ours or of another browser, too old, or was used before.
        """
        data = self._seal.open("state", state)
        if data is None:
            raise LoginError("forged")
        used, next = f"used:{data['id']}", safe_path(data["next"])
        if not -60 <= self._clock() - data["issued"] < LASTS:
            raise LoginError("expired", next)
        if not hmac.compare_digest(data["of"], _digest(browser or "")):
            # Who knows another's state learns nothing from it, and does not use it up.
            raise LoginError("forged")
        if not await self._store.add(used, b"1", LASTS + 120):
            raise LoginError("replayed", next)
        return next


def safe_path(path: str | None) -> str | None:
    """A path of one of this site's pages, fit for a Location header; None for anything else.

    No query and no fragment; nothing that one parser might read as another host, another path or another line.
    """
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


def _digest(browser: str) -> str:
    return sha256(browser.encode()).hexdigest()
