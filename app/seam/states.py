"""Deletes the states of closed tabs, which Reflex would retain forever. Extends the lifetime of states in Redis."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress

from redis.exceptions import RedisError
from reflex.app import App
from reflex.istate.manager import StateManagerRedis
from reflex.state import BaseState, State, StateManagerMemory

from app.members.tabs import TAB_TTL_SECONDS
from app.seam.reflex_internals import expect

TIMEOUT_SECONDS = 1

expect(App, "_state_manager")
expect(StateManagerMemory, "states", "_states_locks")
expect(StateManagerRedis, "redis", "token_expiration")


class AppStates:
    def __init__(self, app: App) -> None:
        self._app = app

    def tokens(self) -> Iterable[str]:
        """Returns the tokens of tabs whose state is in memory. Returns no tokens if Redis stores the states."""
        manager = self._app._state_manager
        return manager._states_locks.keys() if isinstance(manager, StateManagerMemory) else ()

    async def forget(self, token: str) -> None:
        """Deletes the state of a closed tab. In Redis, only shortens the state's lifetime, because another process
        might have the tab open.
        """
        manager = self._app._state_manager
        if isinstance(manager, StateManagerMemory):
            manager.states.pop(token, None)
            manager._states_locks.pop(token, None)
        await self.renew(token, TAB_TTL_SECONDS)

    async def renew(self, token: str, seconds: int | None = None) -> None:
        """Sets the time until a tab's state expires in Redis, by default an hour.

        Reflex itself renews only the parts of the state that an event changes.
        """
        manager = self._app._state_manager
        if isinstance(manager, StateManagerRedis):
            with suppress(RedisError, OSError, TimeoutError):
                async with asyncio.timeout(TIMEOUT_SECONDS), manager.redis.pipeline() as pipeline:
                    for state in _tree(State):
                        pipeline.expire(f"{token}_{state.get_full_name()}", seconds or manager.token_expiration)
                    await pipeline.execute()


def _tree(state: type[BaseState]) -> Iterator[type[BaseState]]:
    yield state
    for each in state.get_substates():
        yield from _tree(each)
