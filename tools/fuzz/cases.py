"""Test cases of the fuzzer: the bytes to send, and the expected emails."""

import base64
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

MARKER_PREFIX = "zqfuzz"
"""The prefix of the marker word in each form. Marker words must not appear in logs or email subjects."""
WORD = re.compile(rf"{MARKER_PREFIX}[0-9a-f]{{12}}")
MAX_SHOWN_BYTES = 300


@dataclass(frozen=True)
class Form:
    """A form with a random marker word, which the email to the studio must contain."""

    email: str
    word: str


@dataclass(frozen=True)
class Shot:
    """The bytes to send on one connection, and the client's address."""

    data: bytes
    sender: str
    form: Form | None = None
    is_whole: bool = True
    """Whether the request is complete. The site must respond to complete requests."""
    is_cut: bool = False
    """Whether to reset the connection after sending."""


@dataclass(frozen=True)
class Case:
    name: str
    shots: tuple[Shot, ...] = field(repr=False)

    @property
    def family(self) -> str:
        return self.name.split("-")[0]


Generator = Callable[[Random], Iterable[Shot]]
"""A function that creates a case's requests. The requests depend only on the random generator."""


def make(family: str, generator: Generator, seed: int, number: int) -> Case:
    name = f"{family}-{seed}-{number}"
    return Case(name, tuple(generator(Random(name))))


def word(random: Random) -> str:
    return f"{MARKER_PREFIX}{random.getrandbits(48):012x}"


def sender(random: Random) -> str:
    """Returns a random IPv6 address, because senders must not share a rate limit."""
    return f"2a{random.randrange(256):02x}:{random.getrandbits(16):x}:{random.getrandbits(16):x}::{1:x}"


def save(case: Case, folder: Path) -> Path:
    shots = [
        {**vars(each), "data": base64.b64encode(each.data).decode(), "form": each.form and vars(each.form)}
        for each in case.shots
    ]
    file = folder / f"{case.name}.json"
    file.write_text(json.dumps({"name": case.name, "shots": shots}))
    return file


def load(file: Path) -> Case:
    saved = json.loads(file.read_text())
    shots = [
        Shot(**{**each, "data": base64.b64decode(each["data"]), "form": each["form"] and Form(**each["form"])})
        for each in saved["shots"]
    ]
    return Case(saved["name"], tuple(shots))


def shortened(data: bytes) -> str:
    text = data[:MAX_SHOWN_BYTES].decode("latin-1").encode("unicode_escape").decode()
    return text if len(data) <= MAX_SHOWN_BYTES else f"{text} … ({len(data)} bytes)"
