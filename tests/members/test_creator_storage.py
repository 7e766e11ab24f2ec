import asyncio
from collections.abc import Callable

import httpx
import pytest

from app.database.database import Database
from app.members.database import DatabaseRecords
from app.members.patreon_api import PatreonUnavailableError
from app.members.store import MemoryStore, Records, RedisStore
from tests.fakes.patreon import CREATOR_REFRESH_TOKEN, CREATOR_TOKEN, Fake
from tests.support.clock import Clock
from tests.support.databases import rows, sqlite_database
from tests.support.members import KEY, OTHER_KEY, FullStore, Network
from tests.support.patreon_client import StartProcess, logged_errors

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "redis"])
def shared(request, tmp_path, time) -> Callable[[], tuple[Records, MemoryStore | RedisStore | None]]:
    """A function that returns the `records` and `store` of a new process. All processes share the same data."""
    if request.param == "sqlite":
        return lambda: (DatabaseRecords(sqlite_database(tmp_path), clock=time), None)
    server = request.getfixturevalue("redis_server")

    def connect() -> tuple[RedisStore, RedisStore]:
        store = RedisStore(server.url, request.node.name)
        return store, store

    return connect


async def test_processes_share_one_refresh(start_process: StartProcess, fake: Fake, network: Network, shared):
    processes = [start_process(*shared()) for _ in range(4)]
    for process in processes:
        await process.creator.refresh_if_due()
    fake.creators.clear()
    await asyncio.gather(*(process.read_as_creator() for process in processes for _ in range(3)))
    assert network.asked("/token") == 1
    assert {await process.creator.token() for process in processes} == fake.creators
    for process in processes:
        await process.records.close()


async def test_a_restart_uses_the_stored_pair(start_process: StartProcess, fake: Fake, network: Network, shared):
    first = start_process(*shared())
    fake.creators.clear()
    await first.read_as_creator()
    await first.records.close()
    second = start_process(*shared())
    await second.read_as_creator()
    assert second.last_token(network) in fake.creators and network.asked("/token") == 1
    await second.store.delete(second.creator._key("pause"))
    fake.creators.clear()
    await second.read_as_creator()
    assert network.asked("/token") == 2, "the new refresh token was used"
    await second.records.close()


async def test_new_settings_replace_the_stored_pair(
    start_process: StartProcess, configure, fake: Fake, network: Network, database: Database, time
):
    records = DatabaseRecords(database, clock=time)
    first = start_process(records)
    fake.creators.clear()
    await first.read_as_creator()
    fake.creators |= {"newer", CREATOR_TOKEN}
    newer = configure(patreon_creator_token="newer", patreon_creator_refresh_token="newer-refresh")
    second = start_process(records, of=newer)
    await second.read_as_creator()
    assert second.last_token(network) == "newer"
    third = start_process(records, of=configure(patreon_creator_refresh_token="only-this-is-newer"))
    await third.read_as_creator()
    assert third.last_token(network) == CREATOR_TOKEN
    await records.close()


async def test_stored_tokens_are_sealed(start_process: StartProcess, fake: Fake, database: Database, time):
    records = DatabaseRecords(database, clock=time)
    process = start_process(records)
    fake.creators.clear()
    await process.read_as_creator()
    stored = b"".join(bytes(value) for (value,) in rows(database, "SELECT value FROM records"))
    await records.close()
    assert len(stored) > 100
    for secret in (CREATOR_TOKEN, CREATOR_REFRESH_TOKEN, *fake.creators, *fake.creator_refreshes):
        assert secret.encode() not in stored


async def test_another_session_key_starts_with_the_configured_pair(
    start_process: StartProcess, fake: Fake, network: Network, database: Database, time
):
    records = DatabaseRecords(database, clock=time)
    first = start_process(records)
    await first.creator.refresh_if_due()
    second = start_process(records, key=OTHER_KEY)
    await second.read_as_creator()
    fake.creators.clear()
    await second.read_as_creator()
    assert second.last_token(network) in fake.creators
    third = start_process(records, key=OTHER_KEY)
    assert await third.creator.token() in fake.creators
    await records.close()


async def test_a_new_session_key_seals_the_stored_pair_anew(
    start_process: StartProcess, fake: Fake, network: Network, shared, caplog
):
    first = start_process(*shared())
    fake.creators.clear()
    await first.read_as_creator()
    await first.records.close()
    rotating = [start_process(*shared(), key=f"{OTHER_KEY},{KEY}") for _ in range(2)]
    await asyncio.gather(*(process.creator.refresh_if_due() for process in rotating))
    assert [record.getMessage() for record in caplog.records] == [
        "Sealed the stored creator token with the newest session key"
    ]
    later = start_process(*shared(), key=OTHER_KEY)
    await later.creator.refresh_if_due()
    await later.read_as_creator()
    assert later.last_token(network) in fake.creators and network.asked("/token") == 1
    assert later.creator.health()["status"] == "up" and logged_errors(caplog) == []
    for process in (*rotating, later):
        await process.records.close()


async def test_a_removed_session_key_is_shown_until_it_is_back(start_process: StartProcess, fake: Fake, shared, caplog):
    first = start_process(*shared())
    fake.creators.clear()
    await first.read_as_creator()
    other = start_process(*shared(), key=OTHER_KEY)
    for _ in range(2):
        await other.creator.refresh_if_due()
    health = other.creator.health()
    assert health["status"] == "unreadable" and logged_errors(caplog) == [health["reason"]]
    assert health["reason"].startswith("SESSION_KEYS lacks the key that sealed the stored creator token; ")
    restored = start_process(*shared(), key=f"{OTHER_KEY},{KEY}")
    await restored.creator.refresh_if_due()
    await other.creator.refresh_if_due()
    for process in (restored, other):
        assert await process.creator.token() in fake.creators and process.creator.health().keys() == {"status", "until"}
    for process in (first, other, restored):
        await process.records.close()


async def test_a_cancelled_caller_does_not_cancel_the_refresh(
    start_process: StartProcess, fake: Fake, network: Network
):
    process = start_process()
    fake.creators.clear()
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow(request: httpx.Request) -> None:
        if "/token" in request.url.path:
            asked.set()
            await answer.wait()

    network.fault = slow
    cancelled = asyncio.ensure_future(process.read_as_creator())
    await asked.wait()
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    closing = asyncio.ensure_future(process.creator.close())
    await asyncio.sleep(0)
    answer.set()
    await closing
    assert await start_process(process.records, process.store).creator.token() in fake.creators


async def test_nothing_is_refreshed_while_storing_fails(
    start_process: StartProcess, fake: Fake, network: Network, time: Clock
):
    records = FullStore(clock=time)
    process = start_process(records)
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await process.read_as_creator()
    assert network.asked("/token") == 0 and fake.creator_refreshes == {CREATOR_REFRESH_TOKEN}
    records.is_full = False
    time.passes(11)
    await process.read_as_creator()


async def test_an_unstored_pair_is_stored_later(
    start_process: StartProcess, fake: Fake, network: Network, time: Clock, caplog
):
    records = FullStore(clock=time)
    records.is_full = False
    process = start_process(records)
    await process.creator.refresh_if_due()
    fake.creators.clear()

    async def fills_up(request: httpx.Request) -> None:
        records.is_full = "/token" in request.url.path or records.is_full

    network.fault = fills_up
    await process.read_as_creator()
    assert logged_errors(caplog) == ["Storing the new creator token failed; a restart would lose it"]
    await process.creator.refresh_if_due()
    await process.read_as_creator()
    assert process.last_token(network) in fake.creators and network.asked("/token") == 1
    records.is_full = False
    await process.creator.refresh_if_due()
    assert await start_process(records).creator.token() in fake.creators


async def test_processes_share_the_ended_state(start_process: StartProcess, configure, fake: Fake, time: Clock):
    store = MemoryStore(clock=time)
    one, other = (start_process(store, store, of=configure()) for _ in range(2))
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await one.read_as_creator()
    await other.creator.refresh_if_due()
    assert other.creator.state() == "ended"
    fake.creators.add(CREATOR_TOKEN)  # the fake Patreon accepts the token from now on
    time.passes(11)
    await one.read_as_creator()
    await other.creator.refresh_if_due()
    assert (one.creator.state(), other.creator.state()) == ("up", "up")
