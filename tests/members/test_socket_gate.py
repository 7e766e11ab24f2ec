"""The gate, with Reflex itself behind it: who may open the socket, which messages pass, and what state is left."""

import asyncio
import gc
import json
import logging
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from app.members import rate_limiter, state
from app.members import socket_gate as module
from app.members.frames import (
    CLOSE_POLICY_VIOLATION,
    CLOSE_TRY_AGAIN_LATER,
    CONNECT,
    DISCONNECT,
    MAX_MESSAGE_CHARS,
    NAMESPACE,
    PONG,
)
from app.members.socket_gate import Connection
from tests.support.clubs import PAVLA, FakeClub
from tests.support.gatehouse import ASK, HYDRATE, HYDRATED, ON_LOAD, Client, Gatehouse, gatehouse, written

pytestmark = pytest.mark.anyio

EDVARD = replace(PAVLA, id="another", name="Edvard", member="edvard")


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> FakeClub:
    """Where Pavla and Edvard are members, and a cookie says who somebody is."""
    club = FakeClub()
    club.sessions["edvard"] = EDVARD
    monkeypatch.setattr(state, "club", lambda: club)
    return club


@pytest.fixture
async def house(club: FakeClub) -> AsyncIterator[Gatehouse]:
    async with gatehouse() as house:
        yield house


async def loads(client: Client) -> None:
    """A page is loaded, as Reflex's client does it."""
    for name in (HYDRATE, ON_LOAD):
        known = len(client.updates)
        client.sends(name)
        await client.until(lambda known=known: len(client.updates) > known)


def view(client: Client) -> dict[str, Any]:
    """What the page shows; empty until something is known."""
    deltas = [delta for update in client.updates for delta in update["delta"].values() if "view" in delta]
    return deltas[-1]["view"] or {}


async def refused(client: Client) -> None:
    """It is closed, as one who has sent what no page sends."""
    await client.ends()
    assert client.code == CLOSE_POLICY_VIOLATION


async def test_a_page_is_loaded(house: Gatehouse) -> None:
    tab = await house.joined(cookie="pavla")
    await loads(tab)
    tab.sends(ASK)
    await tab.until(lambda: view(tab).get("listed"))
    assert view(tab)["cards"] and "pavla" not in "".join(tab.received)
    tab.sends(HYDRATED, payload={"value": True})
    await tab.until(lambda: any({"is_hydrated": True} in update["delta"].values() for update in tab.updates))


async def test_nothing_of_the_handshake_gets_into_the_state(house: Gatehouse) -> None:
    tab = await house.joined(
        "198.51.100.7", "pavla", authorization="s3cret", x_forwarded_for="s3cret", user_agent="s3cret", origin="s3cret"
    )
    await loads(tab)
    told = "".join(tab.received)
    assert not [secret for secret in ("s3cret", "198.51", "otisk.test") if secret in told]
    kept = house.app.state_manager.states[tab.token].router_data  # pyright: ignore
    assert not [secret for secret in ("s3cret", "198.51", "otisk.test", "pavla") if secret in json.dumps(kept)]


@pytest.mark.parametrize("path", [NAMESPACE, f"{NAMESPACE}/x", f"{NAMESPACE}//", "/", "/ping"])
async def test_another_path_has_no_socket(house: Gatehouse, path: str) -> None:
    client = house.client()
    client.scope["path"] = path
    client.opens(house.gate)
    await refused(client)
    assert not client.accepted


async def test_a_handshake_has_so_much_to_say(house: Gatehouse) -> None:
    talkative = house.client(x_unheard_of="a" * module.MAX_HANDSHAKE_BYTES).opens(house.gate)
    await refused(talkative)
    assert not talkative.accepted
    assert (await house.joined(user_agent="a" * (module.MAX_HANDSHAKE_BYTES // 2))).accepted


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "OPTIONS"])
@pytest.mark.parametrize("path", ["/_event/", "/_event/x", "/_event/?EIO=4&transport=polling"])
async def test_there_is_no_polling_and_no_body_is_waited_for(house: Gatehouse, method: str, path: str) -> None:
    async def never() -> AsyncIterator[bytes]:
        await asyncio.Event().wait()
        yield b""

    asked = 0

    async def app(scope: Any, receive: Any, send: Any) -> None:
        async def counted() -> Any:
            nonlocal asked
            asked += 1
            return await receive()

        await house.gate(scope, counted, send)

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://otisk.test") as client:
        answer = await client.request(method, path)
    assert (answer.status_code, answer.headers["upgrade"], asked) == (426, "websocket", 0)


async def test_the_rest_of_the_backend_is_as_it_was(house: Gatehouse) -> None:
    async def backend(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    seen: list[str] = []
    house.gate.app = backend
    for kind in ("http", "lifespan"):
        await house.gate({"type": kind, "path": "/ping", "headers": []}, None, None)  # pyright: ignore
    assert seen == ["http", "lifespan"]


# What is sent


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2",
        "2probe",
        "5",
        "6",
        "0{}",
        "1",
        "4",
        "40",
        "40/",
        "40/admin,",
        f"{CONNECT}{{}}",
        f"{CONNECT}{{}}" + "x" * MAX_MESSAGE_CHARS,
        "x",
        "bAAAA",
        "\x00",
        PONG,
        DISCONNECT,
        written(token="f2f7b53a-78e6-4c7a-d5f3-82df035fbe47"),
    ],
)
async def test_what_comes_before_the_namespace_is_joined(house: Gatehouse, text: str) -> None:
    client = house.client().opens(house.gate)
    client.says(text)
    await refused(client)
    assert (house.passed, house.states) == ([], set())


@pytest.mark.parametrize(
    "text",
    [
        CONNECT,
        "40/admin,",
        '42["event",{}]',
        '42/admin,["event",{}]',
        f'42{NAMESPACE},1["event",{{}}]',
        f'451-{NAMESPACE},["event",{{"_placeholder":true,"num":0}}]',
        f"43{NAMESPACE},1[]",
        f"44{NAMESPACE},{{}}",
        f'42{NAMESPACE},["ping"]',
        f'42{NAMESPACE},"text"',
        f"42{NAMESPACE}," + "[" * (MAX_MESSAGE_CHARS - 20),
        f"42{NAMESPACE}," + "[" * 1_000_000,
        "3x",
        "33",
        "x" * (MAX_MESSAGE_CHARS + 1),
    ],
)
async def test_what_no_page_sends_ends_the_connection(house: Gatehouse, text: str) -> None:
    client = await house.joined()
    client.says(text)
    await refused(client)
    assert house.passed == [CONNECT], "and Reflex has not heard of it"
    assert not house.states


async def test_binary_messages_end_the_connection(house: Gatehouse) -> None:
    client = await house.joined()
    client.says(None, bytes=b"4x")
    await refused(client)


async def test_a_made_up_handler_ends_the_connection(house: Gatehouse) -> None:
    client = await house.joined()
    client.sends("reflex___state____state.reflex___state____frontend_event_exception_state.handle_frontend_exception")
    await refused(client)
    assert house.passed == [CONNECT]


async def test_pongs_and_the_leave(house: Gatehouse) -> None:
    client = await house.joined()
    client.says(PONG)
    client.sends(HYDRATE)
    await client.until(lambda: client.updates)
    client.says(DISCONNECT)
    await client.ends()
    assert client.code == 1000


async def test_one_line_in_the_log_at_most_and_no_error(house: Gatehouse, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for text in ("x" * 900_000, "42/_event,[", '42["event","\\n\x1b[31mERROR"]', written("a" * 3000, "b")):
            caplog.clear()
            client = await house.joined()
            client.says(text)
            await refused(client)
            ours = [record for record in caplog.records if record.name.startswith("app.")]
            assert len(ours) == 1 and ours[0].levelno == logging.INFO and ours[0].exc_info is None
            assert len(ours[0].getMessage()) < 120 and ours[0].getMessage().isprintable()
            assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_what_breaks_off_is_one_line(house: Gatehouse, caplog: pytest.LogCaptureFixture) -> None:
    async def backend(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("packet is too large: s3cret\n")

    house.gate.app = backend
    with caplog.at_level(logging.INFO):
        client = house.client().opens(house.gate)
        await client.ends()
    [record] = caplog.records
    assert (record.levelno, record.exc_info) == (logging.WARNING, None)
    assert "ValueError" in record.getMessage() and "s3cret" not in record.getMessage()


# Whose tab it is


async def test_a_socket_has_one_tab(house: Gatehouse) -> None:
    client = await house.joined()
    client.sends()
    await client.until(lambda: client.updates)
    client.says(written(HYDRATE, house.client().token))
    await refused(client)
    assert house.states == set()


async def test_a_member_s_tab_that_is_open_is_nobody_else_s(house: Gatehouse) -> None:
    tab = await house.joined(cookie="pavla")
    await loads(tab)
    for cookie in ("", "edvard"):
        thief = await house.joined(cookie=cookie)
        thief.token = tab.token
        thief.sends()
        await refused(thief)
    known = len(tab.updates)
    tab.sends(ASK)
    await tab.until(lambda: len(tab.updates) > known)


async def test_it_is_its_own_in_a_second_connection(house: Gatehouse) -> None:
    """As a tab is that was duplicated, or one whose connection broke without the server being told."""
    tab, again = await house.joined(cookie="pavla"), await house.joined(cookie="pavla")
    again.token = tab.token
    await loads(tab)
    await loads(again)
    tab.leaves()
    await tab.ends()
    assert house.states == {tab.token}


@pytest.mark.parametrize("cookie", ["", "edvard"])
async def test_who_has_signed_out_in_it_may_go_on(house: Gatehouse, club: FakeClub, cookie: str) -> None:
    tab = await house.joined(cookie="pavla")
    await loads(tab)
    del club.sessions["pavla"]
    after = await house.joined(cookie=cookie)
    after.token = tab.token
    await loads(after)


async def test_a_stranger_s_tab_may_become_a_member_s(house: Gatehouse) -> None:
    stranger, member = await house.joined(), await house.joined(cookie="pavla")
    member.token = stranger.token
    await loads(stranger)
    await loads(member)


# How much


async def test_what_a_stranger_has_shown_goes_with_the_socket(house: Gatehouse) -> None:
    client = await house.joined()
    await loads(client)
    assert house.states == {client.token}
    client.leaves()
    await client.ends()
    assert house.states == set()


async def test_what_a_member_has_shown_is_kept(house: Gatehouse) -> None:
    tab = await house.joined(cookie="pavla")
    await loads(tab)
    tab.leaves()
    await tab.ends()
    assert house.states == {tab.token}


async def test_of_one_address_the_oldest_goes(house: Gatehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    house.gate.strangers = rate_limiter.Slots[Connection](2, 3)
    first, second, third = [await house.joined("198.51.100.7") for _ in range(3)]
    await first.ends()
    assert (first.code, second.code, third.code) == (CLOSE_TRY_AGAIN_LATER, None, None)
    other, further = await house.joined("198.51.100.8"), await house.joined("198.51.100.9")
    await second.ends()
    assert (second.code, third.code, other.code, further.code) == (CLOSE_TRY_AGAIN_LATER, None, None, None)
    member = await house.joined(cookie="pavla")
    assert (member.code, third.code) == (None, None), "members have places of their own"


async def test_of_one_member_the_oldest_goes(house: Gatehouse) -> None:
    house.gate.members = rate_limiter.Slots[Connection](2, 10)
    tabs = [await house.joined(f"198.51.100.{number}", "pavla") for number in range(3)]
    await tabs[0].ends()
    other = await house.joined(cookie="edvard")
    assert [tab.code for tab in (*tabs, other)] == [CLOSE_TRY_AGAIN_LATER, None, None, None]


async def test_who_has_to_go_while_it_waits_for_its_turn_is_turned_away(
    house: Gatehouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house.gate.strangers = rate_limiter.Slots[Connection](1, 3)
    may_go = asyncio.Event()
    monkeypatch.setattr(house.gate, "turn", lambda connection: may_go.wait())
    first, second = [house.client("198.51.100.7").opens(house.gate) for _ in range(2)]
    await asyncio.sleep(0.01)
    may_go.set()
    await first.ends()
    await second.until(lambda: second.accepted)
    assert (first.accepted, first.code) == (False, CLOSE_POLICY_VIOLATION)
    assert caplog.records == []


async def test_who_leaves_before_it_is_let_in_is_no_error(house: Gatehouse, caplog: pytest.LogCaptureFixture) -> None:
    client = house.client()
    client.leaves()
    await client.opens(house.gate).ends()
    assert (client.accepted, client.code, caplog.records) == (False, None, [])


async def test_who_is_too_fast_waits_and_loses_nothing(house: Gatehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(module.asyncio, "sleep", sleep)
    client = await house.joined()
    at_once = module.SOCKET_RATE[1]
    for number in range(at_once + 20):
        client.sends()
        await client.until(lambda number=number: len(client.updates) > number)
    assert len(client.updates) == at_once + 20
    assert 0 < len(waited) <= 25


async def test_who_is_much_too_fast_is_turned_away(house: Gatehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MAX_WAIT_SECONDS", 0)
    client = await house.joined()
    for _ in range(module.SOCKET_RATE[1] + 20):
        client.says(PONG)
    await client.ends()
    assert client.code == CLOSE_TRY_AGAIN_LATER


async def test_one_visitor_takes_no_other_s_turn(house: Gatehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MAX_WAIT_SECONDS", 0)
    house.gate._per_visitor = rate_limiter.RateLimiter(1, 3)
    house.gate._all_strangers = rate_limiter.RateLimiter(1, 6)
    greedy = [house.client("198.51.100.7").opens(house.gate) for _ in range(5)]
    for client in greedy:
        client.says(CONNECT)
    other = await house.joined("198.51.100.8")
    member = await house.joined("198.51.100.7", "pavla")
    assert (other.accepted, member.accepted) == (True, True)
    turned_away = [client for client in greedy if client.code]
    assert turned_away


async def test_all_strangers_together_leave_members_alone(house: Gatehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MAX_WAIT_SECONDS", 0)
    house.gate._all_strangers = rate_limiter.RateLimiter(0.001, 10)
    strangers = [house.client(f"198.51.100.{number}").opens(house.gate) for number in range(30)]
    await asyncio.gather(*(stranger.ends() for stranger in strangers[10:]))
    assert [stranger.code for stranger in strangers[10:]] == [CLOSE_POLICY_VIOLATION] * 20
    tab = await house.joined(cookie="pavla")
    await loads(tab)


async def test_of_a_thousand_strange_tabs_nothing_is_left(house: Gatehouse) -> None:
    """In blocks of Python's memory: what the system has of it depends on allocators as well."""
    house.gate._all_strangers = house.gate._per_visitor = rate_limiter.RateLimiter(1e9, 10**9)

    async def comes(number: int) -> Client:
        client = await house.joined(f"198.51.{number // 250}.{number % 250}")
        client.sends()
        await client.until(lambda: client.updates)
        return client

    async def crowd(count: int) -> tuple[int, int]:
        clients = [await comes(number) for number in range(count)]
        during = blocks()
        assert len(house.states) == count
        for client in clients:
            client.leaves()
        await asyncio.gather(*(client.ends() for client in clients))
        clients.clear()
        house.clients.clear()
        house.passed.clear()
        await asyncio.sleep(0)
        return during, blocks()

    def blocks() -> int:
        gc.collect()
        return sys.getallocatedblocks()

    await crowd(50)  # what is imported and kept at first
    before = blocks()
    during, after = await crowd(1_000)
    assert during - before > 100 * 1_000, "the tabs were there"
    assert after <= 1.1 * before
    assert house.states == set()
    assert len(house.gate.strangers) == 0 and not house.tabs._open and not house.tabs._closed
    assert not house.app.sio.environ and not house.app.sio.eio.sockets  # pyright: ignore
