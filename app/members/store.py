"""Stores caches, limits and similar data, in memory or in Redis.

While Redis is unavailable, each process uses its own memory and retries Redis every few seconds. Processes that use
their own memory do not see each other's changes. Data that must survive a restart belongs in `Records` instead.
"""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.http.expiring import ExpiringDict

MAX_ENTRIES_PER_KIND = 20_000
"""The maximum number of entries of each kind. The kind is the part of a key before the colon."""
REDIS_TIMEOUT_SECONDS = 1.0
REDIS_BACKOFF_SECONDS = 5.0

_RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"
# Lua code that computes two times in ms: `now`, and `full`, the time when the token bucket will be full.
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
    capacity: int
    refill_seconds: float


class Records(Protocol):
    """A store of values that expire after `ttl` seconds. Methods never raise errors."""

    async def get(self, key: str) -> bytes | None: ...

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        """Stores a value. Returns whether all processes can read the value."""
        ...

    async def add(self, key: str, value: bytes, ttl: float) -> bool:
        """Stores a value unless the key exists. Only one of several simultaneous callers gets True."""
        ...

    async def delete(self, key: str) -> bool:
        """Deletes a value. Returns False if other processes might still read the value."""
        ...

    @asynccontextmanager
    async def lock(self, key: str, ttl: float) -> AsyncGenerator[bool]:
        """Tries to acquire a lock without waiting. Yields whether the lock was acquired.

        The lock of a dead process expires after `ttl` seconds. A living process renews its lock.
        """
        token = secrets.token_hex(8).encode()
        if not await self.add(key, token, ttl):
            yield False
            return
        renewing = asyncio.create_task(self._renew(key, token, ttl))
        try:
            yield True
        finally:
            renewing.cancel()
            await asyncio.wait([renewing])  # the renewal must stop before the release
            await self._release(key, token)

    async def _renew(self, key: str, token: bytes, ttl: float) -> None:
        await asyncio.sleep(ttl / 3)
        while (held := await self.get(key)) in (token, None):
            if held:
                await self.set(key, token, ttl)
            else:  # the store has failed, or the lock has expired
                await self.add(key, token, ttl)
            await asyncio.sleep(ttl / 3)

    async def _release(self, key: str, token: bytes) -> None:
        """Deletes a lock if it still has this token."""
        ...

    async def close(self) -> None: ...


class Store(Records, Protocol):
    async def take(self, key: str, limit: Limit, reserve: int = 0) -> float:
        """Takes a token from a rate limit's bucket and returns 0.0.

        If at most `reserve` tokens are left, takes none and returns the seconds to wait.
        """
        ...

    async def give(self, key: str, limit: Limit) -> None: ...


class MemoryStore(Store):
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kinds = defaultdict[str, ExpiringDict[bytes]](lambda: ExpiringDict(MAX_ENTRIES_PER_KIND, clock))

    async def get(self, key: str) -> bytes | None:
        return self._kind(key).get(key)

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        self._kind(key).set(key, value, ttl)
        return True

    async def add(self, key: str, value: bytes, ttl: float) -> bool:
        if await self.get(key) is not None:
            return False
        await self.set(key, value, ttl)
        return True

    async def delete(self, key: str) -> bool:
        self._kind(key).delete(key)
        return True

    async def _release(self, key: str, token: bytes) -> None:
        if await self.get(key) == token:
            await self.delete(key)

    async def take(self, key: str, limit: Limit, reserve: int = 0) -> float:
        now, full = self._clock(), await self._full(key)
        wait = full + limit.refill_seconds - now - (limit.capacity - reserve) * limit.refill_seconds
        if wait > 1e-6:  # tolerates rounding errors
            return wait
        await self._fill(key, full + limit.refill_seconds)
        return 0.0

    async def give(self, key: str, limit: Limit) -> None:
        await self._fill(key, await self._full(key) - limit.refill_seconds)

    async def close(self) -> None:
        self._kinds.clear()

    async def _full(self, key: str) -> float:
        return max(float(await self.get(key) or 0), self._clock())

    async def _fill(self, key: str, full: float) -> None:
        left = full - self._clock()
        await (self.set(key, str(full).encode(), left) if left > 0 else self.delete(key))

    def _kind(self, key: str) -> ExpiringDict[bytes]:
        return self._kinds[key.partition(":")[0]]


class RedisStore(Store):
    def __init__(self, url: str, prefix: str, clock: Callable[[], float] = time.monotonic) -> None:
        once_more = Retry(NoBackoff(), 1)  # retries once, because Redis might have closed the connection
        self._redis = Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
            url, socket_timeout=REDIS_TIMEOUT_SECONDS, socket_connect_timeout=REDIS_TIMEOUT_SECONDS, retry=once_more
        )
        self._prefix = prefix
        self._memory = MemoryStore(clock=clock)
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

    async def _release(self, key: str, token: bytes) -> None:
        await self._memory.delete(key)
        await self._ask(lambda: self._redis.eval(_RELEASE, 1, self._prefix + key, token.decode()))  # pyright: ignore

    async def take(self, key: str, limit: Limit, reserve: int = 0) -> float:
        arguments = str(limit.refill_seconds * 1000), str((limit.capacity - reserve) * limit.refill_seconds * 1000)
        done, wait = await self._ask(lambda: self._redis.eval(_TAKE, 1, self._prefix + key, *arguments))  # pyright: ignore
        return wait / 1000 if done else await self._memory.take(key, limit, reserve)

    async def give(self, key: str, limit: Limit) -> None:
        every = str(limit.refill_seconds * 1000)
        done, _ = await self._ask(lambda: self._redis.eval(_GIVE, 1, self._prefix + key, every))  # pyright: ignore
        if not done:
            await self._memory.give(key, limit)

    def end_pause(self) -> None:
        """Ends the pause after a failure, so that the next call tries Redis again."""
        self._paused_until = 0.0

    async def close(self) -> None:
        await self._redis.aclose()

    async def _ask(self, command: Callable[[], Awaitable[Any]]) -> tuple[bool, Any]:
        """Runs a Redis command. Returns whether Redis has responded, and the response."""
        if self._clock() < self._paused_until:
            return False, None
        try:
            return True, await command()
        except (RedisError, OSError, TimeoutError) as error:
            self._paused_until = self._clock() + REDIS_BACKOFF_SECONDS
            logger.warning("Redis unavailable (%s); using local state", type(error).__name__)
            return False, None


def _milliseconds(ttl: float) -> int:
    return max(1, int(ttl * 1000))
