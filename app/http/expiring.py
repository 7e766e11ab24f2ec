import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ExpiringDict(Generic[Value]):
    """Stores values until they expire. Beyond `max_entries`, deletes the oldest value.

    A timer deletes expired entries, because keys can be IP addresses, which must not remain in memory.
    """

    def __init__(self, max_entries: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_entries = max_entries
        self._clock = clock
        self._entries: OrderedDict[str, tuple[Value, float]] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: str) -> Value | None:
        value, until = self._entries.get(key, (None, 0.0))
        return value if until > self._clock() else None

    def set(self, key: str, value: Value, ttl: float) -> None:
        """Stores a value for `ttl` seconds. Requires a running event loop."""
        self.delete(key)
        self._entries[key] = value, self._clock() + ttl
        if len(self._entries) > self._max_entries:
            self._entries.popitem(last=False)
        if self._timer is None:
            self._delete_later(ttl)

    def delete(self, key: str) -> None:
        self._entries.pop(key, None)

    def _delete_later(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._delete_expired)

    def _delete_expired(self) -> None:
        """Deletes expired entries. Stops at the first entry that has not expired, to save time."""
        self._timer = None
        now = self._clock()
        while self._entries:
            _value, until = next(iter(self._entries.values()))
            if until > now:
                self._delete_later(until - now)
                break
            self._entries.popitem(last=False)
