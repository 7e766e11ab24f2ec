"""The way to Patreon and back: what is sent along, and whether what comes back belongs to it."""

import hmac
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal
from urllib.parse import quote, unquote

from app.members.session import Seal
from app.members.store import Store
from app.routes import match

LASTS = 600
"""Seconds in which somebody has to come back."""
KNOWN_LASTS = 180 * 24 * 3600
"""Seconds for which a browser is known with which somebody has signed in."""

Problem = Literal["denied", "expired", "replayed", "forged", "used", "unavailable", "unconfigured"]

_BROWSER = re.compile(r"[\w-]{43}", re.ASCII)
_UNSAFE = re.compile(r"[^!-~]|[\\?#]|//|/\.{1,2}(?:/|$)|%(?:2f|5c|25|[01][\da-f]|7f)", re.IGNORECASE)


class LoginError(Exception):
    """Somebody did not get in. `next` is where they wanted to go, where that is known for sure."""

    def __init__(self, problem: Problem, next: str | None = None) -> None:
        super().__init__(problem)
        self.problem: Problem = problem
        self.next = next


@dataclass(frozen=True)
class Browser:
    """A browser, by a random id, so that several tabs may sign in. It is `known` when somebody has, with it."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    known: bool = False

    @property
    def digest(self) -> str:
        """What stands for it where its cookie should not."""
        return sha256(self.id.encode()).hexdigest()


@dataclass(frozen=True)
class Return:
    """Somebody who comes back from Patreon with a state that is good: its id, and the path where they wanted to go."""

    id: str
    next: str | None


class Logins:
    """Makes the `state` of OAuth and takes it back: once, within ten minutes, from the browser that it was made for.

    A browser is known by its cookie: its id, which is sealed once somebody has signed in with it.
    """

    def __init__(
        self, seal: Seal, store: Store, campaign: str, *, secure: bool, clock: Callable[[], float] = time.time
    ) -> None:
        self._seal = seal
        self._store = store
        self._campaign = campaign
        self._clock = clock
        self.cookie = "__Host-signin" if secure else "signin"

    def browser(self, cookie: str) -> Browser | None:
        """The browser that has this cookie; None where it is none of ours."""
        if _BROWSER.fullmatch(cookie):
            return Browser(cookie)
        data = self._seal.open("browser", cookie)
        return Browser(data["id"], known=True) if data and data["campaign"] == self._campaign else None

    def cookie_of(self, browser: Browser) -> tuple[str, int]:
        """The cookie that a browser is known by, and for how many seconds."""
        if not browser.known:
            return browser.id, LASTS
        return self._seal.close("browser", {"id": browser.id, "campaign": self._campaign}), KNOWN_LASTS

    def state(self, browser: Browser, next: str | None) -> str:
        """The text that goes to Patreon and comes back."""
        data = {"id": secrets.token_urlsafe(16), "of": browser.digest, "next": next, "issued": self._clock()}
        return self._seal.close("state", data)

    async def check(self, state: str, browser: Browser) -> Return:
        """Whether a state is good; it is not used up by that.

        Raises:
            LoginError: it is none of ours or of another browser, too old, or was used before.
        """
        data = self._seal.open("state", state)
        if data is None:
            raise LoginError("forged")
        back = Return(data["id"], safe_path(data["next"]))
        if not -60 <= self._clock() - data["issued"] < LASTS:
            raise LoginError("expired", back.next)
        if not hmac.compare_digest(data["of"], browser.digest):
            # Who knows another's state learns nothing from it, and does not use it up.
            raise LoginError("forged")
        if await self._store.get(f"used:{back.id}"):
            raise LoginError("replayed", back.next)
        return back

    async def use(self, back: Return) -> None:
        """Uses a state up.

        Raises:
            LoginError: it was used up in the meantime.
        """
        if not await self._store.add(f"used:{back.id}", b"1", LASTS + 120):
            raise LoginError("replayed", back.next)


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
