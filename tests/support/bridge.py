"""An application behind the bridge, and clients for it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.types import ASGIApp, Message, Scope

from app.server.bridge import Remote, Stream, serve

HTTP = {"type": "http", "method": "GET", "path": "/x", "headers": [(b"cookie", b"a=b")], "client": ("203.0.113.9", 1)}
WEBSOCKET = {"type": "websocket", "path": "/x", "headers": [(b"cookie", b"a=b")]}
MANY = 500


@asynccontextmanager
async def bridged(app: ASGIApp) -> AsyncIterator[Remote]:
    """`app` at the other end of a socket; nothing of it goes on when the block has ended."""
    ours, theirs = [Stream(*await asyncio.open_unix_connection(sock=end)) for end in socket.socketpair()]
    before = asyncio.all_tasks()
    remote = Remote(ours)
    running = asyncio.gather(remote.run(), serve(app, theirs))
    try:
        yield remote
    finally:
        ours.close()
        theirs.close()
        await running
        await asyncio.sleep(0.01)
        assert asyncio.all_tasks() <= before


class Client:
    """The web server's side of a conversation: `there` is what it has to give, `sent` what it was sent."""

    def __init__(self, *messages: Message) -> None:
        self.there = asyncio.Queue()
        for message in messages:
            self.there.put_nowait(message)
        self.sent: list[Message] = []
        self.room = asyncio.Semaphore(MANY * 2)

    async def receive(self) -> Message:
        """The next message of `there`."""
        return await self.there.get()

    async def send(self, message: Message) -> None:
        """Takes a message, as soon as there is `room`."""
        await self.room.acquire()
        self.sent.append(message)

    async def asks(self, app: ASGIApp, scope: Scope = HTTP) -> list[Message]:
        """Has the conversation; what was sent."""
        async with asyncio.timeout(30):
            await app(scope, self.receive, self.send)
        return self.sent


async def until(reached: Callable[[], bool]) -> None:
    """Waits until the condition is true."""
    async with asyncio.timeout(30):
        while not reached():
            await asyncio.sleep(0.001)
