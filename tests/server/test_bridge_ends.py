import asyncio
import logging
import socket

import pytest
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send

from app.monitoring.request import request_id
from app.server.bridge import AppFailedError, Remote, Stream
from tests.support.bridge import HTTP, WEBSOCKET, Client, bridged, wait_until

pytestmark = pytest.mark.anyio


START = {"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]}


async def test_send_fails_once_the_client_has_disconnected():
    """The web server silently ignores messages to a disconnected client, so the bridge itself must raise an error."""

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


async def test_a_disconnect_during_a_send_is_received():
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


async def test_an_http_exception_is_raised_in_the_web_server(caplog):
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise HTTPException(405, "no", {"allow": "GET"})

    async with bridged(app) as remote:
        with pytest.raises(HTTPException) as refused:
            await Client().ask(remote)
    assert (refused.value.status_code, refused.value.detail, refused.value.headers) == (405, "no", {"allow": "GET"})
    assert not caplog.records


async def test_a_failure_is_logged_by_the_application_and_raised_in_the_web_server(caplog):
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
                await Client().ask(remote)
    finally:
        request_id.reset(token)
        logger.removeFilter(noting)
    [record] = caplog.records
    assert record.getMessage() == "GET '/x' failed" and record.exc_info
    assert ids == ["abc"]


@pytest.mark.parametrize("more", [False, True])
async def test_a_closed_stream_fails_only_incomplete_answers(more: bool):
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send(START)
        await send({"type": "http.response.body", "body": b"all of it", "more_body": more})
        await asyncio.Event().wait()

    client = Client()
    async with bridged(app) as remote:
        asking = asyncio.create_task(client.ask(remote))
        await wait_until(lambda: len(client.sent) == 2)
    if more:
        with pytest.raises(AppFailedError):
            await asking
    else:
        await asking


async def test_an_error_after_a_complete_answer_is_raised():
    """Starlette sends an error response, then raises an exception. The bridge raises AppFailedError, so that the site
    sends its own error page.
    """

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send(START)
        await send({"type": "http.response.body", "body": b"Internal Server Error"})
        raise RuntimeError("a secret of the backend")

    async with bridged(app) as remote:
        with pytest.raises(AppFailedError):
            await Client().ask(remote)


async def test_a_failed_send_is_raised_at_both_ends(caplog):
    errors: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send(START)
        except OSError as error:
            errors.append(str(error))
            raise

    async def send(message: Message) -> None:
        raise ValueError("line break in a response header")

    async with bridged(app) as remote:
        with pytest.raises(ValueError, match="line break"):
            await remote(HTTP, Client().receive, send)
    assert errors == ["ValueError"]
    assert not caplog.records, "the web server logs it"


async def test_a_failed_receive_is_a_disconnect():
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((await receive())["type"])

    async def receive() -> Message:
        raise RuntimeError("flow error")

    async with bridged(app) as remote:
        await remote(WEBSOCKET, receive, Client().send)
    assert seen == ["websocket.disconnect"]


async def test_closing_a_websocket_ends_a_pending_receive():
    received: list[str] = []
    reading = False

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        arriving = asyncio.ensure_future(receive())
        await wait_until(lambda: reading)
        await send({"type": "websocket.close", "code": 1008})
        received.append((await arriving)["type"])

    async def receive() -> Message:
        nonlocal reading
        reading = True
        try:
            return await asyncio.Event().wait()  # pyright: ignore[reportReturnType]
        finally:
            reading = False

    async def send(message: Message) -> None:
        assert not reading
        received.append(message["type"])

    async with bridged(app) as remote, asyncio.timeout(30):
        await remote(WEBSOCKET, receive, send)
    assert received == ["websocket.close", "websocket.disconnect"]


async def test_cancelling_a_request_cancels_the_application():
    started, cancelled = asyncio.Event(), asyncio.Event()
    received: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        started.set()
        try:
            await receive()
        except asyncio.CancelledError:
            # When its task is cancelled, engine.io sends a message. `send` must then fail immediately, not block.
            received.append((await receive())["type"])
            with pytest.raises(OSError):
                await send({"type": "websocket.close"})
            cancelled.set()
            raise

    async with bridged(app) as remote:
        asking = asyncio.create_task(Client().ask(remote, WEBSOCKET))
        await started.wait()
        asking.cancel()
        async with asyncio.timeout(30):
            await cancelled.wait()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert received == ["websocket.disconnect"]


async def test_requests_fail_when_the_application_closes_the_stream():
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()

    ours, theirs = [Stream(*await asyncio.open_unix_connection(sock=end)) for end in socket.socketpair()]
    remote = Remote(ours)
    running = asyncio.create_task(remote.run())
    asking = [asyncio.create_task(Client().ask(remote)) for _ in range(20)]
    await theirs.read()
    theirs.close()
    for result in await asyncio.gather(*asking, return_exceptions=True):
        assert isinstance(result, AppFailedError)
    await running
    ours.close()


async def test_requests_fail_when_the_dispatch_is_cancelled():
    ours, theirs = [Stream(*await asyncio.open_unix_connection(sock=end)) for end in socket.socketpair()]
    remote = Remote(ours)
    running = asyncio.create_task(remote.run())
    asking = asyncio.create_task(Client().ask(remote))
    await theirs.read()
    running.cancel()
    with pytest.raises(AppFailedError):
        await asking
    ours.close()
    theirs.close()


async def test_the_application_is_cancelled_when_the_web_server_closes_the_stream():
    started, cancelled = asyncio.Event(), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        started.set()
        try:
            await asyncio.sleep(60)
        finally:
            cancelled.set()

    async with bridged(app) as remote:
        asking = asyncio.create_task(Client().ask(remote))
        await started.wait()
    assert cancelled.is_set()
    with pytest.raises(AppFailedError):
        await asking
