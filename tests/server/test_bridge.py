"""An application behind the bridge receives and sends the same messages as without it."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http import cookies
from app.members.handshake import cookie
from app.monitoring.request import request_id
from app.server.bridge import AppFailedError, Remote, Stream, serve

pytestmark = pytest.mark.anyio

HTTP = {"type": "http", "method": "GET", "path": "/x", "headers": [(b"cookie", b"a=b")], "client": ("203.0.113.9", 1)}
WEBSOCKET = {"type": "websocket", "path": "/x", "headers": [(b"cookie", b"a=b")]}
START = {"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]}
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
    """The web server's side of a conversation: what there is to receive, and what was sent."""

    def __init__(self, *messages: Message) -> None:
        self.there = asyncio.Queue()
        for message in messages:
            self.there.put_nowait(message)
        self.sent: list[Message] = []
        self.room = asyncio.Semaphore(MANY * 2)

    async def receive(self) -> Message:
        return await self.there.get()

    async def send(self, message: Message) -> None:
        await self.room.acquire()
        self.sent.append(message)

    async def asks(self, app: ASGIApp, scope: Scope = HTTP) -> list[Message]:
        async with asyncio.timeout(30):
            await app(scope, self.receive, self.send)
        return self.sent


def text(number: int) -> Message:
    return {"type": "websocket.receive", "text": str(number)}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


async def until(reached) -> None:
    async with asyncio.timeout(30):
        while not reached():
            await asyncio.sleep(0.001)


async def test_the_scope_but_what_is_the_web_server_s_own():
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    async with bridged(app) as remote:
        await Client().asks(remote, {**HTTP, "state": {"lock": asyncio.Lock()}, "extensions": {"x": {}}})
    assert seen == [HTTP]


async def test_messages_keep_their_order():
    client = Client(*map(text, range(MANY)), {"type": "websocket.disconnect", "code": 1000})
    async with bridged(echo) as remote:
        sent = await client.asks(remote, WEBSOCKET)
    assert [message["text"] for message in sent] == [str(number) for number in range(MANY)]


async def test_conversations_do_not_mix():
    clients = [Client(*(text(n * MANY + k) for k in range(20)), {"type": "websocket.disconnect"}) for n in range(20)]
    async with bridged(echo) as remote:
        answers = await asyncio.gather(*(client.asks(remote, WEBSOCKET) for client in clients))
    assert [[int(m["text"]) for m in sent] for sent in answers] == [
        [n * MANY + k for k in range(20)] for n in range(20)
    ]


async def test_who_sends_waits_until_it_is_taken():
    attempts = 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal attempts
        for _ in range(MANY):
            attempts += 1
            await send({"type": "http.response.body", "body": b"x" * 1000, "more_body": True})

    client = Client()
    client.room = asyncio.Semaphore(3)
    async with bridged(app) as remote:
        asking = asyncio.create_task(client.asks(remote))
        await until(lambda: attempts == 4)
        await asyncio.sleep(0.05)
        assert (attempts, len(client.sent)) == (4, 3)
        for _ in range(MANY):
            client.room.release()
        assert len(await asking) == MANY


async def test_nothing_is_received_before_it_is_asked_for():
    client = Client(*map(text, range(MANY)))
    go = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await go.wait()

    async with bridged(app) as remote:
        asking = asyncio.create_task(client.asks(remote, WEBSOCKET))
        await until(lambda: client.there.qsize() == MANY - 1)
        await asyncio.sleep(0.05)
        assert client.there.qsize() == MANY - 1
        go.set()
        await asking


async def test_who_stops_waiting_loses_no_message():
    heard: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while len(heard) < 3:
            try:
                async with asyncio.timeout(0.01):
                    heard.append((await receive())["text"])
            except TimeoutError:
                await send({"type": "websocket.send", "text": "late"})

    client = Client()
    async with bridged(app) as remote:
        asking = asyncio.create_task(client.asks(remote, WEBSOCKET))
        for number in range(3):
            late = len(client.sent)
            await until(lambda late=late: len(client.sent) > late + 1)
            client.there.put_nowait(text(number))
        await asking
    assert heard == ["0", "1", "2"]


async def test_context_of_the_request():
    """The request's id comes along, what the application sets is its own, and no two are confused."""
    seen: dict[str, str] = {}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        cookie.set(cookies.header(scope))
        await receive()
        await asyncio.create_task(note(scope["path"]))

    async def note(path: str) -> None:
        seen[path] = f"{request_id.get()} {cookie.get()}"

    async def asks(remote: Remote, number: int) -> None:
        request_id.set(f"id-{number}")
        scope = {**HTTP, "path": f"/{number}", "headers": [(b"cookie", b"n=%d" % number)]}
        await Client({"type": "http.request"}).asks(remote, scope)

    async with bridged(app) as remote:
        await asyncio.gather(*(asyncio.create_task(asks(remote, number)) for number in range(20)))
    assert seen == {f"/{number}": f"id-{number} n={number}" for number in range(20)}


async def test_who_has_left_is_not_waited_for():
    """The web server may never say that what was sent has not arrived."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        receiving = asyncio.ensure_future(receive())
        await asyncio.sleep(0)
        with pytest.raises(OSError):
            await send({"type": "websocket.send", "text": "a"})
        assert (await receiving)["type"] == "websocket.disconnect"

    is_sending = asyncio.Event()

    async def receive() -> Message:
        await is_sending.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def never(message: Message) -> None:
        is_sending.set()
        await asyncio.Event().wait()

    async with bridged(app) as remote, asyncio.timeout(10):
        await remote(WEBSOCKET, receive, never)


async def test_who_leaves_while_something_is_sent_is_heard_of():
    """Also where the application asks for the next message only then."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(send({"type": "websocket.send", "text": "a"}))  # pyright: ignore[reportArgumentType]
        assert (await receive())["type"] == "websocket.disconnect"
        with pytest.raises(OSError):
            await sending

    async def receive() -> Message:
        return {"type": "websocket.disconnect", "code": 1006}

    async def never(message: Message) -> None:
        await asyncio.Event().wait()

    async with bridged(app) as remote, asyncio.timeout(10):
        await remote(WEBSOCKET, receive, never)


async def test_a_refusal_is_raised_here(caplog):
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise HTTPException(405, "no", {"allow": "GET"})

    async with bridged(app) as remote:
        with pytest.raises(HTTPException) as refused:
            await Client().asks(remote)
    assert (refused.value.status_code, refused.value.detail, refused.value.headers) == (405, "no", {"allow": "GET"})
    assert not caplog.records


async def test_a_failure_is_logged_there_with_its_id_and_raised_here(caplog):
    ids: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("a secret of the backend")

    class Note(logging.Filter):
        def filter(self, record: logging.LogRecord) -> bool:
            ids.append(request_id.get())
            return True

    noting = Note()
    logger = logging.getLogger("app.server.bridge")
    logger.addFilter(noting)
    token = request_id.set("abc")
    try:
        async with bridged(app) as remote:
            with pytest.raises(AppFailedError):
                await Client().asks(remote)
    finally:
        request_id.reset(token)
        logger.removeFilter(noting)
    [record] = caplog.records
    assert record.getMessage() == "GET '/x' failed" and record.exc_info
    assert ids == ["abc"]


async def test_what_cannot_be_sent_is_raised_here_and_told_there(caplog):
    told: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send(START)
        except OSError as error:
            told.append(str(error))
            raise

    async def send(message: Message) -> None:
        raise ValueError("line break in a response header")

    async with bridged(app) as remote:
        with pytest.raises(ValueError, match="line break"):
            await remote(HTTP, Client().receive, send)
    assert told == ["ValueError"]
    assert not caplog.records, "it is the web server's to log"


async def test_a_websocket_that_the_web_server_has_given_up():
    """It says so by an error; to the application that is a visitor who left."""
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((await receive())["type"])

    async def receive() -> Message:
        raise RuntimeError("flow error")

    async with bridged(app) as remote:
        await remote(WEBSOCKET, receive, Client().send)
    assert seen == ["websocket.disconnect"]


async def test_a_websocket_that_is_closed_while_somebody_reads():
    """granian would never close it."""
    heard: list[str] = []
    reading = False

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        arriving = asyncio.ensure_future(receive())
        await until(lambda: reading)
        await send({"type": "websocket.close", "code": 1008})
        heard.append((await arriving)["type"])

    async def receive() -> Message:
        nonlocal reading
        reading = True
        try:
            return await asyncio.Event().wait()  # pyright: ignore[reportReturnType]
        finally:
            reading = False

    async def send(message: Message) -> None:
        assert not reading
        heard.append(message["type"])

    async with bridged(app) as remote, asyncio.timeout(30):
        await remote(WEBSOCKET, receive, send)
    assert heard == ["websocket.close", "websocket.disconnect"]


async def test_who_is_cancelled_here_is_cancelled_there():
    begun, cancelled = asyncio.Event(), asyncio.Event()
    after: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.set()
        try:
            await receive()
        except asyncio.CancelledError:
            # As engine.io, which says goodbye first: nobody hears it, and it does not wait for that.
            after.append((await receive())["type"])
            with pytest.raises(OSError):
                await send({"type": "websocket.close"})
            cancelled.set()
            raise

    async with bridged(app) as remote:
        asking = asyncio.create_task(Client().asks(remote, WEBSOCKET))
        await begun.wait()
        asking.cancel()
        async with asyncio.timeout(30):
            await cancelled.wait()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert after == ["websocket.disconnect"]


async def test_the_other_end_goes():
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()

    ours, theirs = [Stream(*await asyncio.open_unix_connection(sock=end)) for end in socket.socketpair()]
    remote = Remote(ours)
    running = asyncio.create_task(remote.run())
    asking = [asyncio.create_task(Client().asks(remote)) for _ in range(20)]
    await theirs.read()
    theirs.close()
    for result in await asyncio.gather(*asking, return_exceptions=True):
        assert isinstance(result, AppFailedError)
    await running
    ours.close()


async def test_nobody_hands_out_what_comes_any_more():
    ours, theirs = [Stream(*await asyncio.open_unix_connection(sock=end)) for end in socket.socketpair()]
    remote = Remote(ours)
    running = asyncio.create_task(remote.run())
    asking = asyncio.create_task(Client().asks(remote))
    await theirs.read()
    running.cancel()
    with pytest.raises(AppFailedError):
        await asking
    ours.close()
    theirs.close()


async def test_this_end_goes():
    """What the application still does is cancelled."""
    begun, cancelled = asyncio.Event(), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            cancelled.set()

    async with bridged(app) as remote:
        asking = asyncio.create_task(Client().asks(remote))
        await begun.wait()
    assert cancelled.is_set()
    with pytest.raises(AppFailedError):
        await asking
