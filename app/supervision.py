"""Restarts background tasks that fail. Failures are logged and shown in `/_health`."""

import asyncio
import logging
import time
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from app.folders import ROOT

PAUSES_SECONDS = (1.0, 5.0, 30.0, 60.0)
"""The pauses before restarts. The last pause repeats."""
SETTLED_SECONDS = 60.0
"""The time after which a restarted task counts as healthy."""
CANCEL_SECONDS = 10.0
"""The interval between attempts to cancel a task. It gives the members process enough time to stop."""

Work = Callable[[], Coroutine[Any, Any, None]]

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class State:
    """The state of a task. `since` is a Unix time."""

    state: Literal["running", "failing"]
    since: float
    failures: int

    def as_json(self) -> dict[str, str | int]:
        since = datetime.fromtimestamp(self.since, UTC).isoformat(timespec="seconds")
        return {"state": self.state, "since": since, "failures": self.failures}


class Supervisor:
    """Runs `work` and restarts it after failures. `name` is a noun for log messages, such as "outbox"."""

    def __init__(
        self,
        name: str,
        work: Work,
        pauses: Sequence[float] = PAUSES_SECONDS,
        settled: float = SETTLED_SECONDS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.name = name
        self._work = work
        self._pauses = pauses
        self._settled = settled
        self._clock = clock
        self._started = self._changed = clock()
        self._is_waiting = False
        self._failures = 0
        self._failures_in_a_row = 0

    @property
    def state(self) -> State:
        """The current state. It is "failing" after a failure, until the task has run for `settled` seconds."""
        is_failing = self._failures_in_a_row > 0 and not self._has_settled()
        since = self._changed if is_failing or not self._failures else self._started
        return State("failing" if is_failing else "running", since, self._failures)

    async def run(self) -> None:
        while True:
            self._started, self._is_waiting = self._clock(), False
            work = asyncio.create_task(self._work(), name=self.name)
            try:
                await asyncio.wait([work])
            finally:
                await _cancel(work)
            await asyncio.sleep(self._note_failure(_reason(work)))

    def _note_failure(self, reason: str) -> float:
        if self._has_settled():
            self._failures_in_a_row = 0
        if not self._failures_in_a_row:
            self._changed = self._clock()
        pause = self._pauses[min(self._failures_in_a_row, len(self._pauses) - 1)]
        self._failures += 1
        self._failures_in_a_row += 1
        self._is_waiting = True
        label = self.name[:1].upper() + self.name[1:]
        logger.error("%s failed (%s); restarting in %.3g s", label, reason, pause)
        return pause

    def _has_settled(self) -> bool:
        return not self._is_waiting and self._clock() - self._started >= self._settled


_supervisors: set[Supervisor] = set()


def states() -> dict[str, State]:
    return {each.name: each.state for each in sorted(_supervisors, key=lambda each: each.name)}


@asynccontextmanager
async def supervised(name: str, work: Work, *, pauses: Sequence[float] = PAUSES_SECONDS) -> AsyncIterator[Supervisor]:
    """Runs `work` for the duration of the `with` block and restarts it after failures."""
    supervisor = Supervisor(name, work, pauses)
    _supervisors.add(supervisor)
    task = asyncio.create_task(supervisor.run(), name=f"supervisor of {name}")
    try:
        yield supervisor
    finally:
        task.cancel()
        await asyncio.wait([task])
        _supervisors.discard(supervisor)


async def _cancel(task: asyncio.Task[None]) -> None:
    """Cancels a task repeatedly until it stops. In Python 3.11, `wait_for` can lose a cancellation (gh-86296)."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=CANCEL_SECONDS)


def _reason(ended: asyncio.Task[None]) -> str:
    error = asyncio.CancelledError() if ended.cancelled() else ended.exception()
    return "it returned" if error is None else type_and_line(error)


def type_and_line(error: BaseException) -> str:
    """Returns the type and line of an error. Omits the message, because it can contain personal data."""
    # Unlike `extract_tb`, `walk_tb` ignores `sys.tracebacklimit`, which app/seam/brief_errors.py sets to 0.
    frames = [(Path(frame.f_code.co_filename), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    own = [(file.relative_to(ROOT), line) for file, line in frames if file.is_relative_to(ROOT / "app")]
    if not frames:
        return type(error).__name__
    file, line = own[-1] if own else (frames[-1][0].name, frames[-1][1])
    return f"{type(error).__name__} at {file}:{line}"
