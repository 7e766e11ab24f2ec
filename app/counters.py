"""Counters in shared memory, so that each server process can report totals over all processes.

No locks are needed, because each process writes only its own counters.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from multiprocessing.sharedctypes import RawArray
from typing import Any, Literal, get_args

Kind = Literal["page", "file", "data", "inquiry", "desk", "members", "monitoring", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)
STATUSES = (200, 201, 204, 206, 301, 302, 303, 304, 307, 308, 400, 403, 404, 405, 408, 409, 410, 411, 412, 413, 414)
STATUSES += (415, 416, 422, 426, 429, 431, 500, 502, 503, 504, 0)
"""HTTP statuses with their own counter. 0 counts other statuses and requests without a response."""
FAILURES = (500, 502, 503, 504, 0)
BOUNDS_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

Gauge = Literal["web workers", "members processes", "websockets"]
GAUGES: tuple[Gauge, ...] = get_args(Gauge)
Event = Literal["exit", "hang", "memory", "members exit"]
EVENTS: tuple[Event, ...] = get_args(Event)
"""Reasons why a process was replaced."""

MAX_PROCESSES = 129
"""The maximum number of processes with counters: one parent, and twice the maximum of `WEB_WORKERS`. During a reload,
old and new workers run side by side.
"""

_BUCKETS = len(BOUNDS_SECONDS) + 1
_SIZES = (len(GAUGES), len(EVENTS), len(KINDS) * len(STATUSES), len(KINDS) * _BUCKETS, len(KINDS))
_GAUGES, _EVENTS, _COUNTS, _DURATIONS, _SUMS, SIZE = accumulate(_SIZES, initial=0)
_STATUS_INDEX = {status: index for index, status in enumerate(STATUSES)}


class Counters:
    def __init__(self, cells: Any) -> None:
        self.cells = cells

    def set(self, gauge: Gauge, value: int) -> None:
        self.cells[_GAUGES + GAUGES.index(gauge)] = value

    def add(self, gauge: Gauge, change: int) -> None:
        self.cells[_GAUGES + GAUGES.index(gauge)] += change

    def count(self, event: Event) -> None:
        self.cells[_EVENTS + EVENTS.index(event)] += 1

    def clear_gauges(self) -> None:
        for gauge in GAUGES:
            self.set(gauge, 0)

    def index(self, kind: Kind, status: int) -> int:
        return _COUNTS + KINDS.index(kind) * len(STATUSES) + _STATUS_INDEX.get(status, len(STATUSES) - 1)

    def observe(self, kind: Kind, status: int, seconds: float) -> None:
        number = KINDS.index(kind)
        self.cells[self.index(kind, status)] += 1
        self.cells[_DURATIONS + number * _BUCKETS + bisect_left(BOUNDS_SECONDS, seconds)] += 1
        self.cells[_SUMS + number] += round(seconds * 1e9)

    def gauge(self, gauge: Gauge) -> int:
        return self.cells[_GAUGES + GAUGES.index(gauge)]

    def events(self) -> Iterator[tuple[Event, int]]:
        return zip(EVENTS, self.cells[_EVENTS:_COUNTS], strict=True)

    def requests(self) -> Iterator[tuple[Kind, int, int]]:
        """Yields the number of requests for each kind and status.

        Omits zeros, except those of `FAILURES`. Prometheus detects a first failure only if the number was 0 before.
        """
        numbers = iter(self.cells[_COUNTS:_DURATIONS])
        for kind in KINDS:
            for status in STATUSES:
                number = next(numbers)
                if number or status in FAILURES:
                    yield kind, status, number

    def durations(self, kind: Kind) -> tuple[list[int], float]:
        """Returns the number of requests in each duration range, and the total duration in seconds."""
        number = KINDS.index(kind)
        first = _DURATIONS + number * _BUCKETS
        return list(self.cells[first : first + _BUCKETS]), self.cells[_SUMS + number] / 1e9


class SharedCounters:
    """Counters for several processes. One process creates the counters and passes them to its child processes."""

    def __init__(self, processes: int = MAX_PROCESSES) -> None:
        self._memory = RawArray("Q", SIZE * processes)
        self._free = list(range(processes - 1, -1, -1))

    def acquire(self) -> int:
        """Reserves counters for a process and returns their index. Does not reset them, so totals never decrease."""
        return self._free.pop() if len(self._free) > 1 else self._free[0]

    def release(self, number: int) -> None:
        self.of(number).clear_gauges()
        if number not in self._free:
            self._free.append(number)

    def of(self, number: int) -> Counters:
        return Counters(self._cells()[number * SIZE : (number + 1) * SIZE])

    def total(self) -> Counters:
        cells = self._cells().tolist()
        return Counters([sum(cells[index::SIZE]) for index in range(SIZE)])

    def _cells(self) -> memoryview:
        return memoryview(self._memory).cast("B").cast("Q")


_shared: SharedCounters = SharedCounters(1)
_own: Counters = _shared.of(0)


def use(shared: SharedCounters, number: int) -> None:
    global _shared, _own
    _shared = shared
    _own = shared.of(number)
    _own.set("web workers", 1)


def own() -> Counters:
    return _own


def total() -> Counters:
    return _shared.total()
