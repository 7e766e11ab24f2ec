"""Work that is done once for all who want it at the same time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class Once(Generic[Result]):
    """Tasks by key. Who stops waiting for one does not stop it. It belongs to one event loop."""

    def __init__(self) -> None:
        self._current: dict[str, asyncio.Task[Result]] = {}
        self._tasks: set[asyncio.Task[Result]] = set()

    async def do(self, key: str, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """What the work of this key comes to: of that which is under way, or else of `work`."""
        task = self._current.get(key)
        if task is None:
            task = self._current[key] = asyncio.create_task(work())
            self._tasks.add(task)
            task.add_done_callback(lambda done: self._forget(key, done))
        return await asyncio.shield(task)

    def renounce(self, key: str) -> None:
        """Whoever comes from now on wants other work than that which is under way."""
        self._current.pop(key, None)

    async def close(self, patience: float = 0.0) -> None:
        """Ends what is under way, after so many seconds."""
        if self._tasks and patience:
            await asyncio.wait(self._tasks, timeout=patience)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _forget(self, key: str, done: asyncio.Task[Result]) -> None:
        self._tasks.discard(done)
        if self._current.get(key) is done:
            del self._current[key]
        if not done.cancelled():
            done.exception()  # it was raised where it was awaited, or nobody waits any more
