"""Limits how many slow operations, such as uploads, run at a time. No sender can block all others."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence

from app.http.client import GROWTH
from app.http.expiring import ExpiringDict

MAX_WAITING = 1_000
MAX_WAITING_PER_SLOT = 8
"""A network with a limit of n slots can have n times this number of waiting callers."""
MAX_REMEMBERED = 4096
FAILURE_TTL_SECONDS = 3600.0


class Shares:
    """A limited number of slots for slow operations.

    Each network that contains the sender's IP address has a limit. `per_step` lists these limits, smallest network
    first. The last `reserve` slots are for senders that hold no slot and had no recent failures.
    """

    def __init__(
        self, total: int, per_step: Sequence[int], reserve: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._total = total
        self._per_step = per_step
        self._reserve = reserve
        self._taken = 0
        self._held: Counter[str] = Counter()
        self._failures = ExpiringDict[int](MAX_REMEMBERED, clock)
        self._waiters: dict[asyncio.Future[None], Sequence[str]] = {}

    async def acquire(self, networks: Sequence[str], timeout: float) -> bool:
        """Waits for a slot. Returns False after `timeout` seconds, or immediately if too many callers wait."""
        if self.try_acquire(networks):
            return True
        if len(self._waiters) >= MAX_WAITING or self._is_queue_full_for(networks):
            return False
        waiter = asyncio.get_running_loop().create_future()
        self._waiters[waiter] = networks
        try:
            async with asyncio.timeout(timeout):
                await waiter
        except TimeoutError:
            return _is_granted(waiter)
        except asyncio.CancelledError:
            if _is_granted(waiter):
                self.release(networks)
            raise
        finally:
            self._waiters.pop(waiter, None)
        return True

    def try_acquire(self, networks: Sequence[str]) -> bool:
        """Acquires a slot if one is free. `networks` contains the sender's IP networks, smallest first."""
        if any(self._held[each] >= self._limit(step) for step, each in enumerate(networks)):
            return False
        is_new = not self._held[networks[0]] and not self.has_failed(networks)
        if self._taken >= self._total - (0 if is_new else self._reserve):
            return False
        self._taken += 1
        self._held.update(networks)
        return True

    def release(self, networks: Sequence[str], *, failed: bool = False) -> None:
        self._taken -= 1
        self._held.subtract(networks)
        self._held = +self._held  # removes networks without slots
        if failed:
            for each in networks:
                self._failures.set(each, (self._failures.get(each) or 0) + 1, FAILURE_TTL_SECONDS)
        for waiter, waiting in list(self._waiters.items()):
            if self._taken >= self._total:
                break
            if not waiter.done() and self.try_acquire(waiting):
                del self._waiters[waiter]
                waiter.set_result(None)

    def has_failed(self, networks: Sequence[str]) -> bool:
        """Whether any of the networks has caused too many failures recently."""
        return any((self._failures.get(each) or 0) >= allowed for each, allowed in zip(networks, GROWTH, strict=False))

    def _is_queue_full_for(self, networks: Sequence[str]) -> bool:
        waiting = Counter(each for sender in self._waiters.values() for each in sender)
        return any(waiting[each] >= MAX_WAITING_PER_SLOT * self._limit(step) for step, each in enumerate(networks))

    def _limit(self, step: int) -> int:
        return self._per_step[min(step, len(self._per_step) - 1)]


def _is_granted(waiter: asyncio.Future[None]) -> bool:
    return waiter.done() and not waiter.cancelled()
