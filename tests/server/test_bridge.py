import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from app.http import cookies
from app.members.handshake import cookie
from app.monitoring.request import request_id
from app.server.bridge import Remote
from tests.support.bridge import HTTP, MANY, WEBSOCKET, Client, bridged, wait_until

pytestmark = pytest.mark.anyio


def text(number: int) -> Message:
    return {"type": "websocket.receive", "text": str(number)}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


async def test_the_scope_is_passed_on_without_omitted_keys():
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    async with bridged(app) as remote:
        await Client().ask(remote, {**HTTP, "state": {"lock": asyncio.Lock()}, "extensions": {"x": {}}})
    assert seen == [HTTP]


async def test_messages_keep_their_order():
    client = Client(*map(text, range(MANY)), {"type": "websocket.disconnect", "code": 1000})
    async with bridged(echo) as remote:
        sent = await client.ask(remote, WEBSOCKET)
    assert [message["text"] for message in sent] == [str(number) for number in range(MANY)]


async def test_conversations_do_not_mix():
    clients = [Client(*(text(n * MANY + k) for k in range(20)), {"type": "websocket.disconnect"}) for n in range(20)]
    async with bridged(echo) as remote:
        answers = await asyncio.gather(*(client.ask(remote, WEBSOCKET) for client in clients))
    assert [[int(m["text"]) for m in sent] for sent in answers] == [
        [n * MANY + k for k in range(20)] for n in range(20)
    ]


async def test_send_waits_until_the_client_accepts():
    attempts = 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal attempts
        for _ in range(MANY):
            attempts += 1
            await send({"type": "http.response.body", "body": b"x" * 1000, "more_body": True})

    client = Client()
    client.room = asyncio.Semaphore(3)
    async with bridged(app) as remote:
        asking = asyncio.create_task(client.ask(remote))
        await wait_until(lambda: attempts == 4)
        await asyncio.sleep(0.05)
        assert (attempts, len(client.sent)) == (4, 3)
        for _ in range(MANY):
            client.room.release()
        assert len(await asking) == MANY


async def test_messages_are_received_only_on_request():
    client = Client(*map(text, range(MANY)))
    go = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await go.wait()

    async with bridged(app) as remote:
        asking = asyncio.create_task(client.ask(remote, WEBSOCKET))
        await wait_until(lambda: client.incoming.qsize() == MANY - 1)
        await asyncio.sleep(0.05)
        assert client.incoming.qsize() == MANY - 1
        go.set()
        await asking


async def test_a_cancelled_receive_loses_no_message():
    received: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while len(received) < 3:
            try:
                async with asyncio.timeout(0.01):
                    received.append((await receive())["text"])
            except TimeoutError:
                await send({"type": "websocket.send", "text": "late"})

    client = Client()
    async with bridged(app) as remote:
        asking = asyncio.create_task(client.ask(remote, WEBSOCKET))
        for number in range(3):
            late = len(client.sent)
            await wait_until(lambda late=late: len(client.sent) > late + 1)
            client.incoming.put_nowait(text(number))
        await asking
    assert received == ["0", "1", "2"]


async def test_each_request_has_its_own_context():
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
        await Client({"type": "http.request"}).ask(remote, scope)

    async with bridged(app) as remote:
        await asyncio.gather(*(asyncio.create_task(asks(remote, number)) for number in range(20)))
    assert seen == {f"/{number}": f"id-{number} n={number}" for number in range(20)}
