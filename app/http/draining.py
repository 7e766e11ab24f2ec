"""Bodies of requests that are refused before they have arrived. They are read and thrown away for a while, before the
answer: a browser whose line is cut while it sends shows an error of its own, and a proxy that has its answer sends no
further.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from starlette.types import Message, Receive

from app.http.client import UNKNOWN
from app.http.shares import Shares

MAX_BYTES = 64_000_000
"""Of a body that are thrown away."""
MAX_SECONDS = 60.0
"""For them to arrive."""


class Body:
    """The body of a request, which arrives by `receive`."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_over = False

    async def receive(self) -> Message:
        """The next message of the request."""
        message = await self._receive()
        self._is_over = not message.get("more_body", False)
        return message

    async def discard(self) -> None:
        """Reads what is still to come, up to the limits, and keeps nothing of it."""
        left = MAX_BYTES
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_SECONDS):
                while left > 0 and not self._is_over:
                    left -= len((await self.receive()).get("body", b""))


class Drain:
    """Throws away what at most `most` senders at the same time go on sending, `per_step[i]` of a network of step i
    (`app.http.shares`); of further ones it reads nothing."""

    def __init__(self, most: int, per_step: Sequence[int] = ()) -> None:
        self._shares = Shares(most, per_step or (most,))

    async def take(self, body: Body, networks: Sequence[str] = (UNKNOWN,)) -> None:
        """Returns when nothing of `body` is to come any more, or it was given up."""
        if not self._shares.try_acquire(networks):
            return
        try:
            await body.discard()
        finally:
            self._shares.release(networks)
