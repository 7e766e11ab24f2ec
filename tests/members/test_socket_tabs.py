import asyncio
import gc
import sys

import pytest

from app.http import rate_limiter
from app.members import tabs
from tests.support.fake_club import FakeClub
from tests.support.guarded_reflex import ASK, HYDRATE, Client, GuardedReflex, assert_refused, event_message, load_page

pytestmark = pytest.mark.anyio

MANY = 120


async def test_a_socket_has_one_tab(guarded: GuardedReflex) -> None:
    client = await guarded.joined()
    client.sends()
    await client.until(lambda: client.updates)
    client.says(event_message(HYDRATE, guarded.client().token))
    await assert_refused(client)
    assert guarded.states == {client.token}


async def test_an_open_tab_of_a_member_cannot_be_taken_over(guarded: GuardedReflex) -> None:
    tab = await guarded.joined(cookie="pavla")
    await load_page(tab)
    for cookie in ("", "edvard"):
        thief = await guarded.joined(cookie=cookie)
        thief.token = tab.token
        thief.sends()
        await assert_refused(thief)
    known = len(tab.updates)
    tab.sends(ASK)
    await tab.until(lambda: len(tab.updates) > known)


@pytest.mark.parametrize(
    ("first", "second", "is_signed_out"),
    [("pavla", "pavla", False), ("pavla", "", True), ("pavla", "edvard", True), ("", "pavla", False)],
)
async def test_a_tab_may_connect_again(
    guarded: GuardedReflex, fake_club: FakeClub, first: str, second: str, is_signed_out: bool
) -> None:
    """A duplicated or reconnected tab has two connections. The server stores the tab's state until both are closed."""
    tab = await guarded.joined(cookie=first)
    await load_page(tab)
    if is_signed_out:
        del fake_club.sessions[first]
    again = await guarded.joined(cookie=second)
    again.token = tab.token
    await load_page(again)
    tab.leaves()
    await tab.ends()
    assert guarded.states == {tab.token}


@pytest.mark.nightly
async def test_many_closed_tabs_leave_no_memory(guarded: GuardedReflex, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test counts allocated blocks instead of the process's memory, which can include freed blocks."""
    monkeypatch.setattr(tabs, "TAB_TTL_SECONDS", 0)
    guarded.guard._all_strangers = guarded.guard._per_visitor = rate_limiter.RateLimiter(1e9, 10**9)

    async def connect(number: int) -> Client:
        client = await guarded.joined(f"198.51.{number // 250}.{number % 250}")
        client.sends()
        await client.until(lambda: client.updates)
        return client

    async def open_and_close(count: int) -> tuple[int, int]:
        clients = [await connect(number) for number in range(count)]
        during = blocks()
        assert len(guarded.states) == count
        for client in clients:
            client.leaves()
        await asyncio.gather(*(client.ends() for client in clients))
        clients.clear()
        guarded.clients.clear()
        guarded.passed.clear()
        await asyncio.sleep(0)
        await guarded.tabs.sweep()
        return during, blocks()

    def blocks() -> int:
        gc.collect()
        return sys.getallocatedblocks()

    await open_and_close(50)  # the first run imports modules and fills caches, which stay in memory
    before = blocks()
    during, after = await open_and_close(MANY)
    assert during - before > 300 * MANY, "the tabs used memory"
    assert after - before <= 90 * MANY
    assert guarded.states == set()
    assert len(guarded.guard.strangers) == 0 and not guarded.tabs._open and not guarded.tabs._closed
    assert not guarded.app.sio.environ and not guarded.app.sio.eio.sockets  # pyright: ignore
