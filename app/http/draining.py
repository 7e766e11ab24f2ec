"""Discards the bodies of rejected requests before the server responds.

If the server closed the connection during an upload, browsers would show their own error page.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from starlette.types import Message, Receive

from app.http.shares import Shares

MAX_BYTES = 64_000_000
MAX_SECONDS = 60.0


class Body:
    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_over = False

    async def receive(self) -> Message:
        message = await self._receive()
        self._is_over = not message.get("more_body", False)
        return message

    async def discard(self) -> None:
        left = MAX_BYTES
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_SECONDS):
                while left > 0 and not self._is_over:
                    left -= len((await self.receive()).get("body", b""))


class Drain:
    """Discards at most `limit` bodies at a time. Beyond this limit, does not read bodies."""

    def __init__(self, limit: int, per_step: Sequence[int]) -> None:
        self._shares = Shares(limit, per_step)

    async def take(self, body: Body, networks: Sequence[str]) -> None:
        if not self._shares.try_acquire(networks):
            return
        try:
            await body.discard()
        finally:
            self._shares.release(networks)
