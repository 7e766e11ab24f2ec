"""All kinds of stores behave alike. The Redis store falls back to memory while Redis fails."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.members.database import DatabaseRecords
from app.members.store import REDIS_BACKOFF_SECONDS, Limit, MemoryStore, Records, RedisStore, Store
from tests.support import redis
from tests.support.clock import Clock
from tests.support.databases import sqlite_database

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["memory", "redis"])
async def store(request) -> AsyncIterator[Store]:
    store = (
        MemoryStore()
        if request.param == "memory"
        else RedisStore(request.getfixturevalue("redis_server").url, request.node.name)
    )
    yield store
    assert not getattr(store, "_paused_until", 0), "Redis answered, not the fallback"
    await store.close()


@pytest.fixture(params=["memory", "redis", "sqlite", "postgresql"])
async def records(request, tmp_path) -> AsyncIterator[Records]:
    kinds = {
        "memory": MemoryStore,
        "redis": lambda: RedisStore(request.getfixturevalue("redis_server").url, request.node.name),
        "sqlite": lambda: DatabaseRecords(sqlite_database(tmp_path)),
        "postgresql": lambda: DatabaseRecords(request.getfixturevalue("postgresql_database")),
    }
    records = kinds[request.param]()
    yield records
    await records.close()


async def test_values(records):
    assert await records.get("a:1") is None
    assert await records.set("a:1", b"x", 60)
    assert await records.set("a:1", b"y", 60)
    assert await records.get("a:1") == b"y"
    assert await records.delete("a:1")
    assert await records.get("a:1") is None
    assert await records.delete("a:1")


async def test_concurrent_adds_succeed_once(records):
    added = await asyncio.gather(*(records.add("a:1", str(n).encode(), 60) for n in range(20)))
    assert added.count(True) == 1
    assert await records.get("a:1") == str(added.index(True)).encode()


async def test_an_expired_value_can_be_added_again(records):
    assert await records.add("a:1", b"x", 0.05)
    await asyncio.sleep(0.1)
    assert await records.get("a:1") is None
    assert await records.add("a:1", b"y", 60) and await records.get("a:1") == b"y"


async def test_only_one_holds_a_lock(records):
    async with records.lock("l", 60) as first:
        async with records.lock("l", 60) as second:
            assert (first, second) == (True, False)
        async with records.lock("l", 60) as third:
            assert not third, "only the holder releases a lock"
    async with records.lock("l", 60) as again:
        assert again


async def test_a_lock_does_not_expire_while_it_is_held(records):
    async with records.lock("l", 0.6) as first:
        await asyncio.sleep(1)
        assert first and not await records.add("l", b"theirs", 60)
    assert await records.add("l", b"theirs", 60)
    await asyncio.sleep(0.5)
    assert await records.get("l") == b"theirs", "a released lock is not renewed"


async def test_a_lock_survives_a_failure_of_the_store(records, monkeypatch):
    answers = [None]
    get = records.get

    async def failing(key: str) -> bytes | None:
        return answers.pop() if answers else await get(key)

    monkeypatch.setattr(records, "get", failing)
    async with records.lock("l", 0.6) as first:
        await asyncio.sleep(1)
        assert first and not answers and not await records.add("l", b"theirs", 60)


async def test_a_failed_block_releases_the_lock(records):
    with pytest.raises(RuntimeError):
        async with records.lock("l", 60):
            raise RuntimeError
    async with records.lock("l", 60) as held:
        assert held


async def test_an_expired_lock_does_not_release_another_s(records):
    async with records.lock("l", 60):
        await records.set("l", b"theirs", 60)  # simulates another process that acquires the lock
    assert await records.get("l") == b"theirs"


SLOW = Limit(5, 1000)


async def test_a_bucket_holds_its_capacity(store):
    taken = await asyncio.gather(*(store.take("b:1", SLOW) for _ in range(20)))
    assert taken.count(0) == SLOW.capacity
    assert all(SLOW.refill_seconds - 60 < wait <= SLOW.refill_seconds for wait in taken if wait)
    await store.give("b:1", SLOW)
    assert [bool(await store.take("b:1", SLOW)) for _ in range(3)] == [False, True, True]
    assert await store.take("b:2", SLOW) == 0, "buckets are independent"


async def test_a_reserve_stays_in_the_bucket(store):
    assert [bool(await store.take("b:1", SLOW, 3)) for _ in range(4)] == [False, False, True, True]
    assert [bool(await store.take("b:1", SLOW, 0)) for _ in range(4)] == [False, False, False, True]


async def test_a_bucket_never_exceeds_its_capacity(store):
    for _ in range(3):
        await store.give("b:1", SLOW)
    assert await store.get("b:1") is None, "a full bucket is not stored"
    assert sum([not await store.take("b:1", SLOW) for _ in range(20)]) == SLOW.capacity
    for _ in range(20):
        await store.give("b:1", SLOW)
    assert await store.get("b:1") is None


async def test_a_bucket_refills(store):
    """The store deletes a full bucket, because a missing bucket counts as full."""
    quick = Limit(5, 0.01)
    for _ in range(5):
        await store.take("b:1", quick)
    await asyncio.sleep(0.2)
    assert await store.get("b:1") is None
    assert await store.take("b:1", quick) == 0


async def test_processes_share_a_bucket(redis_server):
    one, other = RedisStore(redis_server.url, "t:"), RedisStore(redis_server.url, "t:")
    taken = await asyncio.gather(*(each.take("b:1", SLOW) for each in (one, other) * 10))
    assert taken.count(0) == SLOW.capacity
    await one.close()
    await other.close()


async def test_each_process_has_its_own_bucket_while_redis_is_down():
    one, other = RedisStore("redis://127.0.0.1:1/0", "n:"), RedisStore("redis://127.0.0.1:1/0", "n:")
    for each in (one, other):
        assert sum([not await each.take("b:1", SLOW) for _ in range(20)]) == SLOW.capacity
        await each.give("b:1", SLOW)
        assert await each.take("b:1", SLOW) == 0
        await each.close()


async def test_values_in_redis_expire(redis_server):
    store = RedisStore(redis_server.url, "t:")
    await store.set("a:1", b"x", 1234)
    assert 1230_000 < await store._redis.pttl("t:a:1") <= 1234_000
    await store.add("a:2", b"x", 30.5)
    assert 0 < await store._redis.pttl("t:a:2") <= 30_500
    await store.close()


async def test_memory_is_bounded_by_kind(monkeypatch):
    monkeypatch.setattr("app.members.store.MAX_ENTRIES_PER_KIND", 3)
    store = MemoryStore()
    await store.set("revoked:1", b"x", 60)
    for number in range(100):
        await store.set(f"used:{number}", b"x", 60)
    assert [await store.get(f"used:{n}") for n in (96, 97, 98, 99)] == [None, b"x", b"x", b"x"]
    assert await store.get("revoked:1") == b"x", "kinds are bounded separately"


async def test_processes_share_values(redis_server):
    one, other = RedisStore(redis_server.url, "s:"), RedisStore(redis_server.url, "s:")
    await one.set("a:1", b"x", 60)
    assert await other.get("a:1") == b"x"
    assert not await other.add("a:1", b"y", 60)
    async with one.lock("l", 60), other.lock("l", 60) as held:
        assert not held
    await one.close()
    await other.close()


async def test_recovery_after_an_outage_of_redis(caplog):
    time = Clock()
    with redis.running() as server:
        store = RedisStore(server.url, "d:", clock=time)
        await store.set("standing:1", b"before", 60)
        server.stop()
        assert await store.get("standing:1") is None
        assert not await store.set("revoked:1", b"1", 60), "other processes miss it"
        assert await store.get("revoked:1") == b"1", "the process uses its own memory"
        assert await store.add("used:1", b"1", 60) and not await store.add("used:1", b"1", 60)
        async with store.lock("l", 60) as held, store.lock("l", 60) as second:
            assert held and not second
        assert not await store.delete("standing:1"), "other processes may have it"
        [record] = caplog.records
        assert record.message == "Redis unavailable (ConnectionError); using local state"
        server.start()
        assert await store.get("revoked:1") == b"1"
        time.passes(REDIS_BACKOFF_SECONDS)
        assert await store.delete("other:1")
        assert await store.get("revoked:1") == b"1", "revocations from the outage stay"
        assert not await store.add("used:1", b"1", 60), "used states stay used"
        await store.close()
