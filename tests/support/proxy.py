"""A TCP proxy that simulates a lost network."""

import asyncio
import socket
from asyncio import AbstractEventLoop, StreamReader, StreamWriter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any
from urllib.parse import urlsplit


class Proxy:
    """A proxy at `url` that forwards to `target`, except between `cut()` and `restore()`."""

    def __init__(self, loop: AbstractEventLoop, target: str) -> None:
        self._loop = loop
        self._target = urlsplit(target)
        self._port = 0
        self._listening: socket.socket | None = None
        self._writers: set[StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()
        self.restore()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def cut(self) -> None:
        self._run(self._cut())

    def restore(self) -> None:
        if not self._listening:
            self._run(self._listen())

    def end(self) -> None:
        self._run(self._end())

    def _run(self, task: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(task, self._loop).result(30)

    async def _listen(self) -> None:
        # Avoid asyncio.Server, which loses connections that arrive while it closes (python/cpython#109564).
        self._listening = socket.create_server(("127.0.0.1", self._port), backlog=128)
        self._listening.setblocking(False)
        self._port = self._listening.getsockname()[1]
        self._loop.add_reader(self._listening, self._accept, self._listening)

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            connection, _ = listening.accept()
            connection.setblocking(False)
            task = self._loop.create_task(self._pass(connection))
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def _cut(self) -> None:
        if self._listening:
            self._loop.remove_reader(self._listening)
            self._listening.close()
            self._listening = None
        for writer in self._writers:
            writer.transport.abort()

    async def _end(self) -> None:
        await self._cut()
        await asyncio.gather(*self._passing)

    async def _pass(self, connection: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=connection)
        ends = {writer}
        try:
            there, answer = await asyncio.open_connection(self._target.hostname, self._target.port)
            ends.add(answer)
            if self._listening:  # `cut()` can run during the connection attempt
                self._writers |= ends
                await asyncio.gather(_copy(reader, answer), _copy(there, writer))
        except ConnectionError:
            pass
        finally:
            self._writers -= ends
            for end in ends:
                end.transport.abort()


async def _copy(reader: StreamReader, writer: StreamWriter) -> None:
    with suppress(ConnectionError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    with suppress(ConnectionError):
        writer.close()
        await writer.wait_closed()


@contextmanager
def proxied(target: str) -> Iterator[Proxy]:
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    proxy = Proxy(loop, target)
    try:
        yield proxy
    finally:
        proxy.end()
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
        loop.close()
