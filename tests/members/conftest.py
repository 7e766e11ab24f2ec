from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from starlette.types import ASGIApp

from app.members.club import Club
from app.members.patreon import Patreon
from app.members.store import MemoryStore
from app.server.compose import compose
from app.settings import Settings, load
from tests.fakes import patreon as fakes
from tests.fakes.patreon import CREATOR_REFRESH_TOKEN, Fake
from tests.support import redis
from tests.support.clock import Clock
from tests.support.fake_club import PAVLA, FakeClub
from tests.support.members import KEY, PATREON, SITE, Network, Visit
from tests.support.patreon_client import Process, StartProcess, client_with
from tests.support.small_site import reflex

if TYPE_CHECKING:
    from tests.support.guarded_reflex import GuardedReflex

StartClub = Callable[..., Club]


@pytest.fixture(scope="session")
def redis_server() -> Iterator[redis.Redis]:
    with redis.running() as running:
        yield running


@pytest.fixture
def fake() -> Fake:
    return Fake()


@pytest.fixture
def network(fake) -> Network:
    return Network(fake)


@pytest.fixture
def time() -> Clock:
    return Clock()


@pytest.fixture
def configure(monkeypatch) -> Callable[..., Settings]:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)

    def configure(**more: object) -> Settings:
        club = {name.lower(): value for name, value in fakes.settings(PATREON).items()}
        return load(_env_file=None, **{**club, "site_url": SITE, "session_keys": KEY, **more})

    return configure


@pytest.fixture
def settings(configure) -> Settings:
    return configure()


@pytest.fixture
async def start_club(network, time) -> AsyncIterator[StartClub]:
    async with AsyncExitStack() as stack:

        def start_club(settings: Settings, store: MemoryStore | None = None) -> Club:
            club = Club(settings, store=store or MemoryStore(clock=time), transport=network, clock=time)
            stack.push_async_callback(club.close)
            return club

        yield start_club


@pytest.fixture
def club(start_club, settings) -> Club:
    return start_club(settings)


@pytest.fixture
def application(settings, export, club) -> ASGIApp:
    return compose(settings, export, club)(reflex())


@pytest.fixture
def visit(client, fake) -> Visit:
    return Visit(client, fake)


@pytest.fixture
async def patreon(settings, network, time) -> AsyncIterator[Patreon]:
    client = client_with(settings, network, time)
    yield client
    await client._api.close()


@pytest.fixture
def creator_settings(configure) -> Settings:
    return configure(patreon_creator_refresh_token=CREATOR_REFRESH_TOKEN)


@pytest.fixture
def start_process(creator_settings, network, time) -> StartProcess:
    return lambda records=None, store=None, of=creator_settings, key=KEY: Process(
        of, network, time, records, store, key
    )


@pytest.fixture
def fake_club(monkeypatch: pytest.MonkeyPatch) -> FakeClub:
    """A fake `Club` with two members, whose session cookies are "pavla" and "edvard"."""
    from app.members import state  # imported late, because importing Reflex takes seconds

    club = FakeClub()
    club.sessions["edvard"] = replace(PAVLA, id="another", user="102", name="Edvard", member="edvard")
    monkeypatch.setattr(state, "club", lambda: club)
    return club


@pytest.fixture
async def guarded(fake_club: FakeClub) -> "AsyncIterator[GuardedReflex]":
    from tests.support.guarded_reflex import guarded_reflex

    async with guarded_reflex() as guarded:
        yield guarded
