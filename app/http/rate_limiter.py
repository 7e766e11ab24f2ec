"""Limits messages and connections for each member or network."""

import time
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from app.http.client import GROWTH
from app.http.expiring import ExpiringDict

Holder = TypeVar("Holder")

MAX_WAIT_SECONDS = 10
MAX_NAMES = 20_000


class TooFastError(Exception):
    pass


class RateLimiter:
    """A rate limit: `burst` messages at once, then `rate` messages per second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = 1 / rate
        self._ahead = (burst - 1) / rate
        self._clock = clock
        self._due = ExpiringDict[float](MAX_NAMES, clock)

    def wait(self, *names: str) -> float:
        """Counts a message. Returns how many seconds the message must wait.

        `names` are the sender's IP networks, smallest first, or a single ID, such as a member's. Larger networks have
        higher rates (`GROWTH`).

        Raises:
            TooFastError: the message would have to wait longer than `MAX_WAIT_SECONDS`. The message is not counted.
        """
        wait = self._count(names, MAX_WAIT_SECONDS)
        if wait > MAX_WAIT_SECONDS:
            raise TooFastError
        return wait

    def try_acquire(self, *names: str) -> float:
        """Returns how many seconds a message must wait. Counts the message if the result is 0."""
        return self._count(names, 0)

    def _count(self, names: Sequence[str], longest: float) -> float:
        now, names = self._clock(), names or ("",)
        dues = [max(self._due.get(name) or now, now) for name in names]
        wait = max(0.0, max(dues) - self._ahead - now)
        if wait > longest:
            return wait
        for name, due, times in zip(names, dues, GROWTH, strict=False):
            following = due + self._each / times
            self._due.set(name, following, following - now)
        return wait


class Slots(Generic[Holder]):
    """A limit on connections: `each` per network (more for larger networks), and `all` in total."""

    def __init__(self, each: int, all: int) -> None:
        self._each = each
        self._all = all
        self._held: dict[Holder, Sequence[str]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def acquire(self, names: Sequence[str], holder: Holder) -> Holder | None:
        """Adds a connection. If a limit is exceeded, returns the oldest connection, which the caller must close."""
        self._held[holder] = names
        for name, times in zip(names, GROWTH, strict=False):
            of_this_name = [other for other, its in self._held.items() if name in its]
            if len(of_this_name) > self._each * times:
                return self._evict(of_this_name[0])
        return self._evict(next(iter(self._held))) if len(self._held) > self._all else None

    def release(self, holder: Holder) -> None:
        self._held.pop(holder, None)

    def _evict(self, holder: Holder) -> Holder:
        del self._held[holder]
        return holder
