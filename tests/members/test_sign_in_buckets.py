import asyncio
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import pytest

from app.members import sign_in_limits
from app.members.membership import REQUESTS
from app.members.sign_in_limits import (
    ADDRESS_LIMITS,
    BROWSER_LIMIT,
    EXCHANGE_LIMIT,
    MAX_CONCURRENT_ATTEMPTS,
    RESERVED_FOR_CLEAN_ADDRESSES,
    RESERVED_FOR_KNOWN_BROWSERS,
    SITE_LIMIT,
    Caller,
    SignInLimiter,
    TooManyTriesError,
)
from app.members.store import Limit, MemoryStore
from tests.support.clock import Clock

pytestmark = pytest.mark.anyio

NEW_BROWSERS = count()


@pytest.fixture(autouse=True)
def exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in_limits, "EXCHANGE_LIMIT", Limit(1000, 1))


@pytest.fixture
def limiter(time: Clock) -> SignInLimiter:
    return SignInLimiter(MemoryStore(clock=time), "secret")


async def fail_attempt(limiter: SignInLimiter, *networks: str, browser: str = "", known: bool = False) -> bool:
    try:
        async with limiter.attempt(Caller(networks, browser or str(next(NEW_BROWSERS)), known)):
            raise RuntimeError
    except RuntimeError:
        return True
    except TooManyTriesError:
        return False


async def count_allowed(limiter: SignInLimiter, addresses: list[str]) -> int:
    return sum([await fail_attempt(limiter, address) for address in addresses])


async def test_an_attempt_is_refilled_every_minute(limiter: SignInLimiter, time: Clock) -> None:
    assert await count_allowed(limiter, ["a"] * 30) == ADDRESS_LIMITS[0].capacity
    time.passes(ADDRESS_LIMITS[0].refill_seconds - 1)
    assert not await fail_attempt(limiter, "a")
    time.passes(1)
    assert await count_allowed(limiter, ["a"] * 30) == 1
    time.passes(ADDRESS_LIMITS[0].capacity * ADDRESS_LIMITS[0].refill_seconds)
    assert await count_allowed(limiter, ["a"] * 30) == ADDRESS_LIMITS[0].capacity


async def test_a_household_with_many_networks_is_one_sender(limiter: SignInLimiter) -> None:
    failed = 0
    for number in range(100):
        failed += await fail_attempt(limiter, f"2001:db8:0:{number:x}::/64", "2001:db8::/56", "2001:db8::/48")
    assert failed == ADDRESS_LIMITS[1].capacity == 2 * ADDRESS_LIMITS[0].capacity
    async with limiter.attempt(Caller(("203.0.113.9",), "elsewhere", known=False)):
        pass


async def test_the_error_contains_the_wait(limiter: SignInLimiter, time: Clock) -> None:
    await count_allowed(limiter, ["a"] * 30)
    time.passes(ADDRESS_LIMITS[0].refill_seconds - 7.5)
    with pytest.raises(TooManyTriesError) as refusal:
        async with limiter.attempt(Caller(("a",), "x", known=False)):
            pytest.fail("the block must not run")
    assert refusal.value.seconds == 8


async def test_attempts_are_reserved_for_likely_genuine_clients(limiter: SignInLimiter) -> None:
    herd = [f"h{number}" for number in range(200)]
    taken = await count_allowed(limiter, herd[:4] * ADDRESS_LIMITS[0].capacity)
    assert taken == SITE_LIMIT.capacity - RESERVED_FOR_KNOWN_BROWSERS - RESERVED_FOR_CLEAN_ADDRESSES
    assert await count_allowed(limiter, herd[4:]) == RESERVED_FOR_CLEAN_ADDRESSES
    assert not await fail_attempt(limiter, "newcomer")
    known = [await fail_attempt(limiter, "h1", browser=f"b{number}", known=True) for number in range(100)]
    assert sum(known) == RESERVED_FOR_KNOWN_BROWSERS


async def test_a_known_browser_has_a_bucket_of_its_own(limiter: SignInLimiter) -> None:
    assert await count_allowed(limiter, ["a"] * 30) == ADDRESS_LIMITS[0].capacity
    assert sum([await fail_attempt(limiter, "a", browser="b", known=True) for _ in range(20)]) == BROWSER_LIMIT.capacity


async def test_rejected_attempts_change_no_bucket(limiter: SignInLimiter, time: Clock) -> None:
    await count_allowed(limiter, ["a"] * 1000)
    stored = limiter._store._kinds  # pyright: ignore[reportAttributeAccessIssue]
    assert {kind: len(keys) for kind, keys in stored.items()} == {
        "tries-browser": ADDRESS_LIMITS[0].capacity,
        "tries-address": 1,
        "tries-site": 1,
        "sign-in-exchanges": 1,
        "doubted": 1,
    }
    time.passes(SITE_LIMIT.refill_seconds * ADDRESS_LIMITS[0].capacity)
    assert await count_allowed(limiter, ["b"]) == 1


async def test_no_address_is_stored(limiter: SignInLimiter) -> None:
    await count_allowed(limiter, ["192.0.2.1"])
    stored = limiter._store._kinds  # pyright: ignore[reportAttributeAccessIssue]
    keys = [key for kind in stored.values() for key in kind._entries]
    assert len(keys) == 5 and not [key for key in keys if "192.0.2.1" in key]


async def test_concurrent_attempts_of_an_address_queue(limiter: SignInLimiter) -> None:
    under_way = most = 0
    go_on = asyncio.Event()

    async def signs_in(number: int) -> None:
        nonlocal under_way, most
        async with limiter.attempt(Caller(("a",), f"b{number}", known=False)):
            under_way += 1
            most = max(most, under_way)
            await go_on.wait()
            under_way -= 1

    people = [asyncio.ensure_future(signs_in(number)) for number in range(4 * MAX_CONCURRENT_ATTEMPTS)]
    while under_way < MAX_CONCURRENT_ATTEMPTS:
        await asyncio.sleep(0)
    async with (
        limiter.attempt(Caller(("b",), "elsewhere", known=False)),
        limiter.attempt(Caller(("a",), "known", known=True)),
    ):
        pass  # clients from other networks, and browsers that have signed in before, need not wait
    go_on.set()
    await asyncio.gather(*people)
    assert most == MAX_CONCURRENT_ATTEMPTS and not limiter._queues


async def test_queued_attempts_time_out(limiter: SignInLimiter, monkeypatch) -> None:
    monkeypatch.setattr(sign_in_limits, "QUEUE_TIMEOUT_SECONDS", 0.01)
    go_on = asyncio.Event()

    async def signs_in(number: int) -> None:
        async with limiter.attempt(Caller(("a",), f"b{number}", known=False)):
            await go_on.wait()

    people = [asyncio.ensure_future(signs_in(number)) for number in range(2 * MAX_CONCURRENT_ATTEMPTS)]
    late = await asyncio.gather(*people[MAX_CONCURRENT_ATTEMPTS:], return_exceptions=True)
    assert all(isinstance(each, TooManyTriesError) for each in late)
    go_on.set()
    await asyncio.gather(*people[:MAX_CONCURRENT_ATTEMPTS])


async def test_a_cancelled_attempt_counts(limiter: SignInLimiter) -> None:
    async def leaves() -> None:
        async with limiter.attempt(Caller(("a",), "b", known=False)):
            await asyncio.Event().wait()

    for _ in range(BROWSER_LIMIT.capacity):
        leaving = asyncio.ensure_future(leaves())
        for _ in range(10):
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
    assert not await fail_attempt(limiter, "a", browser="b") and not limiter._queues


async def test_successes_are_limited_for_the_whole_site(
    limiter: SignInLimiter, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in_limits, "EXCHANGE_LIMIT", EXCHANGE_LIMIT)
    monkeypatch.setattr(sign_in_limits, "QUEUE_TIMEOUT_SECONDS", 0.05)

    async def signs_in(number: int) -> bool:
        try:
            async with limiter.attempt(Caller((f"a{number}",), f"b{number}", known=True)):
                return True
        except TooManyTriesError:
            return False

    assert sum(await asyncio.gather(*map(signs_in, range(100)))) == EXCHANGE_LIMIT.capacity
    time.passes(3.5 * EXCHANGE_LIMIT.refill_seconds)
    assert sum(await asyncio.gather(*map(signs_in, range(100)))) == 3
    time.passes(10)
    assert await signs_in(0) and limiter._in_progress == 0
    assert await fail_attempt(limiter, "a99"), "a refused attempt is no failure"


@pytest.fixture
async def virtual_time(time: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Advances the clock instead of waiting."""
    loop: Any = asyncio.get_running_loop()
    select = loop._selector.select

    def skip(timeout: float | None) -> Any:
        time.passes(timeout or 0)
        return select(timeout and 0)

    with monkeypatch.context() as patch:
        patch.setattr(sign_in_limits, "EXCHANGE_LIMIT", EXCHANGE_LIMIT)
        patch.setattr(loop, "time", time)
        # The default of 1e-9 is so small that adding it to the clock's time would have no effect.
        patch.setattr(loop, "_clock_resolution", 1e-6)
        patch.setattr(loop._selector, "select", skip)
        yield


async def sign_in(limiter: SignInLimiter, address: str, *, known: bool) -> bool:
    try:
        async with limiter.attempt(Caller((address,), str(next(NEW_BROWSERS)), known)):
            await asyncio.sleep(0.5)
    except TooManyTriesError:
        return False
    return True


@pytest.mark.usefixtures("virtual_time")
@pytest.mark.parametrize("known", [0, 30, 100])
async def test_a_rush_waits(limiter: SignInLimiter, known: int) -> None:
    people = [sign_in(limiter, f"a{number}", known=number < known) for number in range(100)]
    assert all(await asyncio.gather(*people))


@pytest.mark.usefixtures("virtual_time")
async def test_a_rush_includes_people_behind_one_address(limiter: SignInLimiter) -> None:
    people = [sign_in(limiter, f"a{max(number, 30)}", known=False) for number in range(100)]
    assert all(await asyncio.gather(*people))


@pytest.mark.usefixtures("virtual_time")
@pytest.mark.parametrize("known", [True, False])
async def test_known_browsers_and_others_do_not_wait_for_each_other(
    limiter: SignInLimiter, time: Clock, known: bool
) -> None:
    """Somebody with one account and many codes cannot prevent others from signing in."""
    rush = [asyncio.ensure_future(sign_in(limiter, f"a{number}", known=not known)) for number in range(35)]
    for number in range(5):
        await asyncio.sleep(1)
        start = time()
        assert await sign_in(limiter, f"home{number}", known=known) and time() - start < 1
    assert not rush[-1].done()
    assert all(await asyncio.gather(*rush))


def test_figures() -> None:
    exchanges = 2 * (EXCHANGE_LIMIT.capacity + 2 / EXCHANGE_LIMIT.refill_seconds)
    memberships = REQUESTS.capacity + 2 / REQUESTS.refill_seconds
    assert 2 * exchanges + memberships < 100, "Patreon allows 100 requests in 2 s"
    assert ADDRESS_LIMITS[0].capacity + 600 / ADDRESS_LIMITS[0].refill_seconds <= 20
    assert SITE_LIMIT.capacity + 2 / SITE_LIMIT.refill_seconds < 100
