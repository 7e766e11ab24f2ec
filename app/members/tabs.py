"""What tabs leave behind goes: Reflex keeps the state of every tab that there ever was, and a path for every load."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from reflex.app import App
from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, StateManagerMemory, StateUpdate

KEPT = 15 * 60
"""Seconds that what a tab has shown is kept without a connection, for one that comes back. One that comes back later
is told to load itself anew, by Reflex."""
EVERY = 60
"""Seconds between two looks."""


class ClosedTabs:
    """Forgets what tabs without a connection have shown. In Redis it ends by itself, an hour after it was changed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[str, float] = {}

    def sweep(self, app: App) -> None:
        """Forgets those that have had no connection for `KEPT` seconds of looking."""
        manager, events = app._state_manager, app.event_namespace
        if not isinstance(manager, StateManagerMemory) or events is None:
            return
        now, connected = self._clock(), set(events.sid_to_token.values())
        self._since = {token: self._since.get(token, now) for token in manager._states_locks.keys() - connected}
        for token in [token for token, since in self._since.items() if now - since >= KEPT]:
            for known in (manager.states, manager._states_locks, events.token_to_sid, self._since):
                known.pop(token, None)


@asynccontextmanager
async def forgetting_closed_tabs(tabs_of: App) -> AsyncIterator[None]:
    """Looks every minute, while the block lasts."""

    async def look() -> None:
        closed = ClosedTabs()
        while True:
            await asyncio.sleep(EVERY)
            closed.sweep(tabs_of)

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
