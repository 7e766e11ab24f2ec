"""The gate before Reflex: who may open its event socket, and what goes through.

Reflex takes whatever anybody sends, as often as they send it, and keeps what it is told under any name. So nothing
reaches it but what one of our pages sends, no faster than a visitor is, and from as many as the server has room for.
What a client does wrong ends its connection, and is one line in the log at most.
"""

import asyncio
import logging
from itertools import chain

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.client import address
from app.members.frames import CONNECT, EVENT, LARGEST, LATER, LEAVE, NAMESPACE, POLICY, PONG, Payloads, Refused, event
from app.members.handshake import bare, cookie, cookies
from app.members.limits import Pace, Places, TooMuch
from app.members.models import Session
from app.members.state import session_of
from app.members.tabs import Tabs
from app.settings import Settings

PATH = f"{NAMESPACE}/"
"""Where the event socket is, and nothing else."""

LONGEST_HEADERS = 16 * 1024
"""Bytes of a handshake's headers: they are kept as long as the socket is open."""

OF_A_SOCKET = 8, 40
OF_A_VISITOR = 20, 200
OF_STRANGERS = 100, 400
"""Messages and handshakes a second, and how many at once before that: of one socket; of one member, or of one address
that nobody is signed in at; of all these together. An event takes Reflex some two milliseconds."""
SOCKETS_OF_A_MEMBER, SOCKETS_OF_MEMBERS = 20, 4000
SOCKETS_OF_AN_ADDRESS, SOCKETS_OF_STRANGERS = 50, 1000
"""Sockets at once."""

GONE: Message = {"type": "websocket.disconnect", "code": 1006}

logger = logging.getLogger(__name__)


class Gate:
    """Stands before Reflex's `app`. It belongs to one event loop, that of `app`."""

    def __init__(self, app: ASGIApp, settings: Settings, tabs: Tabs, payloads: Payloads) -> None:
        self.app = app
        self.settings = settings
        self.tabs = tabs
        self.payloads = payloads
        self.members = Places["Connection"](SOCKETS_OF_A_MEMBER, SOCKETS_OF_MEMBERS)
        self.strangers = Places["Connection"](SOCKETS_OF_AN_ADDRESS, SOCKETS_OF_STRANGERS)
        self._of_each = Pace(*OF_A_VISITOR)
        self._of_strangers = Pace(*OF_STRANGERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(NAMESPACE):
            # Without a look at the body, which may never come.
            await PlainTextResponse("WebSocket only.\n", 426, {"upgrade": "websocket"})(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def turn(self, connection: "Connection") -> None:
        """Returns when it is the connection's turn.

        Raises:
            Refused: it wants too much.
        """
        try:
            waits = [connection.pace.wait(), self._of_each.wait(connection.visitor)]
            if connection.session is None:
                waits.append(self._of_strangers.wait())
        except TooMuch:
            raise Refused("too much at once", LATER) from None
        if any(waits):
            await asyncio.sleep(max(waits))

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        opening = await receive()
        if opening["type"] != "websocket.connect":
            return  # it has left already
        if scope["path"] != PATH or sum(map(len, chain(*scope["headers"]))) > LONGEST_HEADERS:
            await _turn_away(send)
            return
        session = await session_of(cookies(scope))
        cookie.set(cookies(scope) if session else "")  # so that a stranger's is neither kept nor looked at again
        connection = Connection(self, opening, receive, send, session, cookie.get(), address(scope, self.settings))
        places = self.strangers if session is None else self.members
        surplus = places.take(connection.visitor, connection)
        if surplus:
            surplus.end(LATER, "others have come")
        try:
            await self.turn(connection)
            if connection.has_ended:
                raise Refused("others have come")
            await self.app(bare(scope), connection.receive, connection.send)
        except Refused as refusal:
            logger.info("A handshake is refused: %s", refusal)
            await _turn_away(send)
        except Exception as error:
            # Handlers of events have logged what is ours to mend. This is between the client and Engine.IO.
            logger.warning("An event socket broke off (%s)", type(error).__name__)
        finally:
            places.leave(connection)
            if connection.token:
                await self.tabs.leave(connection.token, connection)


class Connection:
    """One event socket: what comes of it is checked before Reflex sees it."""

    def __init__(
        self,
        gate: Gate,
        opening: Message,
        receive: Receive,
        send: Send,
        session: Session | None,
        cookie: str,
        address: str,
    ) -> None:
        self.session = session
        self.visitor = f"member {session.id}" if session else address
        self.cookie = cookie
        self.token = ""
        self.pace = Pace(*OF_A_SOCKET)
        self._gate = gate
        self._opening: Message | None = opening
        self._receive = receive
        self._send = send
        self._joined = False
        self._code = 1000
        self._ended = asyncio.get_running_loop().create_future()

    @property
    def has_ended(self) -> bool:
        """Whether nothing more goes through."""
        return self._ended.done()

    def end(self, code: int, reason: str) -> None:
        """Ends the connection, for a reason that the log may have. Does nothing the second time."""
        if not self._ended.done():
            logger.info("An event socket is closed: %s", reason)
            self._code = code
            self._ended.set_result(None)

    async def receive(self) -> Message:
        """The next message for Reflex, when it is its turn; `websocket.disconnect` when there will be none."""
        if self._opening:
            opening, self._opening = self._opening, None
            return opening
        message = await self._arriving()
        if message["type"] != "websocket.receive":
            return message
        try:
            text = await self._checked(message.get("text"))
        except Refused as refusal:
            self.end(refusal.code, str(refusal))
            return GONE
        return {"type": "websocket.receive", "text": text} if text else GONE

    async def send(self, message: Message) -> None:
        """Sends what Reflex says."""
        await self._send({**message, "code": self._code} if message["type"] == "websocket.close" else message)

    async def _arriving(self) -> Message:
        arriving = asyncio.ensure_future(self._receive())
        try:
            await asyncio.wait((arriving, self._ended), return_when=asyncio.FIRST_COMPLETED)
            return GONE if self._ended.done() else arriving.result()
        finally:
            arriving.cancel()  # granian closes no websocket that somebody still reads

    async def _checked(self, text: str | None) -> str:
        """What Reflex gets of a message; nothing when the page leaves."""
        if text is None or len(text) > LARGEST:
            raise Refused("a message that is too long, or binary")
        if not self._joined:
            if text != CONNECT:
                raise Refused("a message before the namespace is joined")
            self._joined = True
            return text
        await self._gate.turn(self)
        if text == LEAVE:
            return ""
        if text.startswith(EVENT):
            found = event(text, self._gate.payloads)
            await self._take(found.token)
            return found.message
        if text != PONG:
            raise Refused("a message of another kind")
        return text

    async def _take(self, token: str) -> None:
        """Makes a tab this connection's own; it has one, and no member's that is open elsewhere."""
        if token == self.token:
            return
        if self.token:
            raise Refused("the token of another tab")
        for other in self._gate.tabs.holders(token):
            if other.session and other.visitor != self.visitor and await session_of(other.cookie):
                raise Refused("the token of another member's tab")
        self.token = token
        self._gate.tabs.enter(token, self)


async def _turn_away(send: Send) -> None:
    # Closed before it is accepted: the handshake is answered with 403.
    await send({"type": "websocket.close", "code": POLICY})
