"""How much anybody may take: so many a second, and so many at once."""

import time
from collections.abc import Callable
from typing import Generic, TypeVar

Holder = TypeVar("Holder")

PATIENCE = 10
"""Seconds that somebody who is too fast is made to wait; who would have to wait longer is turned away."""
MANY = 4096
"""Names after which those are forgotten that have waited long enough."""


class TooMuch(Exception):
    """Somebody would have to wait longer than `PATIENCE`."""


class Pace:
    """So many a second for each name, after `burst` at once."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = 1 / rate
        self._ahead = (burst - 1) / rate
        self._clock = clock
        self._due: dict[str, float] = {}

    def wait(self, name: str = "") -> float:
        """Seconds until the next one may be let through. It counts as if it was.

        Raises:
            TooMuch: it would have to wait too long, and does not count.
        """
        now = self._clock()
        due = max(self._due.get(name, now), now)
        if due - self._ahead - now > PATIENCE:
            raise TooMuch
        if len(self._due) >= MANY:
            self._due = {known: until for known, until in self._due.items() if until > now}
        self._due[name] = due + self._each
        return max(0.0, due - self._ahead - now)


class Places(Generic[Holder]):
    """Places for so many holders with one name, and for so many in all. Where there is none, the oldest has to go."""

    def __init__(self, each: int, all: int) -> None:
        self._each = each
        self._all = all
        self._held: dict[Holder, str] = {}

    def __len__(self) -> int:
        return len(self._held)

    def take(self, name: str, holder: Holder) -> Holder | None:
        """Takes a place; who has none any more because of that."""
        self._held[holder] = name
        of_this_name = [other for other, its in self._held.items() if its == name]
        if len(of_this_name) > self._each:
            return self._gone(of_this_name[0])
        return self._gone(next(iter(self._held))) if len(self._held) > self._all else None

    def leave(self, holder: Holder) -> None:
        """Gives the place back, where it is still held."""
        self._held.pop(holder, None)

    def _gone(self, holder: Holder) -> Holder:
        del self._held[holder]
        return holder
