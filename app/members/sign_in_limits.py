"""Limits sign-in attempts, because each attempt causes a request to Patreon.

Failed attempts count against three limits: per browser, per IP address and for the whole site. A browser is known if
a member has signed in with it before. Known browsers have no limit per address, so that an attacker cannot lock out
members at the same address. Part of the site-wide limit is reserved for known browsers, and another part for addresses
without recent failures. Every attempt also waits for `EXCHANGE_LIMIT`.
"""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from math import ceil
from weakref import WeakValueDictionary

from app.http.client import GROWTH
from app.members.store import Limit, Store

BROWSER_LIMIT = Limit(5, 60)
ADDRESS_LIMITS = tuple(Limit(10 * times, 60 / times) for times in GROWTH)
SITE_LIMIT = Limit(60, 2)
"""Limits on failed attempts: per browser, per IP address and in total. Patreon itself allows 100 requests in 2 s."""
EXCHANGE_LIMIT = Limit(10, 0.3)
"""Two limits: on all attempts by known browsers, and on all other attempts. An attempt can cause two requests."""
RESERVED_FOR_KNOWN_BROWSERS, RESERVED_FOR_CLEAN_ADDRESSES = 20, 20
SUSPECT_TTL_SECONDS = 600
MAX_SUSPECT_NETWORKS = 2
"""The number of the client's networks that a failed attempt marks as suspect. For IPv6, these are the /64 and /56."""
MAX_CONCURRENT_ATTEMPTS = 5
"""The maximum number of simultaneous attempts per IP address and process."""
QUEUE_TIMEOUT_SECONDS = 30.0
"""The maximum time that an attempt waits before its request to Patreon. Of 100 attempts at once, the last waits 27 s.
"""
SITE_POLL_SECONDS = 0.1


class TooManyTriesError(Exception):
    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = max(1, ceil(seconds))


@dataclass(frozen=True)
class Caller:
    networks: tuple[str, ...]
    browser: str
    known: bool


class SignInLimiter:
    """Hashes IP addresses with the secret `key`, because Redis may save its data to disk."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key.encode()
        self._queues: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._in_progress = 0
        self._exchange_queues = {known: asyncio.Lock() for known in (False, True)}

    @asynccontextmanager
    async def attempt(self, caller: Caller) -> AsyncGenerator[None]:
        """Counts the `with` block as a sign-in attempt. Raises TooManyTriesError if a limit is reached."""
        tokens: list[tuple[str, Limit]] = []
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(QUEUE_TIMEOUT_SECONDS):
                    await self._take_tokens(tokens, stack, caller)
            except (TimeoutError, TooManyTriesError) as error:
                await self._return(tokens)
                seconds = error.seconds if isinstance(error, TooManyTriesError) else QUEUE_TIMEOUT_SECONDS
                raise TooManyTriesError(seconds) from None
            try:
                yield
            except (Exception, asyncio.CancelledError):
                for network in caller.networks[:MAX_SUSPECT_NETWORKS]:
                    await self._store.set(self._key_of("doubted", network), b"1", SUSPECT_TTL_SECONDS)
                raise
            await self._return(tokens)  # only failures count

    async def _take_tokens(self, tokens: list[tuple[str, Limit]], stack: AsyncExitStack, caller: Caller) -> None:
        """Waits until the attempt may start. `tokens` receives the rate limit tokens that the attempt uses."""
        await self._take(tokens, f"tries-browser:{caller.browser}", BROWSER_LIMIT)
        reserve = 0
        if not caller.known:
            queue = self._queues.setdefault(caller.networks[0], asyncio.Semaphore(MAX_CONCURRENT_ATTEMPTS))
            await stack.enter_async_context(queue)
            for network, limit in zip(caller.networks, ADDRESS_LIMITS, strict=False):
                await self._take(tokens, self._key_of("tries-address", network), limit)
            is_suspect = await self._is_suspect(caller)
            reserve = RESERVED_FOR_KNOWN_BROWSERS + (RESERVED_FOR_CLEAN_ADDRESSES if is_suspect else 0)
        while wait := await self._store.take("tries-site", SITE_LIMIT, reserve):
            if not self._in_progress:
                raise TooManyTriesError(wait)
            await asyncio.sleep(SITE_POLL_SECONDS)
        tokens.append(("tries-site", SITE_LIMIT))
        self._in_progress += 1
        stack.callback(self._end)
        async with self._exchange_queues[caller.known]:
            while True:
                wait = await self._store.take(f"sign-in-exchanges:{caller.known}", EXCHANGE_LIMIT)
                if not wait:
                    return
                await asyncio.sleep(wait)

    async def _is_suspect(self, caller: Caller) -> bool:
        keys = [self._key_of("doubted", network) for network in caller.networks[:MAX_SUSPECT_NETWORKS]]
        return any([await self._store.get(key) for key in keys])

    def _key_of(self, kind: str, network: str) -> str:
        return f"{kind}:{hmac.digest(self._key, network.encode(), hashlib.sha256).hex()}"

    async def _take(self, tokens: list[tuple[str, Limit]], key: str, limit: Limit) -> None:
        if wait := await self._store.take(key, limit):
            raise TooManyTriesError(wait)
        tokens.append((key, limit))

    def _end(self) -> None:
        self._in_progress -= 1

    async def _return(self, tokens: list[tuple[str, Limit]]) -> None:
        for key, limit in tokens:
            await self._store.give(key, limit)
