"""What tabs leave behind goes: Reflex keeps the state of every tab that there ever was, and a path for every load."""

import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from redis.exceptions import RedisError
from reflex.app import App
from reflex.event import Event
from reflex.istate.manager import StateManagerRedis
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, State, StateManagerMemory, StateUpdate

from app.members.internals import expect
from app.members.models import Session

KEPT = 15 * 60
"""Seconds that what a member's tab has shown is kept without a connection, for one that comes back. One that comes back
later is told to load itself anew, by Reflex."""
KEPT_OF_EACH, KEPT_IN_ALL = 20, 1000
"""Tabs without a connection that are kept of one member, and of all."""
EVERY = 60
"""Seconds between two looks."""
PATIENCE = 1
"""Seconds that Redis has to forget a tab."""

expect(App, "_state_manager")
expect(StateManagerMemory, "states", "_states_locks")
expect(StateManagerRedis, "redis")


class Holder(Protocol):
    """A connection of a tab: whose it is, or nobody's. `visitor` is the same for all that one visitor has."""

    session: Session | None
    visitor: str
    cookie: str


class Tabs:
    """The tabs of this process, by token. What one has shown goes with its last connection when it is nobody's; a
    member's is kept for a while.

    In Redis, tabs of members end by themselves, an hour after they were changed: another process may have one by then.
    """

    def __init__(self, app: App, clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
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
            await self._forget(token)
            return
        self._closed[token] = holder.visitor, self._clock()
        for surplus in self._surplus(holder.visitor):
            del self._closed[surplus]
            await self._forget(surplus)

    async def sweep(self) -> None:
        """Forgets what has been without a connection for too long, and what an event has left that was still being
        handled when its tab went."""
        before = self._clock() - KEPT
        self._closed = {token: (whose, since) for token, (whose, since) in self._closed.items() if since > before}
        manager = self._app._state_manager
        if isinstance(manager, StateManagerMemory):
            for token in manager._states_locks.keys() - self._open.keys() - self._closed.keys():
                await self._forget(token)

    def _surplus(self, visitor: str) -> list[str]:
        """The oldest of a visitor's that are too many, or of all."""
        own = [token for token, (whose, _) in self._closed.items() if whose == visitor]
        return own[:-KEPT_OF_EACH] or list(self._closed)[:-KEPT_IN_ALL]

    async def _forget(self, token: str) -> None:
        manager = self._app._state_manager
        if isinstance(manager, StateManagerMemory):
            manager.states.pop(token, None)
            manager._states_locks.pop(token, None)
        elif isinstance(manager, StateManagerRedis):
            with suppress(RedisError, OSError, TimeoutError):  # then it goes by itself
                async with asyncio.timeout(PATIENCE):
                    await manager.redis.delete(*(f"{token}_{state.get_full_name()}" for state in _states(State)))


def _states(state: type[BaseState]) -> Iterator[type[BaseState]]:
    yield state
    for each in state.get_substates():
        yield from _states(each)


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


class ShortPath(Middleware):
    """Takes from `sys.path` what Reflex has put before it.

    It does so at every load of a page. Each import of what is not there, such as httpcore's of sniffio several times a
    request, would take longer and longer: after 200 loads, signing in took ten times as long.
    """

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        """Goes on with the event."""
        while sys.path[:1] == sys.path[1:2]:
            del sys.path[0]
