"""The log prints repeated messages once, with a count. Sentry receives every message."""

import io
import logging
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from app.server import log, repeats
from app.server.repeats import MAX_VARIANTS, CountingHandler
from tests.support.clock import Clock

FULL = "Outbox failed (%s); retrying every 2 s"


class Log:
    def __init__(self) -> None:
        self.time = Clock()
        self.handler = CountingHandler(self.time)
        self.stream = self.handler.stream = io.StringIO()
        self.logger = logging.Logger("app.inquiries.outbox")
        self.logger.addHandler(self.handler)

    @property
    def lines(self) -> list[str]:
        return self.stream.getvalue().splitlines()


@pytest.fixture
def printed() -> Iterator[Log]:
    made = Log()
    yield made
    made.handler.close()


def test_a_repeated_record_is_counted(printed: Log) -> None:
    for _ in range(31):
        printed.logger.error(FULL, "disk full")
        printed.time.passes(2)
    once = FULL % "disk full"
    assert printed.lines == [once, f"{once} … repeated 29 times in 60 s", once]


def test_other_records_are_printed(printed: Log) -> None:
    other = logging.Logger("app.other")
    other.addHandler(printed.handler)
    for logger in (printed.logger, other):
        for level in (logging.WARNING, logging.ERROR):
            for text in ("%s is full", "%s is back"):
                logger.log(level, text, "The disk")
    assert len(printed.lines) == 8


def test_a_flood_of_different_texts_is_counted(printed: Log) -> None:
    for number in range(100):
        printed.logger.error(FULL, number)
    assert printed.lines == [FULL % number for number in range(MAX_VARIANTS)]
    printed.handler.close()
    assert printed.lines[-1] == f"{FULL} … repeated 90 times in 60 s"


def test_errors_at_different_places_are_different(printed: Log) -> None:
    def fail(kind: type[Exception]) -> None:
        try:
            raise kind
        except kind:
            printed.logger.exception("Request failed")

    for _ in range(2):
        for kind in (ValueError, KeyError):
            fail(kind)
    assert printed.lines.count("Request failed") == 2 and printed.lines[-1] == "KeyError"


def test_repeats_are_reported_without_a_further_record(printed: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    class Timer:
        started: ClassVar[list["Timer"]] = []

        def __init__(self, _seconds: float, run: Any) -> None:
            self.run = run

        def start(self) -> None:
            self.started.append(self)

        def cancel(self) -> None:
            pass

    monkeypatch.setattr(repeats.threading, "Timer", Timer)
    for _ in range(3):
        printed.logger.error("x")
    [first] = Timer.started
    printed.time.passes(30)
    first.run()
    assert printed.lines == ["x"] and len(Timer.started) == 2
    printed.time.passes(30)
    Timer.started[1].run()
    assert printed.lines == ["x", "x … repeated 2 times in 60 s"] and len(Timer.started) == 2


def test_no_record_is_lost_beyond_the_memory(printed: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "MAX_MESSAGES", 2)
    for text in "abcc":
        printed.logger.error(text)
    assert printed.lines == ["a", "b", "c", "c"]


def test_a_record_with_wrong_arguments_is_printed(printed: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    printed.handler.setFormatter(log.Line(as_json=False))
    for _ in range(2):
        printed.logger.error("%d", "x")
    assert len(printed.lines) == 1 and "%d ('x',)" in printed.lines[0]
