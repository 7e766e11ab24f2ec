"""How often somebody may bring a code: Patreon is asked about each, and has all wait when it is asked too much.

A `state` that was made for the browser and not used yet says nothing about the code: whoever asks for one has one. So a
code that Patreon does not take counts against the browser, the address and the site that it came by; one that it takes
counts for nothing. What is left of the site's tries when many fail is kept for those who are most likely real:

    somebody has signed in with this browser before  >  no code has failed at this address lately  >  everybody else

A browser with which somebody has signed in before does not depend on its address either: whoever shares that with an
attacker is let in. A newcomer at the attacker's own address has to wait.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from math import ceil
from weakref import WeakValueDictionary

from app.members.store import Limit, Store

BROWSER = Limit(5, 60)
ADDRESS = Limit(10, 60)
SITE = Limit(60, 2)
"""Codes that may fail: so many at once, and one more every so many seconds. Patreon allows 100 questions in two."""
FOR_KNOWN, FOR_CLEAN = 20, 20
"""Of the site's tries, those that are kept for known browsers, and further ones for addresses without failures."""
DOUBTED = 600
"""Seconds for which an address is remembered at which a code has failed."""
AT_ONCE = 5
"""Tries of one address that are under way in a process; others wait for their turn."""
PATIENCE = 5.0
"""Seconds that a try waits for its turn."""


class TooMany(Exception):
    """Too many codes have failed; `seconds` is how long to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = max(1, ceil(seconds))


@dataclass(frozen=True)
class Comer:
    """Who brings a code: an address, what stands for the browser, and whether it is a known one."""

    address: str
    browser: str
    known: bool


class Tries:
    """Counts tries in `store`. It belongs to one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lines: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def one(self, comer: Comer) -> AsyncIterator[None]:
        """A try, which has failed if the block raises.

        Raises:
            TooMany: it may not be made now; the block is not begun, and nothing is counted.
        """
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._counted(f"tries-browser:{comer.browser}", BROWSER))
            keep = 0
            if not comer.known:
                await stack.enter_async_context(self._turn(comer.address))
                await stack.enter_async_context(self._counted(f"tries-address:{comer.address}", ADDRESS))
                keep = FOR_KNOWN + (FOR_CLEAN if await self._store.get(f"doubted:{comer.address}") else 0)
            await stack.enter_async_context(self._counted("tries-site", SITE, keep))
            try:
                yield
            except (Exception, asyncio.CancelledError):
                await self._store.set(f"doubted:{comer.address}", b"1", DOUBTED)
                raise

    @asynccontextmanager
    async def _counted(self, key: str, limit: Limit, keep: int = 0) -> AsyncIterator[None]:
        """Takes one from a bucket, and puts it back unless the block, a try, has failed."""
        wait = await self._store.take(key, limit, keep)
        if wait:
            raise TooMany(wait)
        try:
            yield
        except TooMany:
            await self._store.give(key, limit)
            raise
        await self._store.give(key, limit)

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        """Stands in line with the others of an address."""
        line = self._lines.setdefault(address, asyncio.Semaphore(AT_ONCE))
        try:
            async with asyncio.timeout(PATIENCE):
                await line.acquire()
        except TimeoutError:
            raise TooMany(PATIENCE) from None
        try:
            yield
        finally:
            line.release()
