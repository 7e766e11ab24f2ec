"""No repeated string makes one of the site's regular expressions extremely slow."""

import re
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from app.folders import ROOT
from tests.support.patterns import SLOW_STRINGS, patterns

FILES = sorted((ROOT / "app").rglob("*.py"))
CHARS = 50_000
MAX_SECONDS = 0.5
"""The CPU time that a pattern may take. The site's patterns take less than 0.02 seconds."""


class TooSlowError(Exception):
    """Raised if a match takes longer than `MAX_SECONDS`."""


@pytest.fixture(autouse=True)
def cpu_limit() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    yield
    signal.signal(signal.SIGVTALRM, before)


def slow_strings(pattern: str | bytes, flags: int = 0) -> list[str]:
    """Returns the strings whose repetition makes the pattern slow. The final `!` causes backtracking."""
    compiled: re.Pattern[Any] = re.compile(pattern, flags)
    found: list[str] = []
    for string in SLOW_STRINGS:
        text = string * (CHARS // len(string)) + "!"
        signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
        try:
            compiled.fullmatch(text.encode() if isinstance(pattern, bytes) else text)
        except TooSlowError:
            found.append(string)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return found


@pytest.mark.parametrize("pattern", ["(a+)+", b"(a*)*b", "a*[ab]*c"])
def test_a_slow_pattern_is_found(pattern: str | bytes) -> None:
    assert "a" in slow_strings(pattern)


def test_the_project_s_patterns_are_fast() -> None:
    found = {
        f"{file.relative_to(ROOT)}: {pattern!r}: {strings}"
        for file in FILES
        if file.name != "__main__.py"
        for pattern, flags in patterns(file)
        if (strings := slow_strings(pattern, flags))
    }
    assert found == set()
