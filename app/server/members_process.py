"""Runs members' pages in a separate process for each web worker, so that they never delay public pages.

A thread would not suffice, because a running regular expression blocks all threads. The web worker starts `python -m
app.server.members_process TARGET SOCKET TRACES`.
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
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, suppress
from importlib import import_module
from itertools import chain, repeat
from threading import Thread

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import counters, watchdog
from app.http.shares import Shares
from app.monitoring import server as monitoring
from app.server import log
from app.server.bridge import HEARTBEAT, Remote, Stream, serve
from app.settings import SettingsError, settings
from app.supervision import supervised

Target = Callable[[], AbstractAsyncContextManager[ASGIApp]]
"""A function that returns a context manager, which yields the application."""

MAX_WAITING = 512
"""The maximum number of unanswered requests and websocket handshakes.

One sender can have at most half of this number. A quarter is reserved for senders without unanswered requests.
"""
RETRY_AFTER_SECONDS = "5"
START_TIMEOUT_SECONDS = 30
"""The maximum time that a request waits for the process to start."""
STOP_GRACE_SECONDS = 9
"""The time after which a stopping process is killed. It is long enough to store a new creator token, which would
otherwise be lost.
"""
RETRY_DELAYS_SECONDS = (0, 1, 2, 5, 10, 30)
"""The delays before attempts to start the process. The last delay repeats."""

logger = logging.getLogger("app.server.members_process")


class MembersUnavailableError(HTTPException):
    """Raised when the process is not up, or has too many unanswered requests."""

    def __init__(self) -> None:
        super().__init__(503, "Try again.", {"retry-after": RETRY_AFTER_SECONDS})


class StartError(Exception):
    """Raised when the process exits before it accepts requests."""


class MembersProcess:
    """An ASGI application that runs `target` (`module:function`) in another process and forwards requests to it.

    `networks` returns the networks that contain the client's IP address. Each network has a limit on requests.

    Raises:
        MembersUnavailableError: the request was not forwarded.
    """

    def __init__(self, target: str, networks: Callable[[Scope], Sequence[str]]) -> None:
        self._target = target
        self._networks = networks
        self._shares = Shares(MAX_WAITING, (MAX_WAITING // 2,), reserve=MAX_WAITING // 4)
        self._up = asyncio.Event()
        self._remote: Remote | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sender = self._networks(scope)
        if not self._shares.try_acquire(sender):
            raise MembersUnavailableError
        with ExitStack() as slot:
            slot.callback(self._shares.release, sender)

            async def send_answer(message: Message) -> None:
                slot.close()  # the request has been answered, so it no longer counts
                await send(message)

            remote = await self._wait_until_up()
            await remote(scope, receive, send_answer)

    def is_starting(self) -> bool:
        """Whether no process has accepted requests yet."""
        return self._remote is None

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Runs the process during the `with` block and restarts it after each exit.

        Does not wait until the process has started.
        """
        async with supervised("members restart", self._restart_forever):
            yield

    async def _restart_forever(self) -> None:
        while True:
            process = await self._start()
            try:
                await self._run(Remote(process.stream), process)
            finally:
                reason = await process.stop()
            counters.own().count("members exit")
            logger.error("Members process exited (%s); restarting", reason)

    async def _run(self, remote: Remote, process: "_Process") -> None:
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(process.kill_if_stuck(remote))
            self._remote = remote
            self._up.set()
            counters.own().set("members processes", 1)
            try:
                await remote.run()
            finally:
                counters.own().set("members processes", 0)
                self._up.clear()  # makes new requests wait for the next process
                watching.cancel()

    async def _start(self) -> "_Process":
        for pause in chain(RETRY_DELAYS_SECONDS, repeat(RETRY_DELAYS_SECONDS[-1])):
            await asyncio.sleep(pause)
            try:
                return await _Process.start(self._target)
            except StartError as error:
                logger.error("%s", error)
        raise AssertionError  # unreachable, because the loop never ends

    async def _wait_until_up(self) -> Remote:
        with suppress(TimeoutError):
            async with asyncio.timeout(START_TIMEOUT_SECONDS):
                await self._up.wait()
        if not self._up.is_set() or self._remote is None:
            raise MembersUnavailableError
        return self._remote


class _Process:
    def __init__(self, process: Process, stream: Stream, traces: int) -> None:
        self._process = process
        self.stream = stream
        self._traces = traces
        self._stuck_at: str | None = None

    @classmethod
    async def start(cls, target: str) -> "_Process":
        """Starts the process and waits until it accepts requests. Raises StartError if it exits first."""
        creating = asyncio.create_task(cls._create(target))
        try:
            process = await asyncio.shield(creating)
            if await process.stream.read():
                return process
        except asyncio.CancelledError:
            process = await creating  # the process must not continue after the cancellation
            process.kill()
            await process.stop()
            raise
        raise StartError(f"Members process could not start ({await process.stop()})")

    @classmethod
    async def _create(cls, target: str) -> "_Process":
        ours, theirs = socket.socketpair()
        traces, trace_to = os.pipe()
        with theirs, os.fdopen(trace_to, "wb"):
            passed = [theirs.fileno(), trace_to]
            command = (sys.executable, "-m", "app.server.members_process", target, *map(str, passed))
            running = await asyncio.create_subprocess_exec(*command, stdin=PIPE, pass_fds=passed)
        return cls(running, Stream(*await asyncio.open_unix_connection(sock=ours)), traces)

    async def kill_if_stuck(self, remote: Remote) -> None:
        watch = watchdog.Watch()
        while not watch.note_beats(remote.heartbeats):
            await asyncio.sleep(watchdog.CHECK_SECONDS)
        self._stuck_at = await asyncio.to_thread(watchdog.trace, self._process.pid, self._traces)
        self.kill()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()

    async def stop(self) -> str:
        """Stops the process, or kills it after `STOP_GRACE_SECONDS`. Returns the reason for its exit."""
        self.stream.close()
        try:
            async with asyncio.timeout(STOP_GRACE_SECONDS):
                code = await self._process.wait()
        except TimeoutError:
            self.kill()
            code = await self._process.wait()
        os.close(self._traces)
        if self._stuck_at:
            return f"no answer for {watchdog.MAX_MISSED * watchdog.CHECK_SECONDS:.0f} s, stuck at {self._stuck_at}"
        return f"code {code}"


def main(target: str, descriptor: int, traces: int) -> None:
    """Serves `target` on the socket `descriptor` until the web worker closes the socket."""
    watchdog.trace_to(traces)
    # Ignores signals, because the web server stops this process by closing the socket.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_exit_with_web_server, daemon=True).start()
    try:
        logging.config.dictConfig(log.config(settings()))
    except SettingsError as error:  # the settings have become invalid since the server started
        log.print_error(error)
        sys.exit(2)
    module, _, name = target.partition(":")
    try:
        asyncio.run(_serve(getattr(import_module(module), name), socket.socket(fileno=descriptor)))
    except Exception as error:
        logger.critical("%s", error, exc_info=error)
        monitoring.flush()
        sys.exit(1)


async def _serve(target: Target, end: socket.socket) -> None:
    stream = Stream(*await asyncio.open_unix_connection(sock=end))
    async with target() as app:
        stream.write(0, "up")
        _beat(stream)
        await serve(app, stream)


def _beat(stream: Stream) -> None:
    stream.write(HEARTBEAT, "heartbeat")
    asyncio.get_running_loop().call_later(watchdog.CHECK_SECONDS, _beat, stream)


def _exit_with_web_server() -> None:
    """Exits after the web worker has exited, even if the event loop hangs."""
    os.read(sys.stdin.fileno(), 1)
    time.sleep(STOP_GRACE_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
