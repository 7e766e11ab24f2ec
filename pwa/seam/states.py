"""What Reflex keeps of tabs, and how it is dropped: its managers keep the state of every tab that there ever was."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress

from redis.exceptions import RedisError
from reflex.app import App
from reflex.istate.manager import StateManagerRedis
from reflex.state import BaseState, State, StateManagerMemory

from pwa.seam.expect import expect

TIMEOUT_SECONDS = 1
"""How long Redis may take to forget a tab."""

expect(App, "_state_manager")
expect(StateManagerMemory, "states", "_states_locks")
expect(StateManagerRedis, "redis")


class AppStates:
    """The states of an application's tabs, in memory or in Redis."""

    def __init__(self, app: App) -> None:
        self._app = app

    def tokens(self) -> Iterable[str]:
        """The tabs that this process keeps something of; none where Redis keeps it."""
        manager = self._app._state_manager
        return manager._states_locks.keys() if isinstance(manager, StateManagerMemory) else ()

    async def forget(self, token: str) -> None:
        """Drops what is kept of a tab. What Redis cannot drop now expires there."""
        manager = self._app._state_manager
        if isinstance(manager, StateManagerMemory):
            manager.states.pop(token, None)
            manager._states_locks.pop(token, None)
        elif isinstance(manager, StateManagerRedis):
            with suppress(RedisError, OSError, TimeoutError):
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await manager.redis.delete(*(f"{token}_{state.get_full_name()}" for state in _tree(State)))


def _tree(state: type[BaseState]) -> Iterator[type[BaseState]]:
    yield state
    for each in state.get_substates():
        yield from _tree(each)
