"""What tabs leave behind goes: Reflex keeps the state of every tab that there ever was, and a path for every load."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from app.members.models import Session

KEPT = 15 * 60
"""Seconds that what a member's tab has shown is kept without a connection, for one that comes back. One that comes back
later is told to load itself anew, by Reflex."""
KEPT_OF_EACH, KEPT_IN_ALL = 20, 1000
"""Tabs without a connection that are kept of one member, and of all."""
EVERY = 60
"""Seconds between two looks."""


class Holder(Protocol):
    """A connection of a tab: whose it is, or nobody's. `visitor` is the same for all that one visitor has."""

    session: Session | None
    visitor: str
    cookie: str


class States(Protocol):
    """What Reflex keeps of tabs (`pwa.seam.states`)."""

    def tokens(self) -> Iterable[str]:
        """The tabs that this process keeps something of."""
        ...

    async def forget(self, token: str) -> None:
        """Drops what is kept of a tab."""
        ...


class Tabs:
    """The tabs of this process, by token. What one has shown goes with its last connection when it is nobody's; a
    member's is kept for a while.

    In Redis, tabs of members end by themselves, an hour after they were changed: another process may have one by then.
    """

    def __init__(self, states: States, clock: Callable[[], float] = time.monotonic) -> None:
        self._states = states
        self._clock = clock
        self._open: defaultdict[str, set[Holder]] = defaultdict(set)
        self._closed: dict[str, tuple[str, float]] = {}

    def holders(self, token: str) -> set[Holder]:
        """The connections that a tab has now."""
        return set(self._open.get(token, ()))

    def enter(self, token: str, holder: Holder) -> None:
        """A tab has a connection."""
        self._closed.pop(token, None)
        self._open[token].add(holder)

    async def leave(self, token: str, holder: Holder) -> None:
        """A tab has one connection less."""
        self._open[token].discard(holder)
        if self._open[token]:
            return
        del self._open[token]
        if holder.session is None:
            await self._states.forget(token)
            return
        self._closed[token] = holder.visitor, self._clock()
        for surplus in self._surplus(holder.visitor):
            del self._closed[surplus]
            await self._states.forget(surplus)

    async def sweep(self) -> None:
        """Forgets what has been without a connection for too long, and what an event has left that was still being
        handled when its tab went."""
        before = self._clock() - KEPT
        self._closed = {token: (whose, since) for token, (whose, since) in self._closed.items() if since > before}
        for token in {*self._states.tokens()} - self._open.keys() - self._closed.keys():
            await self._states.forget(token)

    def _surplus(self, visitor: str) -> list[str]:
        """The oldest of a visitor's that are too many, or of all."""
        own = [token for token, (whose, _) in self._closed.items() if whose == visitor]
        return own[:-KEPT_OF_EACH] or list(self._closed)[:-KEPT_IN_ALL]


@asynccontextmanager
async def forgetting_closed_tabs(tabs: Tabs) -> AsyncIterator[None]:
    """Looks every minute, while the block lasts."""

    async def look() -> None:
        while True:
            await asyncio.sleep(EVERY)
            await tabs.sweep()

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
