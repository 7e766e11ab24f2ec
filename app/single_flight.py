"""Single flight: concurrent calls for the same key share one execution."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class SingleFlight(Generic[Result]):
    """Runs at most one task per key. Cancelling a caller does not cancel the task. It belongs to one event loop."""

    def __init__(self) -> None:
        self._current: dict[str, asyncio.Task[Result]] = {}
        self._tasks: set[asyncio.Task[Result]] = set()

    async def do(self, key: str, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """The result of the key's task: of the one under way, or else of `work`, which is started."""
        return await asyncio.shield(self.start(key, work))

    def start(self, key: str, work: Callable[[], Coroutine[Any, Any, Result]]) -> asyncio.Task[Result]:
        """The key's task, which nobody need wait for; to wait for it, `asyncio.shield` it."""
        task = self._current.get(key)
        if task is None:
            task = self._current[key] = asyncio.create_task(work())
            self._tasks.add(task)
            task.add_done_callback(lambda done: self._forget(key, done))
        return task

    def detach(self, key: str) -> None:
        """Later calls for the key start a new task instead of joining the one under way."""
        self._current.pop(key, None)

    async def close(self, grace_seconds: float = 0.0) -> None:
        """Cancels tasks that are still under way after `grace_seconds`."""
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
            done.exception()  # marked as retrieved: callers have got it, or there are none left
