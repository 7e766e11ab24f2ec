"""What is for members, in a process of its own beside each one of the web server: whatever it does, public pages are
answered.

A thread would not do: a computation there holds this one up, as Python runs one at a time, and a regular expression
does not even take turns.

`python -m app.server.apart TARGET SOCKET` is that process. It ends when the other one does.
"""

import asyncio
import logging
import logging.config
import os
import signal
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from importlib import import_module
from itertools import chain, repeat
from threading import Thread

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.server import log
from app.server.bridge import Remote, Stream, serve
from app.settings import settings

Target = Callable[[], AbstractAsyncContextManager[ASGIApp]]
"""Has an application while it is served."""

WAITING = 512
"""Requests and handshakes that may wait for the first word of an answer; more are refused."""
RETRY_AFTER = "5"
"""Seconds after which who is refused may try again."""
PATIENCE = 30
"""Seconds that those who come while the process starts wait for it."""
GRACE = 3
"""Seconds that the process gets to end."""
PAUSES = (0, 1, 2, 5, 10, 30)
"""Seconds before each try to start it, until it has come up."""

logger = logging.getLogger("app.server.apart")


class Unavailable(HTTPException):
    """A request or websocket was not passed on: the process is not there, or too many others wait."""

    def __init__(self) -> None:
        super().__init__(503, "Try again.", {"retry-after": RETRY_AFTER})


class StartError(Exception):
    """The process has ended before it was up; it has logged why."""


class Apart:
    """The application that `target` (`module:function`, see `Target`) has in a process of its own, while `running`.

    Raises:
        Unavailable: it was not asked.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        self.waiting = 0
        """Requests and handshakes that wait now."""
        self._up = asyncio.Event()
        self._remote: Remote | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.waiting >= WAITING:
            raise Unavailable
        self.waiting += 1
        waits = True

        def answered() -> None:
            nonlocal waits
            self.waiting -= waits
            waits = False

        async def answer(message: Message) -> None:
            answered()
            await send(message)

        try:
            remote = await self._is_up()
            await remote(scope, receive, answer)
        finally:
            answered()

    def is_starting(self) -> bool:
        """Whether it has not been up yet."""
        return self._remote is None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Has the process started, and started again should it end, while the block lasts. Does not wait for it: public
        pages have no need of it."""
        keeping = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])

    async def _keep(self) -> None:
        while True:
            process = await self._start()
            try:
                self._remote = Remote(process.stream)
                self._up.set()
                await self._remote.run()
            finally:
                self._up.clear()
                code = await process.end()
            logger.error("What is for members has ended (%s), and is started again", code)

    async def _start(self) -> "_Process":
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            await asyncio.sleep(pause)
            try:
                return await _Process.start(self._target)
            except StartError as error:
                logger.error("%s", error)
        raise AssertionError  # there is always another pause

    async def _is_up(self) -> Remote:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._up.wait()
        if not self._up.is_set() or self._remote is None:
            raise Unavailable
        return self._remote


class _Process:
    """The process, and the stream to it."""

    def __init__(self, process: Process, stream: Stream) -> None:
        self._process = process
        self.stream = stream

    @classmethod
    async def start(cls, target: str) -> "_Process":
        """Returns when it is up.

        Raises:
            StartError: it has ended instead.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            command = (sys.executable, "-m", "app.server.apart", target, str(theirs.fileno()))
            running = await asyncio.create_subprocess_exec(*command, stdin=PIPE, pass_fds=[theirs.fileno()])
        process = cls(running, Stream(*await asyncio.open_unix_connection(sock=ours)))
        try:
            if await process.stream.read():
                return process
        except asyncio.CancelledError:
            await process.end()
            raise
        raise StartError(f"What is for members cannot start ({await process.end()}).")

    async def end(self) -> int:
        """Returns when it has ended, in `GRACE` seconds at most; its exit code."""
        self.stream.close()
        try:
            async with asyncio.timeout(GRACE):
                return await self._process.wait()
        except TimeoutError:
            self._process.kill()
            return await self._process.wait()


def main(target: str, descriptor: int) -> None:
    """Serves what `target` has on the socket, until the other end closes it."""
    for number in (signal.SIGINT, signal.SIGTERM):  # which the whole group gets; the other end decides
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_end_with_the_other, daemon=True).start()
    logging.config.dictConfig(log.config(settings()))
    module, _, name = target.partition(":")
    try:
        asyncio.run(_serve(getattr(import_module(module), name), socket.socket(fileno=descriptor)))
    except Exception as error:
        logger.critical("%s", error, exc_info=error)
        sys.exit(1)


async def _serve(target: Target, end: socket.socket) -> None:
    stream = Stream(*await asyncio.open_unix_connection(sock=end))
    async with target() as app:
        stream.write(0, "up")
        await serve(app, stream)


def _end_with_the_other() -> None:
    """Where the event loop is too busy to notice that the other process is gone."""
    os.read(sys.stdin.fileno(), 1)
    time.sleep(GRACE)
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
