"""Both stores keep the same promises; and what happens when Redis does not."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from app.members.store import PAUSE, Memory, Shared, Store
from tests import redis
from tests.members.conftest import Time

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server() -> Iterator[redis.Redis]:
    with redis.running() as running:
        yield running


@pytest.fixture(params=["memory", "redis"])
async def store(request) -> AsyncIterator[Store]:
    store = Memory() if request.param == "memory" else Shared(request.getfixturevalue("server").url, request.node.name)
    yield store
    await store.close()


async def test_values(store):
    assert await store.get("a:1") is None
    assert await store.set("a:1", b"x", 60)
    assert await store.set("a:1", b"y", 60)
    assert await store.get("a:1") == b"y"
    assert await store.delete("a:1")
    assert await store.get("a:1") is None
    assert await store.delete("a:1")


async def test_only_one_adds(store):
    added = await asyncio.gather(*(store.add("a:1", str(n).encode(), 60) for n in range(20)))
    assert added.count(True) == 1
    assert await store.get("a:1") == str(added.index(True)).encode()


async def test_only_one_holds_a_lock(store):
    async with store.lock("l", 60) as first:
        async with store.lock("l", 60) as second:
            assert (first, second) == (True, False)
        async with store.lock("l", 60) as third:
            assert not third, "who did not hold it has not let it go"
    async with store.lock("l", 60) as again:
        assert again


async def test_lock_is_let_go_when_its_block_fails(store):
    with pytest.raises(RuntimeError):
        async with store.lock("l", 60):
            raise RuntimeError
    async with store.lock("l", 60) as held:
        assert held


async def test_lock_of_somebody_else_stays(store):
    async with store.lock("l", 60):
        await store.set("l", b"theirs", 60)  # ours has run out, and another process has taken it
    assert await store.get("l") == b"theirs"


async def test_memory_forgets_in_time():
    time = Time()
    store = Memory(clock=time)
    await store.set("a:1", b"x", 60)
    time.passes(59)
    assert await store.get("a:1") == b"x" and not await store.add("a:1", b"y", 60)
    time.passes(1)
    assert await store.get("a:1") is None and await store.add("a:1", b"y", 60)


async def test_redis_forgets_in_time(server):
    store = Shared(server.url, "t:")
    await store.set("a:1", b"x", 1234)
    assert 1230_000 < await store._redis.pttl("t:a:1") <= 1234_000
    await store.add("a:2", b"x", 30.5)
    assert 0 < await store._redis.pttl("t:a:2") <= 30_500
    await store.close()


async def test_memory_is_bounded_by_kind():
    store = Memory(most=3)
    await store.set("revoked:1", b"x", 60)
    for number in range(100):
        await store.set(f"used:{number}", b"x", 60)
    assert [await store.get(f"used:{n}") for n in (96, 97, 98, 99)] == [None, b"x", b"x", b"x"]
    assert await store.get("revoked:1") == b"x", "one kind does not push out another"


async def test_processes_share(server):
    one, other = Shared(server.url, "s:"), Shared(server.url, "s:")
    await one.set("a:1", b"x", 60)
    assert await other.get("a:1") == b"x"
    assert not await other.add("a:1", b"y", 60)
    async with one.lock("l", 60), other.lock("l", 60) as held:
        assert not held
    await one.close()
    await other.close()


async def test_redis_goes_and_comes_back(caplog):
    time = Time()
    with redis.running() as server:
        store = Shared(server.url, "d:", clock=time)
        await store.set("standing:1", b"before", 60)
        server.stop()
        assert await store.get("standing:1") is None
        assert not await store.set("revoked:1", b"1", 60), "others do not know of it"
        assert await store.get("revoked:1") == b"1", "the process goes on by itself"
        assert await store.add("used:1", b"1", 60) and not await store.add("used:1", b"1", 60)
        async with store.lock("l", 60) as held, store.lock("l", 60) as second:
            assert held and not second
        assert not await store.delete("standing:1"), "others may still know it"
        assert [record.message.split(";")[0] for record in caplog.records] == ["Redis fails (ConnectionError)"], "once"
        server.start()
        assert await store.get("revoked:1") == b"1"
        time.passes(PAUSE)
        assert await store.delete("other:1")
        assert await store.get("revoked:1") == b"1", "what was revoked meanwhile stays revoked"
        assert not await store.add("used:1", b"1", 60), "and what was used up stays used up"
        await store.close()


async def test_redis_that_never_was():
    store = Shared("redis://127.0.0.1:1/0", "n:")
    assert await store.get("a:1") is None
    await store.set("a:1", b"x", 60)
    assert await store.get("a:1") == b"x"
    await store.close()
