"""Expires the state of disconnected tabs: Reflex itself keeps the state of every tab for ever."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Protocol

from app.members.models import Session
from app.supervision import supervised

TAB_TTL_SECONDS = 15 * 60
"""How long the state of a member's disconnected tab is kept, in case it reconnects. Later, Reflex has it reload."""
MAX_CLOSED_TABS_PER_MEMBER, MAX_CLOSED_TABS = 20, 1000
"""Disconnected tabs that are kept per member, and in total."""
SWEEP_INTERVAL_SECONDS = 60


class Holder(Protocol):
    """A tab's connection. `session` is None for a stranger; `visitor` is the same for all connections of a visitor."""

    session: Session | None
    visitor: str
    cookie: str


class States(Protocol):
    """Reflex's states of tabs (`app.seam.states`)."""

    def tokens(self) -> Iterable[str]:
        """The tokens of tabs with a state in this process."""
        ...

    async def forget(self, token: str) -> None:
        """Deletes a tab's state."""
        ...


class Tabs:
    """The tabs of this process, by token. A stranger's state is deleted with its last connection, a member's is kept
    for `TAB_TTL_SECONDS`.

    In Redis, members' states expire an hour after their last change: another process may be using one.
    """

    def __init__(self, states: States, clock: Callable[[], float] = time.monotonic) -> None:
        self._states = states
        self._clock = clock
        self._open: defaultdict[str, set[Holder]] = defaultdict(set)
        self._closed: dict[str, tuple[str, float]] = {}

    def holders(self, token: str) -> set[Holder]:
        """A tab's open connections."""
        return set(self._open.get(token, ()))

    def enter(self, token: str, holder: Holder) -> None:
        """Registers a tab's connection."""
        self._closed.pop(token, None)
        self._open[token].add(holder)

    async def leave(self, token: str, holder: Holder) -> None:
        """Removes a tab's connection; with the last one of a stranger, the tab's state."""
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
        """Deletes states that have been disconnected for too long, or that an event still in progress has recreated
        after its tab was gone."""
        before = self._clock() - TAB_TTL_SECONDS
        self._closed = {token: (whose, since) for token, (whose, since) in self._closed.items() if since > before}
        for token in {*self._states.tokens()} - self._open.keys() - self._closed.keys():
            await self._states.forget(token)

    def _surplus(self, visitor: str) -> list[str]:
        """The oldest disconnected tabs beyond the limit per visitor, or else beyond the total limit."""
        own = [token for token, (whose, _) in self._closed.items() if whose == visitor]
        return own[:-MAX_CLOSED_TABS_PER_MEMBER] or list(self._closed)[:-MAX_CLOSED_TABS]


@asynccontextmanager
async def forgetting_closed_tabs(tabs: Tabs) -> AsyncIterator[None]:
    """Sweeps every minute during the block."""

    async def sweep() -> None:
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_SECONDS)
            await tabs.sweep()

    async with supervised("tabs", sweep):
        yield
