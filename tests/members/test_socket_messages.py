import logging
from typing import Any

import pytest

from app.http.websocket import MAX_MESSAGE_CHARS
from app.members.frames import CONNECT, DISCONNECT, NAMESPACE, PONG
from tests.support.guarded_reflex import HYDRATE, GuardedReflex, assert_refused, event_message

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "text",
    [
        "",
        "40",
        f"{CONNECT}{{}}",
        f"{CONNECT}{{}}" + "x" * MAX_MESSAGE_CHARS,
        PONG,
        event_message(token="f2f7b53a-78e6-4c7a-d5f3-82df035fbe47"),
    ],
)
async def test_messages_before_joining_end_the_connection(guarded: GuardedReflex, text: str) -> None:
    client = guarded.client().opens(guarded.guard)
    client.says(text)
    await assert_refused(client)
    assert (guarded.passed, guarded.states) == ([], set())


@pytest.mark.parametrize(
    "text",
    [
        CONNECT,
        '42["event",{}]',
        f'42{NAMESPACE},1["event",{{}}]',
        f'451-{NAMESPACE},["event",{{"_placeholder":true,"num":0}}]',
        f'42{NAMESPACE},["ping"]',
        f"42{NAMESPACE}," + "[" * (MAX_MESSAGE_CHARS - 20),
        "3x",
        "x" * (MAX_MESSAGE_CHARS + 1),
    ],
)
async def test_unknown_messages_end_the_connection(guarded: GuardedReflex, text: str) -> None:
    client = await guarded.joined()
    client.says(text)
    await assert_refused(client)
    assert guarded.passed == [CONNECT], "Reflex did not receive it"
    assert not guarded.states


async def test_binary_messages_end_the_connection(guarded: GuardedReflex) -> None:
    client = await guarded.joined()
    client.says(None, bytes=b"4x")
    await assert_refused(client)


async def test_pongs_and_disconnects_pass(guarded: GuardedReflex) -> None:
    client = await guarded.joined()
    client.says(PONG)
    client.sends(HYDRATE)
    await client.until(lambda: client.updates)
    client.says(DISCONNECT)
    await client.ends()
    assert client.code == 1000


async def test_one_line_in_the_log_at_most_and_no_error(
    guarded: GuardedReflex, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        for text in ("x" * 900_000, "42/_event,[", '42["event","\\n\x1b[31mERROR"]', event_message("a" * 3000, "b")):
            caplog.clear()
            client = await guarded.joined()
            client.says(text)
            await assert_refused(client)
            ours = [record for record in caplog.records if record.name.startswith("app.")]
            assert len(ours) == 1 and ours[0].levelno == logging.INFO and ours[0].exc_info is None
            assert len(ours[0].getMessage()) < 120 and ours[0].getMessage().isprintable()
            assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_failed_socket_logs_one_line(guarded: GuardedReflex, caplog: pytest.LogCaptureFixture) -> None:
    async def backend(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("packet is too large: s3cret\n")

    guarded.guard.app = backend
    with caplog.at_level(logging.INFO):
        client = guarded.client().opens(guarded.guard)
        await client.ends()
    [record] = caplog.records
    assert (record.levelno, record.exc_info) == (logging.WARNING, None)
    assert "ValueError" in record.getMessage() and "s3cret" not in record.getMessage()
