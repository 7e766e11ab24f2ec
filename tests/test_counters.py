"""All processes share counters. Totals include exited processes, but gauges include only running processes."""

import multiprocessing
from typing import Any

import pytest

from app import counters
from app.counters import FAILURES, KINDS, Counters, Kind, SharedCounters


def counted(numbers: Counters) -> list[tuple[Kind, int, int]]:
    return [each for each in numbers.requests() if each[2]]


def work(shared: SharedCounters, number: int) -> None:
    counters.use(shared, number)
    counters.own().observe("page", 200, 0.002)
    counters.own().add("websockets", 1)
    counters.own().count("members exit")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_sums_of_processes(method: str) -> None:
    context: Any = multiprocessing.get_context(method)
    shared = SharedCounters()
    numbers = [shared.acquire() for _ in range(3)]
    processes = [context.Process(target=work, args=(shared, number)) for number in numbers]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    total = shared.total()
    assert counted(total) == [("page", 200, 3)] and dict(total.events())["members exit"] == 3
    assert (total.gauge("websockets"), total.gauge("web workers")) == (3, 3)
    shared.release(numbers[0])
    total = shared.total()
    assert (total.gauge("websockets"), total.gauge("web workers")) == (2, 2)
    assert counted(total) == [("page", 200, 3)]


def test_a_new_process_continues_the_counts_of_an_earlier_one() -> None:
    shared = SharedCounters(2)
    for _ in range(3):
        number = shared.acquire()
        shared.of(number).observe("file", 404, 1)
        shared.release(number)
    assert counted(shared.total()) == [("file", 404, 3)]


def test_more_processes_than_cells_share_the_last_cells() -> None:
    shared = SharedCounters(2)
    assert len({shared.acquire() for _ in range(5)}) == 2


def test_failures_are_counted_from_zero() -> None:
    own = SharedCounters(1).of(0)
    assert [*own.requests()] == [(kind, status, 0) for kind in KINDS for status in FAILURES]
    for status in (410, 426, 503, 418):
        own.observe("members", status, 0)
    assert counted(own) == [("members", status, 1) for status in (410, 426, 503, 0)]


@pytest.mark.parametrize(("seconds", "bucket"), [(0, 0), (0.0005, 0), (0.0006, 1), (10, 13), (11, 14)])
def test_durations(seconds: float, bucket: int) -> None:
    own = SharedCounters(1).of(0)
    own.observe("desk", 418, seconds)
    numbers, total = own.durations("desk")
    assert (numbers.index(1), sum(numbers), total) == (bucket, 1, seconds)
    assert counted(own) == [("desk", 0, 1)]
