import asyncio
import sys
from dataclasses import dataclass, field
from typing import Any

import pytest
import reflex as rx
from redis.asyncio import Redis
from reflex.istate.manager import StateManagerRedis
from reflex.state import StateManagerMemory
from reflex.utils.prerequisites import get_and_validate_app

from app import app as assembled
from app.members import tabs
from app.members.models import Session
from app.members.tabs import (
    MAX_CLOSED_TABS,
    MAX_CLOSED_TABS_PER_VISITOR,
    SWEEP_INTERVAL_SECONDS,
    TAB_TTL_SECONDS,
    Tabs,
    forgetting_closed_tabs,
)
from app.seam.short_path import ShortPath
from app.seam.states import AppStates
from tests.support import redis
from tests.support.clock import Clock
from tests.support.fake_club import PAVLA

pytestmark = pytest.mark.anyio


@dataclass(eq=False)
class Connection:
    session: Session | None = PAVLA
    visitor: str = "pavla"
    cookie: str = ""


@dataclass
class Site:
    clock: Clock
    _state_manager: Any = field(default_factory=lambda: StateManagerMemory(state=rx.State))

    def __post_init__(self) -> None:
        self.tabs = Tabs(AppStates(self), self.clock)  # pyright: ignore[reportArgumentType]

    async def opens(self, token: str, connection: Connection) -> None:
        self.tabs.enter(token, connection)
        await self.shows(token)

    async def opens_and_closes(self, token: str, connection: Connection) -> None:
        await self.opens(token, connection)
        await self.tabs.leave(token, connection)

    async def shows(self, token: str) -> None:
        async with self._state_manager.modify_state(f"{token}_{rx.State.get_full_name()}") as state:
            state.is_hydrated = True

    async def waits(self, seconds: float) -> None:
        for _ in range(int(seconds / SWEEP_INTERVAL_SECONDS)):
            self.clock.passes(SWEEP_INTERVAL_SECONDS)
            await self.tabs.sweep()

    @property
    def known(self) -> set[str]:
        manager = self._state_manager
        return {*manager.states, *manager._states_locks, *self.tabs._open, *self.tabs._closed}


@pytest.fixture
def site() -> Site:
    return Site(Clock())


@pytest.mark.parametrize("session", [PAVLA, None])
async def test_a_closed_tab_is_deleted_later(site: Site, session: Session | None) -> None:
    visitor = Connection(session)
    await site.opens("gone", visitor)
    await site.opens("here", Connection(session))
    await site.tabs.leave("gone", visitor)
    await site.waits(TAB_TTL_SECONDS - SWEEP_INTERVAL_SECONDS)
    assert "gone" in site._state_manager.states, "the tab may reconnect"
    await site.waits(SWEEP_INTERVAL_SECONDS)
    assert site.known == {"here"}


async def test_a_reconnected_tab_is_not_deleted(site: Site) -> None:
    first, second = Connection(), Connection()
    await site.opens("tab", first)
    state = site._state_manager.states["tab"]
    await site.tabs.leave("tab", first)
    await site.waits(TAB_TTL_SECONDS - SWEEP_INTERVAL_SECONDS)
    site.tabs.enter("tab", second)
    await site.waits(TAB_TTL_SECONDS)
    await site.tabs.leave("tab", second)
    await site.waits(TAB_TTL_SECONDS - SWEEP_INTERVAL_SECONDS)
    assert site._state_manager.states["tab"] is state


async def test_a_tab_exists_until_its_last_connection_closes(site: Site) -> None:
    first, second = Connection(None), Connection(None)
    await site.opens("tab", first)
    await site.opens("tab", second)
    await site.tabs.leave("tab", first)
    assert site.known == {"tab"} and site.tabs.holders("tab") == {second}
    await site.tabs.leave("tab", second)
    assert site.tabs.holders("tab") == set()
    await site.waits(TAB_TTL_SECONDS)
    assert site.known == set()


async def test_state_recreated_by_a_late_event_is_deleted(site: Site) -> None:
    await site.opens_and_closes("tab", Connection(None))
    await site.waits(TAB_TTL_SECONDS)
    await site.shows("tab")
    assert "tab" in site._state_manager.states
    await site.waits(SWEEP_INTERVAL_SECONDS)
    assert site.known == set()


async def test_closed_tabs_of_a_member_are_limited(site: Site) -> None:
    for number in range(MAX_CLOSED_TABS_PER_VISITOR + 2):
        await site.opens_and_closes(f"pavla {number}", Connection())
    await site.opens_and_closes("edvard", Connection(visitor="edvard"))
    assert site.known == {"edvard", *(f"pavla {number}" for number in range(2, MAX_CLOSED_TABS_PER_VISITOR + 2))}


async def test_closed_tabs_are_limited_in_total(site: Site) -> None:
    for number in range(MAX_CLOSED_TABS + 2):
        member = Connection(visitor=str(number))
        site.tabs.enter(str(number), member)
        await site.tabs.leave(str(number), member)
    assert len(site.known) == MAX_CLOSED_TABS and not {"0", "1"} & site.known


async def test_many_strangers_do_not_displace_members(site: Site) -> None:
    await site.opens_and_closes("pavla", Connection())
    for number in range(MAX_CLOSED_TABS + 2):
        stranger = Connection(None, str(number))
        site.tabs.enter(str(number), stranger)
        await site.tabs.leave(str(number), stranger)
    assert len(site.known) == MAX_CLOSED_TABS + 1 and "pavla" in site.known


async def test_surplus_tabs_expire_earlier_in_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """The state of surplus tabs is not deleted immediately, because the tabs may be connected to another process."""
    monkeypatch.setattr(tabs, "MAX_CLOSED_TABS_PER_VISITOR", 1)
    with redis.running() as store:
        async with Redis.from_url(store.url) as client:
            site = Site(Clock(), StateManagerRedis(state=rx.State, redis=client))
            first, second = Connection(), Connection()
            await site.opens("first", first)
            await site.opens("second", second)
            await site.tabs.leave("first", first)
            assert {key.split(b"_")[0] for key in await client.keys()} == {b"first", b"second"}
            await site.tabs.leave("second", second)
            await site.waits(2 * TAB_TTL_SECONDS)
            remaining = {key.split(b"_")[0]: await client.ttl(key) for key in await client.keys()}
            assert remaining[b"first"] <= TAB_TTL_SECONDS < remaining[b"second"]
            await AppStates(site).renew("first")  # pyright: ignore[reportArgumentType]
            assert min([await client.ttl(key) for key in await client.keys()]) > TAB_TTL_SECONDS
            await site.opens("third", first)
            store.stop()
            await site.tabs.leave("third", first)
            assert not site.tabs.holders("third")


async def test_the_application_sweeps_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps: list[Any] = []
    swept = asyncio.Event()

    async def sweep(tabs: Tabs) -> None:
        sweeps.append(tabs)
        swept.set()

    monkeypatch.setattr(tabs, "SWEEP_INTERVAL_SECONDS", 0)
    monkeypatch.setattr(Tabs, "sweep", sweep)
    (task,) = (task for task in assembled.app.lifespan_tasks if getattr(task, "func", None) is forgetting_closed_tabs)
    others = asyncio.all_tasks()
    async with task():  # pyright: ignore[reportCallIssue, reportGeneralTypeIssues]
        await swept.wait()
    assert sweeps[0] is assembled.tabs
    assert asyncio.all_tasks() == others


async def test_the_path_of_modules_stays_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    lengths = set()
    for _ in range(5):
        for middleware in assembled.app._middlewares:
            if isinstance(middleware, ShortPath):
                await middleware.preprocess(*[None] * 3)  # pyright: ignore[reportArgumentType]
        get_and_validate_app()  # Reflex calls this function on every page load
        lengths.add(len(sys.path))
    assert len(lengths) <= 2 and max(lengths) - min(lengths) <= 1
