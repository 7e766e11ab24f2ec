"""What outlives a request: caches, limits, and what was used up or revoked. In this process, or in Redis for several.

Redis may be down. Then each process goes on by itself: what it cannot write to Redis it keeps in its own memory and
finds there again, and it asks Redis no more than every few seconds. Only what was to be taken away from everybody may
live on elsewhere, so `set` and `delete` say whether they reached everybody.

What has to outlive a restart is kept in `Records`: in Redis too, or without one in `app.members.database`.
"""

import logging
import secrets
import time
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

MOST = 20_000
"""Entries of one kind that a process keeps; the oldest go first. A key's kind is what stands before its colon."""
PATIENCE = 1.0
"""Seconds that Redis has for an answer."""
PAUSE = 5.0
"""Seconds for which Redis is left alone after it has failed."""

_RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"
# A bucket is the moment at which it is full again, by the clock of Redis; all numbers are milliseconds.
_NOW = "local time = redis.call('time') local now = time[1] * 1000 + time[2] / 1000 "
_FULL = "local full = math.max(tonumber(redis.call('get', KEYS[1]) or 0), now) "
_TAKE = f"""{_NOW}{_FULL}
local wait = full + ARGV[1] - now - ARGV[2]
if wait > 0 then return math.ceil(wait) end
redis.call('set', KEYS[1], string.format('%.3f', full + ARGV[1]), 'px', math.ceil(full + ARGV[1] - now))
return 0"""
_GIVE = f"""{_NOW}{_FULL}
local left = math.ceil(full - ARGV[1] - now)
if left <= 0 then return redis.call('del', KEYS[1]) end
return redis.call('set', KEYS[1], string.format('%.3f', full - ARGV[1]), 'px', left)"""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limit:
    """A bucket that holds `most`; what was taken comes back one by one, every so many seconds."""

    most: int
    every: float


class Records(Protocol):
    """Values by key, each for a while (`ttl` in seconds). No method raises because of what keeps them."""

    async def get(self, key: str) -> bytes | None:
        """The value, or None."""
        ...

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        """Keeps a value; whether every process has it."""
        ...

    async def add(self, key: str, value: bytes, ttl: float) -> bool:
        """Keeps a value where there is none; whether there was none. Of many at once one is told yes."""
        ...

    async def delete(self, key: str) -> bool:
        """Forgets a value; whether every process has forgotten it."""
        ...

    def lock(self, key: str, ttl: float) -> AbstractAsyncContextManager[bool]:
        """Tells whether its block is the only one with this key now. Never waits; lets go after `ttl` at the latest."""
        ...

    async def close(self) -> None:
        """Lets go of connections."""
        ...


class Store(Records, Protocol):
    """Records, and buckets for limits."""

    async def take(self, key: str, limit: Limit, leave: int = 0) -> float:
        """Takes one from a bucket, as long as more than `leave` are in it: 0.0, or the seconds until one can be had."""
        ...

    async def give(self, key: str, limit: Limit) -> None:
        """Puts one back."""
        ...


class Memory:
    """A store in this process, bounded."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._kinds: dict[str, OrderedDict[str, tuple[bytes, float]]] = defaultdict(OrderedDict)

    async def get(self, key: str) -> bytes | None:
        value, until = self._kind(key).get(key, (None, 0.0))
        return value if until > self._clock() else None

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        kind = self._kind(key)
        kind.pop(key, None)
        kind[key] = value, self._clock() + ttl
        if len(kind) > self._most:
            kind.popitem(last=False)
        return True

    async def add(self, key: str, value: bytes, ttl: float) -> bool:
        if await self.get(key) is not None:
            return False
        await self.set(key, value, ttl)
        return True

    async def delete(self, key: str) -> bool:
        self._kind(key).pop(key, None)
        return True

    @asynccontextmanager
    async def lock(self, key: str, ttl: float) -> AsyncIterator[bool]:
        token = secrets.token_bytes(8)
        held = await self.add(key, token, ttl)
        try:
            yield held
        finally:
            if held and await self.get(key) == token:
                await self.delete(key)

    async def take(self, key: str, limit: Limit, leave: int = 0) -> float:
        now, full = self._clock(), await self._full(key)
        wait = full + limit.every - now - (limit.most - leave) * limit.every
        if wait > 1e-6:  # floats of large clocks are not exact
            return wait
        await self._fill(key, full + limit.every)
        return 0.0

    async def give(self, key: str, limit: Limit) -> None:
        await self._fill(key, await self._full(key) - limit.every)

    async def close(self) -> None:
        self._kinds.clear()

    async def _full(self, key: str) -> float:
        """The moment at which a bucket is full again."""
        return max(float(await self.get(key) or 0), self._clock())

    async def _fill(self, key: str, full: float) -> None:
        left = full - self._clock()
        await (self.set(key, str(full).encode(), left) if left > 0 else self.delete(key))

    def _kind(self, key: str) -> OrderedDict[str, tuple[bytes, float]]:
        return self._kinds[key.partition(":")[0]]


class Shared:
    """A store in Redis, with this process's memory for the time when Redis is down. `prefix` goes before every key."""

    def __init__(self, url: str, prefix: str, clock: Callable[[], float] = time.monotonic) -> None:
        once_more = Retry(NoBackoff(), 1)  # a kept connection may have been closed meanwhile
        self._redis = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=once_more)
        self._prefix = prefix
        self._memory = Memory(clock=clock)
        self._clock = clock
        self._paused_until = 0.0

    async def get(self, key: str) -> bytes | None:
        _, value = await self._ask(lambda: self._redis.get(self._prefix + key))
        return await self._memory.get(key) if value is None else value

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        done, _ = await self._ask(lambda: self._redis.set(self._prefix + key, value, px=_milliseconds(ttl)))
        await (self._memory.delete(key) if done else self._memory.set(key, value, ttl))
        return done

    async def add(self, key: str, value: bytes, ttl: float) -> bool:
        if await self._memory.get(key) is not None:
            return False
        done, added = await self._ask(
            lambda: self._redis.set(self._prefix + key, value, px=_milliseconds(ttl), nx=True)
        )
        return bool(added) if done else await self._memory.add(key, value, ttl)

    async def delete(self, key: str) -> bool:
        await self._memory.delete(key)
        done, _ = await self._ask(lambda: self._redis.delete(self._prefix + key))
        return done

    @asynccontextmanager
    async def lock(self, key: str, ttl: float) -> AsyncIterator[bool]:
        token = secrets.token_hex(8)
        held = await self.add(key, token.encode(), ttl)
        try:
            yield held
        finally:
            if held:
                await self._memory.delete(key)
                await self._ask(lambda: self._redis.eval(_RELEASE, 1, self._prefix + key, token))  # pyright: ignore

    async def take(self, key: str, limit: Limit, leave: int = 0) -> float:
        arguments = str(limit.every * 1000), str((limit.most - leave) * limit.every * 1000)
        done, wait = await self._ask(lambda: self._redis.eval(_TAKE, 1, self._prefix + key, *arguments))  # pyright: ignore
        return wait / 1000 if done else await self._memory.take(key, limit, leave)

    async def give(self, key: str, limit: Limit) -> None:
        every = str(limit.every * 1000)
        done, _ = await self._ask(lambda: self._redis.eval(_GIVE, 1, self._prefix + key, every))  # pyright: ignore
        if not done:
            await self._memory.give(key, limit)

    async def close(self) -> None:
        await self._redis.aclose()

    async def _ask(self, command: Callable[[], Awaitable[Any]]) -> tuple[bool, Any]:
        """Whether Redis answered, and what."""
        if self._clock() < self._paused_until:
            return False, None
        try:
            return True, await command()
        except (RedisError, OSError, TimeoutError) as error:
            self._paused_until = self._clock() + PAUSE
            logger.warning("Redis fails (%s); this process goes on by itself", type(error).__name__)
            return False, None


def _milliseconds(ttl: float) -> int:
    return max(1, int(ttl * 1000))
