import pytest

from app.http.rate_limiter import MAX_WAIT_SECONDS, RateLimiter, Slots, TooFastError
from app.inquiries.limits import CHECK_BURST, CHECK_RATE
from tests.support.clock import Clock

pytestmark = pytest.mark.anyio


@pytest.fixture
def time() -> Clock:
    return Clock()


async def test_a_burst_then_a_steady_rate(time: Clock) -> None:
    limiter = RateLimiter(2, 4, time)
    assert [limiter.wait() for _ in range(7)] == [0, 0, 0, 0, 0.5, 1, 1.5]
    time.passes(1.5)
    assert limiter.wait() == pytest.approx(0.5)


async def test_the_burst_recovers_after_a_pause(time: Clock) -> None:
    limiter = RateLimiter(2, 4, time)
    for _ in range(2):
        time.passes(100)
        assert [limiter.wait() for _ in range(5)] == [0, 0, 0, 0, 0.5]


async def test_each_name_has_its_own_limit(time: Clock) -> None:
    limiter = RateLimiter(1, 1, time)
    assert [limiter.wait("a"), limiter.wait("b"), limiter.wait("a")] == [0, 0, 1]


async def test_a_wait_too_long_is_rejected_and_not_counted(time: Clock) -> None:
    limiter = RateLimiter(1, 1, time)
    waits = [limiter.wait() for _ in range(MAX_WAIT_SECONDS + 1)]
    assert max(waits) == MAX_WAIT_SECONDS
    for _ in range(1000):
        with pytest.raises(TooFastError):
            limiter.wait()
    time.passes(1)
    assert limiter.wait() == MAX_WAIT_SECONDS


async def test_messages_that_do_not_wait_count_only_if_accepted(time: Clock) -> None:
    limiter = RateLimiter(CHECK_RATE, CHECK_BURST, time)
    assert [limiter.try_acquire("a") for _ in range(CHECK_BURST + 2)] == [*CHECK_BURST * [0], 20, 20]
    accepted = 0
    for _ in range(120):
        time.passes(5)
        accepted += limiter.try_acquire("a") == 0
    assert accepted >= 29
    time.passes(limiter.try_acquire("a"))
    assert limiter.try_acquire("a") == 0


def test_a_full_name_evicts_its_oldest_holder() -> None:
    slots = Slots[int](each=2, all=10)
    holders = (("a", 1), ("b", 2), ("a", 3), ("a", 4))
    assert [slots.acquire((name,), holder) for name, holder in holders] == [None, None, None, 1]
    assert len(slots) == 3
    slots.release(1)
    slots.release(3)
    assert slots.acquire(("a",), 5) is None


def test_full_slots_evict_the_oldest_holder() -> None:
    slots = Slots[int](each=2, all=3)
    assert [slots.acquire(str(number), number) for number in range(5)] == [None, None, None, 0, 1]
    assert len(slots) == 3


def test_a_household_with_many_networks_is_one_holder() -> None:
    slots = Slots[int](each=2, all=100)
    evicted = [slots.acquire((f"2001:db8:0:{number}::/64", "2001:db8::/56"), number) for number in range(6)]
    assert evicted == [None, None, None, None, 0, 1], "twice as many as one network"


async def test_a_larger_network_has_a_higher_rate(time: Clock) -> None:
    limiter = RateLimiter(1, 1, time)
    assert [limiter.wait(f"/64 {number}", "/56") for number in range(4)] == [0, 0.5, 1, 1.5]


@pytest.mark.parametrize("used_up", [0, 1, 2])
async def test_a_rejected_message_counts_for_no_network(used_up: int, time: Clock) -> None:
    limiter = RateLimiter(1, 1, time)
    names = ["/64", "/56", "/48"]
    with pytest.raises(TooFastError):
        while True:
            limiter.wait(names[used_up])
    with pytest.raises(TooFastError):
        limiter.wait(*names)
    assert len(limiter._due) == 1
