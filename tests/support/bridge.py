"""Connects an application to a simulated web server through the bridge (`app/server/bridge.py`)."""

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
    """Connects `app` to the bridge and yields the web server's end. Finally, asserts that no asyncio tasks remain."""
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
    """A simulated client. `incoming` queues messages to the application, and `sent` lists messages from the
    application.
    """

    def __init__(self, *messages: Message) -> None:
        self.incoming = asyncio.Queue()
        for message in messages:
            self.incoming.put_nowait(message)
        self.sent: list[Message] = []
        self.room = asyncio.Semaphore(MANY * 2)

    async def receive(self) -> Message:
        return await self.incoming.get()

    async def send(self, message: Message) -> None:
        await self.room.acquire()
        self.sent.append(message)

    async def ask(self, app: ASGIApp, scope: Scope = HTTP) -> list[Message]:
        async with asyncio.timeout(30):
            await app(scope, self.receive, self.send)
        return self.sent


async def wait_until(is_done: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not is_done():
            await asyncio.sleep(0.001)
