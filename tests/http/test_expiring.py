import asyncio
from collections.abc import Callable, Sized

import pytest

from app.http import shares
from app.http.expiring import ExpiringDict
from app.http.rate_limiter import RateLimiter
from app.http.shares import Shares
from app.members.store import MemoryStore

pytestmark = pytest.mark.anyio

TTL_SECONDS = 0.05


async def test_entries_are_deleted_when_they_expire() -> None:
    entries = ExpiringDict[int](10)
    for number in range(3):
        entries.set(str(number), number, TTL_SECONDS * number)
    entries.set("long", 1, 60)
    assert entries.get("long") == 1 and len(entries) == 4
    await asyncio.sleep(4 * TTL_SECONDS)
    assert (entries.get("2"), entries.get("long"), len(entries)) == (None, 1, 1)


async def test_an_entry_that_is_set_again_expires_later() -> None:
    entries = ExpiringDict[int](10)
    entries.set("a", 1, TTL_SECONDS)
    entries.set("a", 2, 60)
    await asyncio.sleep(2 * TTL_SECONDS)
    assert entries.get("a") == 2


async def test_the_oldest_entry_makes_room() -> None:
    entries = ExpiringDict[int](2)
    for key in ("a", "b", "a", "c"):
        entries.set(key, 1, 60)
    assert [key for key in "abc" if entries.get(key)] == ["a", "c"]


async def _limiter() -> Sized:
    limiter = RateLimiter(1 / TTL_SECONDS, 1)
    limiter.wait("192.0.2.1")
    return limiter._due


async def _shares() -> Sized:
    slots = Shares(4, (3,))
    slots.try_acquire(["192.0.2.1"])
    slots.release(["192.0.2.1"], failed=True)
    return slots._failures


async def _store() -> Sized:
    store = MemoryStore()
    await store.set("doubted:192.0.2.1", b"1", TTL_SECONDS)
    return store._kinds["doubted"]


@pytest.mark.parametrize("used", [_limiter, _shares, _store])
async def test_limits_forget_addresses(used: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "FAILURE_TTL_SECONDS", TTL_SECONDS)
    entries = await used()
    assert len(entries) == 1
    await asyncio.sleep(2 * TTL_SECONDS)
    assert len(entries) == 0
