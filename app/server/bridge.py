"""Runs an ASGI application in another process, connected by a byte stream.

Each request or websocket has a number. The application's calls to `receive` and `send` go to the web server and wait
for the result. Waiting preserves the order of messages and slows down fast senders.
"""

import asyncio
import logging
import pickle
import struct
from asyncio import StreamReader, StreamWriter
from collections import deque
from collections.abc import Awaitable
from contextlib import suppress
from itertools import count
from typing import Any

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.monitoring.request import request_id
from app.monitoring.server import own_trace

HEARTBEAT = -1
"""The request number of heartbeat frames, which show that the other process is alive."""
OMITTED_KEYS = ("state", "extensions")
"""Keys of an ASGI scope that are meaningless in another process."""

logger = logging.getLogger(__name__)

_LENGTH = struct.Struct(">I")


class AppFailedError(Exception):
    """Raised when the application has failed and logged its error, or when the stream is closed."""


class PeerGoneError(OSError):
    """Raised in the application when a message cannot be sent to the client."""


class Stream:
    """A byte stream of pickled frames. Pickle is safe here because the project's own processes write the frames."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> tuple[int, str, Any] | None:
        """Returns a frame (request number, kind, content), or None at the end of the stream."""
        try:
            (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
            return pickle.loads(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def write(self, number: int, kind: str, content: object = None) -> None:
        if not self._writer.is_closing():
            frame = pickle.dumps((number, kind, content))
            self._writer.write(_LENGTH.pack(len(frame)) + frame)

    async def drain(self) -> None:
        with suppress(ConnectionError):
            await self._writer.drain()

    def close(self) -> None:
        self._writer.close()


class Remote:
    """An ASGI application that forwards requests through `stream`. Works only while `run` is running.

    Raises:
        HTTPException: the application raised this exception.
        AppFailedError: the application raised another exception, or the stream closed.
        Exception: the caller's `send` raised this exception.
    """

    def __init__(self, stream: Stream) -> None:
        self.heartbeats = 0
        self._stream = stream
        self._numbers = count()
        self._inboxes: dict[int, asyncio.Queue[tuple[str, Any]]] = {}

    async def run(self) -> None:
        try:
            while frame := await self._stream.read():
                number, kind, content = frame
                if number == HEARTBEAT:
                    self.heartbeats += 1
                elif number in self._inboxes:  # ignores frames of finished requests
                    self._inboxes[number].put_nowait((kind, content))
        finally:
            for inbox in self._inboxes.values():
                inbox.put_nowait(("lost", None))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        number = next(self._numbers)
        inbox = self._inboxes[number] = asyncio.Queue()
        client = _Client(number, self._stream, scope, receive, send)
        try:
            known = {name: value for name, value in scope.items() if name not in OMITTED_KEYS}
            self._stream.write(number, "begin", (known, request_id.get()))
            await self._stream.drain()
            while True:
                match await inbox.get():
                    case "receive", _:
                        client.start_receive()
                    case "send", message:
                        client.start_send(message)
                    case "done", _:
                        return
                    case "refused", (status, detail, headers):
                        raise HTTPException(status, detail, headers)
                    case "lost", _ if client.is_answered:
                        return
                    case _:
                        raise client.send_error or AppFailedError
        finally:
            del self._inboxes[number]
            self._stream.write(number, "end")
            client.cancel()


class _Client:
    """One request or websocket in the web server's process.

    Calls of `receive` and `send` run as tasks, because both can block forever after the client has disconnected.
    """

    def __init__(self, number: int, stream: Stream, scope: Scope, receive: Receive, send: Send) -> None:
        self.send_error: BaseException | None = None
        self.is_answered = False
        """Whether the complete response was sent. If so, a closed stream is not an error."""
        self._number = number
        self._stream = stream
        self._disconnect_message = _disconnect_message(scope)
        self._receive = receive
        self._send = send
        self._receiving: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._disconnected = asyncio.get_running_loop().create_future()

    def start_receive(self) -> None:
        self._receiving = asyncio.create_task(self._receive_and_forward())

    def start_send(self, message: Message) -> None:
        self._sending = asyncio.create_task(self._send_and_confirm(message, self._sending))

    def cancel(self) -> None:
        for task in (self._receiving, self._sending):
            if task:
                task.cancel()

    async def _receive_and_forward(self) -> None:
        try:
            message = await self._receive()
        except Exception:
            message = self._disconnect_message
        if message["type"] == self._disconnect_message["type"] and not self._disconnected.done():
            self._disconnected.set_result(None)
        self._stream.write(self._number, "received", message)
        await self._stream.drain()

    async def _send_and_confirm(self, message: Message, previous: asyncio.Task[None] | None) -> None:
        if previous:
            await asyncio.wait([previous])
        if message["type"] == "websocket.close" and self._receiving and not self._receiving.done():
            self._receiving.cancel()  # granian cannot close a websocket while `receive` is pending
            await asyncio.wait([self._receiving])
            self._stream.write(self._number, "received", self._disconnect_message)
        self.send_error = await self._wait_for_send(self._send(message))
        is_last = message["type"] == "http.response.body" and not message.get("more_body")
        self.is_answered = is_last and self.send_error is None
        self._stream.write(self._number, "sent", self.send_error and type(self.send_error).__name__)
        await self._stream.drain()

    async def _wait_for_send(self, sending: Awaitable[None]) -> BaseException | None:
        sent = asyncio.ensure_future(sending)
        try:
            await asyncio.wait((sent, self._disconnected), return_when=asyncio.FIRST_COMPLETED)
            return sent.exception() if sent.done() else AppFailedError("The client has left")
        finally:
            sent.cancel()


def _disconnect_message(scope: Scope) -> Message:
    return {"type": f"{scope['type']}.disconnect"}


async def serve(app: ASGIApp, stream: Stream) -> None:
    """Runs `app` for each request or websocket until the stream closes. Then cancels all running calls."""
    conversations: dict[int, _Conversation] = {}
    try:
        while frame := await stream.read():
            number, kind, content = frame
            if kind == "begin":
                conversations[number] = _Conversation(number, stream, app, *content)
            elif kind == "end":
                conversations.pop(number).end()
            else:
                conversations[number].handle(kind, content)
    finally:
        for conversation in conversations.values():
            conversation.end()
        await asyncio.gather(*(each.task for each in conversations.values()), return_exceptions=True)


class _Conversation:
    def __init__(self, number: int, stream: Stream, app: ASGIApp, scope: Scope, request: str) -> None:
        self._number = number
        self._stream = stream
        self._disconnect_message = _disconnect_message(scope)
        self._ended = False
        self._receiving = asyncio.Lock()
        self._asked = False
        self._received: asyncio.Queue[Message] = asyncio.Queue()
        self._sent: deque[asyncio.Future[str | None]] = deque()
        self.task = asyncio.create_task(self._run(app, scope, request))

    def handle(self, kind: str, content: Any) -> None:
        if kind == "received":
            self._received.put_nowait(content)
            return
        sent = self._sent.popleft()
        if not sent.done():  # cancelling the `send` call cancels this future
            sent.set_result(content)

    def end(self) -> None:
        self._ended = True
        while self._sent:
            self.handle("sent", "ended")
        self.task.cancel()

    async def _run(self, app: ASGIApp, scope: Scope, request: str) -> None:
        request_id.set(request)
        with own_trace():
            await self._answer(app, scope)

    async def _answer(self, app: ASGIApp, scope: Scope) -> None:
        try:
            await app(scope, self._receive, self._send)
        except HTTPException as error:
            self._write("refused", (error.status_code, error.detail, error.headers))
        except PeerGoneError:  # not logged here: `Remote` raises the error of `send` in the caller's process
            self._write("failed")
        except Exception as error:
            logger.error("%s %r failed", scope.get("method", scope["type"]), scope["path"], exc_info=error)
            self._write("failed")
        else:
            self._write("done")

    async def _receive(self) -> Message:
        async with self._receiving:
            if self._ended:
                return self._disconnect_message
            if not self._asked:  # an earlier, cancelled call might have requested the message already
                self._asked = True
                self._write("receive")
            message = await self._received.get()
            self._asked = False
            return message

    async def _send(self, message: Message) -> None:
        if self._ended:
            raise PeerGoneError
        sent = asyncio.get_running_loop().create_future()
        self._sent.append(sent)
        self._write("send", message)
        await self._stream.drain()
        if error := await sent:
            raise PeerGoneError(error)

    def _write(self, kind: str, content: object = None) -> None:
        self._stream.write(self._number, kind, content)
