"""Runs an ASGI application in another process, connected by a byte stream.

Each request or websocket is a conversation. The application's `receive` and `send` are remote calls to the web server's
process, which wait for their result. So messages keep their order, and backpressure keeps them from piling up.
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
"""In place of a conversation's number: the application's event loop runs."""
OMITTED_KEYS = ("state", "extensions")
"""Entries of a scope that make sense in the web server's process only."""

logger = logging.getLogger(__name__)

_LENGTH = struct.Struct(">I")


class AppFailedError(Exception):
    """The application raised an exception, which it has logged, or the stream closed during a conversation."""


class PeerGoneError(OSError):
    """A message from the application could not be delivered."""


class Stream:
    """Frames, each of one conversation, over a byte stream. They are pickled: both processes are ours."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> tuple[int, str, Any] | None:
        """The next frame: the conversation's number, the frame's kind, and its content. None at the end."""
        try:
            (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
            return pickle.loads(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def write(self, number: int, kind: str, content: object = None) -> None:
        """Sends a frame; drops it if the stream is closed."""
        if not self._writer.is_closing():
            frame = pickle.dumps((number, kind, content))
            self._writer.write(_LENGTH.pack(len(frame)) + frame)

    async def drained(self) -> None:
        """Waits until the write buffer has room, or the stream is closed."""
        with suppress(ConnectionError):
            await self._writer.drain()

    def close(self) -> None:
        """Closes the stream for both ends."""
        self._writer.close()


# The web server's end


class Remote:
    """The application at the other end of `stream`, while `run` runs.

    Raises:
        HTTPException: the application raised it.
        AppFailedError: the application raised anything else, or the stream closed.
        Exception: `send` raised it, and the application failed because of that.
    """

    def __init__(self, stream: Stream) -> None:
        self.heartbeats = 0
        self._stream = stream
        self._numbers = count()
        self._heard: dict[int, asyncio.Queue[tuple[str, Any]]] = {}

    async def run(self) -> None:
        """Dispatches frames until the stream closes; then fails the conversations still open."""
        try:
            while frame := await self._stream.read():
                number, kind, content = frame
                if number == HEARTBEAT:
                    self.heartbeats += 1
                elif number in self._heard:  # else the conversation has ended
                    self._heard[number].put_nowait((kind, content))
        finally:
            for heard in self._heard.values():
                heard.put_nowait(("lost", None))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        number = next(self._numbers)
        heard = self._heard[number] = asyncio.Queue()
        client = _Client(number, self._stream, scope, receive, send)
        try:
            known = {name: value for name, value in scope.items() if name not in OMITTED_KEYS}
            self._stream.write(number, "begin", (known, request_id.get()))
            await self._stream.drained()
            while True:
                match await heard.get():
                    case "receive", _:
                        client.hear()
                    case "send", message:
                        client.tell(message)
                    case "done", _:
                        return
                    case "refused", (status, detail, headers):
                        raise HTTPException(status, detail, headers)
                    case "lost", _ if client.is_answered:
                        return
                    case _:
                        raise client.unsent or AppFailedError
        finally:
            del self._heard[number]
            self._stream.write(number, "end")
            client.end()


class _Client:
    """The web server's side of one conversation. `receive` and `send` run in tasks, in order, as they may take long, or
    for ever once the client has disconnected."""

    def __init__(self, number: int, stream: Stream, scope: Scope, receive: Receive, send: Send) -> None:
        self.unsent: BaseException | None = None
        """Why the last message could not be sent, or None."""
        self.is_answered = False
        """Whether the client has its whole answer: that the stream closes then is of no concern to it."""
        self._number = number
        self._stream = stream
        self._over = _over(scope)
        self._receive = receive
        self._send = send
        self._hearing: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._left = asyncio.get_running_loop().create_future()

    def hear(self) -> None:
        """Passes the client's next message on."""
        self._hearing = asyncio.create_task(self._hear())

    def tell(self, message: Message) -> None:
        """Sends a message to the client, and confirms it."""
        self._telling = asyncio.create_task(self._tell(message, self._telling))

    def end(self) -> None:
        """Cancels what is under way."""
        for task in (self._hearing, self._telling):
            if task:
                task.cancel()

    async def _hear(self) -> None:
        try:
            message = await self._receive()
        except Exception:  # the web server will give no more messages
            message = self._over
        if message["type"] == self._over["type"] and not self._left.done():
            self._left.set_result(None)
        self._stream.write(self._number, "received", message)
        await self._stream.drained()

    async def _tell(self, message: Message, before: asyncio.Task[None] | None) -> None:
        if before:
            await asyncio.wait([before])
        if message["type"] == "websocket.close" and self._hearing and not self._hearing.done():
            self._hearing.cancel()  # granian does not close a websocket with a pending receive
            await asyncio.wait([self._hearing])
            self._stream.write(self._number, "received", self._over)
        self.unsent = await self._failure(self._send(message))
        is_last = message["type"] == "http.response.body" and not message.get("more_body")
        self.is_answered = is_last and self.unsent is None
        self._stream.write(self._number, "sent", self.unsent and type(self.unsent).__name__)
        await self._stream.drained()

    async def _failure(self, sending: Awaitable[None]) -> BaseException | None:
        sent = asyncio.ensure_future(sending)
        try:
            await asyncio.wait((sent, self._left), return_when=asyncio.FIRST_COMPLETED)
            return sent.exception() if sent.done() else AppFailedError("The client has left")
        finally:
            sent.cancel()


def _over(scope: Scope) -> Message:
    return {"type": f"{scope['type']}.disconnect"}


# The application's end


async def serve(app: ASGIApp, stream: Stream) -> None:
    """Serves the stream's conversations with `app` until it closes; then cancels those still open.

    Exceptions other than HTTPException are logged.
    """
    conversations: dict[int, _Conversation] = {}
    try:
        while frame := await stream.read():
            number, kind, content = frame
            if kind == "begin":
                conversations[number] = _Conversation(number, stream, app, *content)
            elif kind == "end":
                conversations.pop(number).end()
            else:
                conversations[number].hear(kind, content)
    finally:
        for conversation in conversations.values():
            conversation.end()
        await asyncio.gather(*(each.task for each in conversations.values()), return_exceptions=True)


class _Conversation:
    """The application's side of one conversation, in a task of its own."""

    def __init__(self, number: int, stream: Stream, app: ASGIApp, scope: Scope, request: str) -> None:
        self._number = number
        self._stream = stream
        self._over = _over(scope)
        self._ended = False
        self._receiving = asyncio.Lock()
        self._asked = False
        self._received: asyncio.Queue[Message] = asyncio.Queue()
        self._sent: deque[asyncio.Future[str | None]] = deque()
        self.task = asyncio.create_task(self._run(app, scope, request))

    def hear(self, kind: str, content: Any) -> None:
        """Takes a frame from the web server."""
        if kind == "received":
            self._received.put_nowait(content)
            return
        sent = self._sent.popleft()
        if not sent.done():  # the sender may have been cancelled
            sent.set_result(content)

    def end(self) -> None:
        """Ends the conversation from the web server's side, and cancels the application."""
        self._ended = True
        while self._sent:
            self.hear("sent", "ended")
        self.task.cancel()

    async def _run(self, app: ASGIApp, scope: Scope, request: str) -> None:
        request_id.set(request)
        with own_trace():
            await self._answer(app, scope)

    async def _answer(self, app: ASGIApp, scope: Scope) -> None:
        try:
            await app(scope, self._receive, self._send)
        except HTTPException as error:
            self._say("refused", (error.status_code, error.detail, error.headers))
        except PeerGoneError:  # the web server has the cause
            self._say("failed")
        except Exception as error:
            logger.error("%s %r failed", scope.get("method", scope["type"]), scope["path"], exc_info=error)
            self._say("failed")
        else:
            self._say("done")

    async def _receive(self) -> Message:
        async with self._receiving:
            if self._ended:
                return self._over
            if not self._asked:  # else an earlier, cancelled receive has asked, and its answer is used
                self._asked = True
                self._say("receive")
            message = await self._received.get()
            self._asked = False
            return message

    async def _send(self, message: Message) -> None:
        if self._ended:
            raise PeerGoneError
        sent = asyncio.get_running_loop().create_future()
        self._sent.append(sent)
        self._say("send", message)
        await self._stream.drained()
        if error := await sent:
            raise PeerGoneError(error)

    def _say(self, kind: str, content: object = None) -> None:
        self._stream.write(self._number, kind, content)
