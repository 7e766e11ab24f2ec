import asyncio
import logging
from dataclasses import replace

import pytest

from app.http import rate_limiter
from app.members import socket_guard as module
from app.members.frames import CLOSE_POLICY_VIOLATION, CLOSE_TRY_AGAIN_LATER, CONNECT, PONG
from app.members.socket_guard import Connection
from tests.support.fake_club import PAVLA, FakeClub
from tests.support.guarded_reflex import GuardedReflex, load_page

pytestmark = pytest.mark.anyio


async def test_an_address_beyond_its_limit_loses_its_oldest_socket(guarded: GuardedReflex) -> None:
    guarded.guard.strangers = rate_limiter.Slots[Connection](2, 3)
    first, second, third = [await guarded.joined("198.51.100.7") for _ in range(3)]
    await first.ends()
    assert (first.code, second.code, third.code) == (CLOSE_TRY_AGAIN_LATER, None, None)
    other, further = await guarded.joined("198.51.100.8"), await guarded.joined("198.51.100.9")
    await second.ends()
    assert (second.code, third.code, other.code, further.code) == (CLOSE_TRY_AGAIN_LATER, None, None, None)
    member = await guarded.joined(cookie="pavla")
    assert (member.code, third.code) == (None, None), "members have their own slots"


async def test_a_member_beyond_the_limit_loses_the_oldest_socket(guarded: GuardedReflex) -> None:
    guarded.guard.members = rate_limiter.Slots[Connection](2, 10)
    tabs = [await guarded.joined(f"198.51.100.{number}", "pavla") for number in range(3)]
    await tabs[0].ends()
    other = await guarded.joined(cookie="edvard")
    assert [tab.code for tab in (*tabs, other)] == [CLOSE_TRY_AGAIN_LATER, None, None, None]


async def test_sessions_of_one_person_share_the_limit(guarded: GuardedReflex, fake_club: FakeClub) -> None:
    guarded.guard.members = rate_limiter.Slots[Connection](2, 10)
    fake_club.sessions["again"] = replace(PAVLA, id="again")
    tabs = [await guarded.joined(cookie=cookie) for cookie in ("pavla", "again", "again")]
    await tabs[0].ends()
    assert [tab.code for tab in tabs] == [CLOSE_TRY_AGAIN_LATER, None, None]


async def test_a_socket_evicted_while_waiting_is_refused(
    guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guarded.guard.strangers = rate_limiter.Slots[Connection](1, 3)
    may_go = asyncio.Event()
    monkeypatch.setattr(guarded.guard, "wait_for_turn", lambda connection: may_go.wait())
    first, second = [guarded.client("198.51.100.7").opens(guarded.guard) for _ in range(2)]
    await asyncio.sleep(0.01)
    may_go.set()
    await first.ends()
    await second.until(lambda: second.accepted)
    assert (first.accepted, first.code) == (False, CLOSE_POLICY_VIOLATION)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_leaving_before_the_handshake_is_no_error(
    guarded: GuardedReflex, caplog: pytest.LogCaptureFixture
) -> None:
    client = guarded.client()
    client.leaves()
    await client.opens(guarded.guard).ends()
    assert (client.accepted, client.code) == (False, None)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_fast_client_waits_and_loses_no_message(
    guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(module.asyncio, "sleep", sleep)
    client = await guarded.joined()
    at_once = module.SOCKET_RATE[1]
    for number in range(at_once + 20):
        client.sends()
        await client.until(lambda number=number: len(client.updates) > number)
    assert len(client.updates) == at_once + 20
    assert 0 < len(waited) <= 25


async def test_a_much_too_fast_client_is_closed(guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MAX_WAIT_SECONDS", 0)
    client = await guarded.joined()
    for _ in range(module.SOCKET_RATE[1] + 20):
        client.says(PONG)
    await client.ends()
    assert client.code == CLOSE_TRY_AGAIN_LATER


async def test_one_visitor_does_not_use_up_the_rate_of_others(
    guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limiter, "MAX_WAIT_SECONDS", 0)
    guarded.guard._per_visitor = rate_limiter.RateLimiter(1, 3)
    guarded.guard._all_strangers = rate_limiter.RateLimiter(1, 6)
    greedy = [guarded.client("198.51.100.7").opens(guarded.guard) for _ in range(5)]
    for client in greedy:
        client.says(CONNECT)
    other = await guarded.joined("198.51.100.8")
    member = await guarded.joined("198.51.100.7", "pavla")
    assert (other.accepted, member.accepted) == (True, True)
    turned_away = [client for client in greedy if client.code]
    assert turned_away


async def test_strangers_do_not_use_up_the_rate_of_members(
    guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limiter, "MAX_WAIT_SECONDS", 0)
    guarded.guard._all_strangers = rate_limiter.RateLimiter(0.001, 10)
    strangers = [guarded.client(f"198.51.100.{number}").opens(guarded.guard) for number in range(30)]
    await asyncio.gather(*(stranger.ends() for stranger in strangers[10:]))
    assert [stranger.code for stranger in strangers[10:]] == [CLOSE_POLICY_VIOLATION] * 20
    tab = await guarded.joined(cookie="pavla")
    await load_page(tab)


@pytest.mark.parametrize("joined", [False, True])
async def test_a_silent_stranger_is_closed(
    guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch, joined: bool
) -> None:
    monkeypatch.setattr(module, "SILENCE_TIMEOUT_SECONDS" if joined else "JOIN_TIMEOUT_SECONDS", 0.01)
    member = await guarded.joined(cookie="pavla")
    stranger = await guarded.joined() if joined else guarded.client().opens(guarded.guard)
    await stranger.ends()
    assert (stranger.code, member.code) == (CLOSE_TRY_AGAIN_LATER, None)
