"""Protects Reflex's websocket.

Reflex would accept any message at any rate and store state for each client. This middleware accepts only messages
that the site's pages send, at a limited rate. After any other message, the middleware closes the connection.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from itertools import chain

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http import cookies
from app.http.client import networks
from app.http.rate_limiter import RateLimiter, Slots, TooFastError
from app.http.websocket import MAX_MESSAGE_CHARS
from app.members.frames import (
    CLOSE_POLICY_VIOLATION,
    CLOSE_TRY_AGAIN_LATER,
    CONNECT,
    DISCONNECT,
    EVENT,
    NAMESPACE,
    PONG,
    AllowedEvents,
    FrameRefusedError,
    event,
)
from app.members.handshake import cookie, strip_client_data
from app.members.tabs import Holder, SessionOf, SessionUnknownError, SignedIn, Tabs, is_session_of
from app.settings import Settings

SOCKET_PATH = f"{NAMESPACE}/"

MAX_HANDSHAKE_BYTES = 16 * 1024
"""The maximum size of a connection's headers, which stay in memory while the connection is open."""

SOCKET_RATE = 8, 40
VISITOR_RATE = 20, 200
STRANGERS_RATE = 100, 400
"""Message limits (rate per second, burst) per socket, per visitor, and in total for visitors without a session."""
MAX_SOCKETS_PER_MEMBER, MAX_MEMBER_SOCKETS = 20, 4000
MAX_SOCKETS_PER_ADDRESS, MAX_STRANGER_SOCKETS = 20, 1000
"""The maximum numbers of open sockets. A socket can use 16 MB, because granian buffers complete messages."""

JOIN_TIMEOUT_SECONDS, SILENCE_TIMEOUT_SECONDS = 10, 45
"""Timeouts for the first and later messages on sockets without a session. Idle browsers send a message every 25 s."""

DISCONNECTED: Message = {"type": "websocket.disconnect", "code": 1006}

logger = logging.getLogger(__name__)


class SocketGuard:
    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        tabs: Tabs,
        allowed_events: Callable[[], AllowedEvents],
        session_of: SessionOf,
    ) -> None:
        self.app = app
        self.session_of = session_of
        self.settings = settings
        self.tabs = tabs
        self.allowed_events = allowed_events
        self.members = Slots["Connection"](MAX_SOCKETS_PER_MEMBER, MAX_MEMBER_SOCKETS)
        self.strangers = Slots["Connection"](MAX_SOCKETS_PER_ADDRESS, MAX_STRANGER_SOCKETS)
        self._per_visitor = RateLimiter(*VISITOR_RATE)
        self._all_strangers = RateLimiter(*STRANGERS_RATE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(NAMESPACE):
            # Respond without waiting for the body, because the body might never arrive.
            await PlainTextResponse("WebSocket only.\n", 426, {"upgrade": "websocket"})(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def wait_for_turn(self, connection: "Connection") -> None:
        """Waits until another message is allowed. Raises FrameRefusedError if the wait would be too long."""
        try:
            waits = [connection.pace.wait(), self._per_visitor.wait(*connection.names)]
            if connection.session is None:
                waits.append(self._all_strangers.wait())
        except TooFastError:
            raise FrameRefusedError("rate limit exceeded", CLOSE_TRY_AGAIN_LATER) from None
        if any(waits):
            await asyncio.sleep(max(waits))

    async def has_session(self, holder: Holder) -> bool:
        """Whether the session is valid. Returns True if the database fails, because each event is checked again."""
        try:
            return is_session_of(await self.session_of(holder.cookie), holder)
        except SessionUnknownError:
            return True

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        opening = await receive()
        if opening["type"] != "websocket.connect":
            return
        headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
        if scope["path"] != SOCKET_PATH or sum(map(len, chain(*headers))) > MAX_HANDSHAKE_BYTES:
            await _reject(send)
            return
        try:
            session = await self.session_of(cookies.header(scope))
        except SessionUnknownError:
            await _reject(send)  # the page will try to connect again
            return
        cookie.set(cookies.header(scope) if session else "")  # event handlers must not see an invalid cookie
        connection = Connection(self, opening, receive, send, session, cookie.get(), networks(scope, self.settings))
        slots = self.strangers if session is None else self.members
        surplus = slots.acquire(connection.names, connection)
        if surplus:
            surplus.close(CLOSE_TRY_AGAIN_LATER, "too many open sockets; closed the oldest")
        try:
            await self.wait_for_turn(connection)
            if connection.is_closed:
                raise FrameRefusedError("too many open sockets; closed the oldest")
            await self.app(strip_client_data(scope), connection.receive, connection.send)
        except FrameRefusedError as refusal:
            logger.info("Handshake refused (%s)", refusal)
            await _reject(send)
        except Exception as error:
            # Event handlers log their own errors, so the error's type is enough here.
            logger.warning("Event socket failed (%s)", type(error).__name__)
        finally:
            slots.release(connection)
            if connection.token:
                await self.tabs.leave(connection.token, connection)


class Connection:
    def __init__(
        self,
        guard: SocketGuard,
        opening: Message,
        receive: Receive,
        send: Send,
        session: SignedIn | None,
        cookie: str,
        networks: tuple[str, ...],
    ) -> None:
        self.session = session
        self.names = (session.person,) if session else networks
        self.visitor = self.names[0]
        self.cookie = cookie
        self.token = ""
        self.pace = RateLimiter(*SOCKET_RATE)
        self._guard = guard
        self._opening: Message | None = opening
        self._receive = receive
        self._send = send
        self._has_joined = False
        self._code = 1000
        self._closed = asyncio.get_running_loop().create_future()

    @property
    def is_closed(self) -> bool:
        return self._closed.done()

    def close(self, code: int, reason: str, level: int = logging.INFO) -> None:
        if not self._closed.done():
            logger.log(level, "Event socket closed (%s)", reason)
            self._code = code
            self._closed.set_result(None)

    async def receive(self) -> Message:
        """Returns the next message for Reflex, or `websocket.disconnect` after the connection has closed."""
        if self._opening:
            opening, self._opening = self._opening, None
            return opening
        message = await self._next_message()
        if message["type"] != "websocket.receive":
            return message
        try:
            text = await self._validate(message.get("text"))
        except FrameRefusedError as refusal:
            self.close(refusal.code, str(refusal), logging.WARNING if refusal.is_mistake else logging.INFO)
            return DISCONNECTED
        return {"type": "websocket.receive", "text": text} if text else DISCONNECTED

    async def send(self, message: Message) -> None:
        await self._send({**message, "code": self._code} if message["type"] == "websocket.close" else message)

    async def _next_message(self) -> Message:
        arriving = asyncio.ensure_future(self._receive())
        try:
            await asyncio.wait(
                (arriving, self._closed), timeout=self._timeout_seconds(), return_when=asyncio.FIRST_COMPLETED
            )
            if not arriving.done():
                self.close(CLOSE_TRY_AGAIN_LATER, "no message before the timeout")
            return DISCONNECTED if self._closed.done() else arriving.result()
        finally:
            arriving.cancel()  # while a `receive` call is waiting, granian cannot close the websocket

    def _timeout_seconds(self) -> float | None:
        if self.session:
            return None
        return SILENCE_TIMEOUT_SECONDS if self._has_joined else JOIN_TIMEOUT_SECONDS

    async def _validate(self, text: str | None) -> str:
        """Returns the message for Reflex, or an empty string if the message ends the connection."""
        if text is None or len(text) > MAX_MESSAGE_CHARS:
            raise FrameRefusedError("message too long or binary")
        if not self._has_joined:
            if text != CONNECT:
                raise FrameRefusedError("message before joining the namespace")
            self._has_joined = True
            return text
        await self._guard.wait_for_turn(self)
        if text == DISCONNECT:
            return ""
        if text.startswith(EVENT):
            found = event(text, self._guard.allowed_events())
            await self._claim_tab(found.token)
            return found.message
        if text != PONG:
            raise FrameRefusedError("unknown message type")
        if self.session and not await self._guard.has_session(self):
            raise FrameRefusedError("session ended")
        return text

    async def _claim_tab(self, token: str) -> None:
        """Assigns the socket to a tab.

        Raises FrameRefusedError if the socket belongs to another tab, or the tab belongs to another member.
        """
        if token == self.token:
            return
        if self.token:
            raise FrameRefusedError("second tab on one connection")
        if await self._guard.tabs.is_taken(token, self.visitor, self._guard.has_session):
            raise FrameRefusedError("tab of another member")
        self.token = token
        self._guard.tabs.enter(token, self)


async def _reject(send: Send) -> None:
    await send({"type": "websocket.close", "code": CLOSE_POLICY_VIOLATION})
