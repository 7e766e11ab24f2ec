"""Runs a function once for all simultaneous calls with the same key."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class SingleFlight(Generic[Result]):
    """Shares a task between callers. The task continues even if a caller is cancelled."""

    def __init__(self) -> None:
        self._current: dict[str, asyncio.Task[Result]] = {}
        self._tasks: set[asyncio.Task[Result]] = set()

    async def do(self, key: str, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        return await asyncio.shield(self.start(key, work))

    def start(self, key: str, work: Callable[[], Coroutine[Any, Any, Result]]) -> asyncio.Task[Result]:
        """Returns the task for this key. Starts the task if necessary. Callers must await `asyncio.shield(task)`."""
        task = self._current.get(key)
        if task is None:
            task = self._current[key] = asyncio.create_task(work())
            self._tasks.add(task)
            task.add_done_callback(lambda done: self._forget(key, done))
        return task

    def detach(self, key: str) -> None:
        """Makes the next call start a new task for this key, even if a task is running."""
        self._current.pop(key, None)

    async def close(self, grace_seconds: float = 0.0) -> None:
        if self._tasks and grace_seconds:
            await asyncio.wait(self._tasks, timeout=grace_seconds)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _forget(self, key: str, done: asyncio.Task[Result]) -> None:
        self._tasks.discard(done)
        if self._current.get(key) is done:
            del self._current[key]
        if not done.cancelled():
            done.exception()  # keeps Python from logging the error again
