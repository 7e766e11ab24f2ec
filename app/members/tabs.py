"""Deletes the states of closed tabs, because Reflex would retain them forever."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import NamedTuple, Protocol

from app.supervision import supervised

TAB_TTL_SECONDS = 15 * 60
MAX_CLOSED_TABS_PER_VISITOR, MAX_CLOSED_TABS = 20, 1000
"""Limits on closed tabs whose state is retained: per visitor, and for all visitors together. Signed-in and other
visitors are counted separately.
"""
SWEEP_INTERVAL_SECONDS = 60


class SignedIn(Protocol):
    """The session of a member, or of the studio's staff."""

    @property
    def id(self) -> str: ...
    @property
    def person(self) -> str:
        """The key under which limits count this person. All sessions of a member have the same key."""
        ...


class SessionUnknownError(Exception):
    """Raised when a session cannot be checked, for example because the database fails."""


SessionOf = Callable[[str], Awaitable[SignedIn | None]]
"""A function that returns the session in a Cookie header, or None if there is none. Raises SessionUnknownError."""


class Holder(Protocol):
    """The connection of a tab. `session` is None if the visitor is not signed in."""

    @property
    def session(self) -> SignedIn | None: ...
    @property
    def visitor(self) -> str: ...
    @property
    def cookie(self) -> str: ...


def is_session_of(session: SignedIn | None, holder: Holder) -> bool:
    return session is not None and holder.session is not None and session.id == holder.session.id


class ClosedTab(NamedTuple):
    visitor: str
    is_member: bool
    since: float


class States(Protocol):
    def tokens(self) -> Iterable[str]: ...

    async def forget(self, token: str) -> None: ...


class Tabs:
    """The tabs of this process, keyed by token.

    Old states are deleted only from memory, because other processes might still use the copies in Redis, which expire.
    """

    def __init__(self, states: States, clock: Callable[[], float] = time.monotonic) -> None:
        self._states = states
        self._clock = clock
        self._open: defaultdict[str, set[Holder]] = defaultdict(set)
        self._closed: dict[str, ClosedTab] = {}

    def holders(self, token: str) -> set[Holder]:
        return set(self._open.get(token, ()))

    async def is_taken(self, token: str, visitor: str, has_session: Callable[[Holder], Awaitable[bool]]) -> bool:
        """Whether a visitor other than `visitor` has the tab open and is still signed in."""
        for other in self.holders(token):
            if other.session and other.visitor != visitor and await has_session(other):
                return True
        return False

    def enter(self, token: str, holder: Holder) -> None:
        self._closed.pop(token, None)
        self._open[token].add(holder)

    async def leave(self, token: str, holder: Holder) -> None:
        self._open[token].discard(holder)
        if self._open[token]:
            return
        del self._open[token]
        closed = ClosedTab(holder.visitor, holder.session is not None, self._clock())
        self._closed[token] = closed
        for surplus in self._surplus(closed):
            del self._closed[surplus]
            await self._states.forget(surplus)

    async def sweep(self) -> None:
        """Deletes states of tabs that were closed `TAB_TTL_SECONDS` ago, and states that late events have recreated."""
        before = self._clock() - TAB_TTL_SECONDS
        self._closed = {token: tab for token, tab in self._closed.items() if tab.since > before}
        for token in {*self._states.tokens()} - self._open.keys() - self._closed.keys():
            await self._states.forget(token)

    def _surplus(self, last: ClosedTab) -> list[str]:
        alike = [token for token, tab in self._closed.items() if tab.is_member == last.is_member]
        own = [token for token in alike if self._closed[token].visitor == last.visitor]
        return own[:-MAX_CLOSED_TABS_PER_VISITOR] or alike[:-MAX_CLOSED_TABS]


@asynccontextmanager
async def forgetting_closed_tabs(tabs: Tabs) -> AsyncGenerator[None]:
    async def sweep() -> None:
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_SECONDS)
            await tabs.sweep()

    async with supervised("tabs", sweep):
        yield
