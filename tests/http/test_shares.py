import asyncio

import pytest

from app.http import shares
from app.http.shares import Shares

pytestmark = pytest.mark.anyio

HOUSEHOLD = [(f"2001:db8:1:{number:x}::/64", "2001:db8:1::/56", "2001:db8:1::/48") for number in range(30)]
CUSTOMER = ("203.0.113.9",)


def attackers(number: int) -> list[tuple[str, ...]]:
    return [(f"198.51.100.{last}",) for last in range(number)]


async def test_a_sender_gets_no_more_than_its_share() -> None:
    slots = Shares(12, (3, 6, 9))
    assert [slots.try_acquire(attackers(1)[0]) for _ in range(12)].count(True) == 3
    assert slots.try_acquire(CUSTOMER)


async def test_a_household_with_many_networks_is_one_sender() -> None:
    slots = Shares(12, (3, 6, 9))
    assert [slots.try_acquire(each) for each in HOUSEHOLD].count(True) == 6
    other_household = ("2001:db8:1:aaaa::/64", "2001:db8:1:aa00::/56", "2001:db8:1::/48")
    assert [slots.try_acquire(other_household) for _ in range(4)].count(True) == 3, "of the same /48"
    assert slots.try_acquire(CUSTOMER)


async def test_released_slots_are_free_again() -> None:
    slots = Shares(4, (1,))
    taken = [each for each in attackers(10) if slots.try_acquire(each)]
    assert len(taken) == 4
    slots.release(taken[0])
    assert slots.try_acquire(CUSTOMER) and not slots.try_acquire(taken[0])


async def test_the_reserve_is_for_senders_that_hold_nothing() -> None:
    slots = Shares(12, (6,), reserve=4)
    assert [slots.try_acquire(each) for each in attackers(2) * 6].count(True) == 8
    assert slots.try_acquire(CUSTOMER) and not slots.try_acquire(CUSTOMER)


async def test_the_reserve_is_not_for_senders_that_have_failed() -> None:
    now = 0.0
    slots = Shares(4, (3,), reserve=2, clock=lambda: now)
    for each in attackers(9):
        assert slots.try_acquire(each)
        slots.release(each, failed=True)
    assert [slots.try_acquire(each) for each in attackers(9)].count(True) == 2
    assert slots.try_acquire(CUSTOMER)
    now += shares.FAILURE_TTL_SECONDS
    assert slots.try_acquire(attackers(9)[8])


async def test_a_larger_network_fails_after_more_failures() -> None:
    slots = Shares(4, (3,), reserve=2)
    neighbour = ("2001:db8:1:ff::/64", *HOUSEHOLD[0][1:])
    for number, each in enumerate(HOUSEHOLD[:2]):
        assert slots.has_failed(neighbour) is False, number
        assert slots.try_acquire(each)
        slots.release(each, failed=True)
    assert slots.has_failed(neighbour)


async def test_the_number_of_stored_failures_is_bounded() -> None:
    slots = Shares(4, (3,))
    senders = [(f"10.0.{number // 256}.{number % 256}",) for number in range(shares.MAX_REMEMBERED + 1)]
    for each in senders:
        slots.try_acquire(each)
        slots.release(each, failed=True)
    assert [slots.has_failed(each) for each in (senders[0], senders[1], senders[-1])] == [False, True, True]


async def test_senders_wait_in_turn() -> None:
    slots = Shares(2, (1,))
    first, second = attackers(2)
    assert await slots.acquire(first, 1) and not await slots.acquire(first, 0.01)
    assert await slots.acquire(second, 1)
    waiting = [asyncio.create_task(slots.acquire(each, 5)) for each in (first, CUSTOMER)]
    await asyncio.sleep(0)
    slots.release(second)
    assert await waiting[1], "the first in the queue has its share already"
    slots.release(first)
    assert await waiting[0]


async def test_a_cancelled_sender_takes_no_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    slots = Shares(1, (1,))
    assert slots.try_acquire(CUSTOMER)
    waiting = asyncio.create_task(slots.acquire(attackers(1)[0], 5))
    await asyncio.sleep(0)
    slots.release(CUSTOMER)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert slots.try_acquire(CUSTOMER)
    monkeypatch.setattr(shares, "MAX_WAITING", 0)
    assert not await slots.acquire(attackers(1)[0], 5)


async def test_a_sender_does_not_fill_the_queue() -> None:
    slots = Shares(1, (1, 2, 4))
    assert slots.try_acquire(CUSTOMER)
    waiting = [asyncio.create_task(slots.acquire(each, 5)) for each in HOUSEHOLD]
    await asyncio.sleep(0)
    refused = [each for each in waiting if each.done()]
    assert len(waiting) - len(refused) == 2 * shares.MAX_WAITING_PER_SLOT
    other = asyncio.create_task(slots.acquire(attackers(1)[0], 5))
    await asyncio.sleep(0)
    assert not other.done(), "somebody else may wait"
    for each in (*waiting, other):
        each.cancel()
    await asyncio.wait([*waiting, other])
