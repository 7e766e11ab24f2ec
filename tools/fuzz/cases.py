"""Test cases: bytes for the site, who sends them, and what the site owes if it accepts them."""

import base64
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

MARK = "zqfuzz"
"""The beginning of every marker word. The log and the subjects of mails must have none of them."""
WORD = re.compile(rf"{MARK}[0-9a-f]{{12}}")


@dataclass(frozen=True)
class Form:
    """What a shot has in its form: the e-mail address, and a marker word of the message, which a mail to the studio
    must contain if the form is accepted."""

    email: str
    word: str


@dataclass(frozen=True)
class Shot:
    """The bytes of one connection. `sender` is the client's address. The site owes an answer to a
    shot that `is_whole`. The connection of one that `is_cut` is reset as soon as all is sent."""

    data: bytes
    sender: str
    form: Form | None = None
    is_whole: bool = True
    is_cut: bool = False


@dataclass(frozen=True)
class Case:
    """Shots that follow one another. The name is family-seed-number."""

    name: str
    shots: tuple[Shot, ...] = field(repr=False)

    @property
    def family(self) -> str:
        return self.name.split("-")[0]


Generator = Callable[[Random], Iterable[Shot]]
"""Makes the shots of one case. The same random state gives the same shots."""


def make(family: str, generator: Generator, seed: int, number: int) -> Case:
    """Creates case `number` of a family."""
    name = f"{family}-{seed}-{number}"
    return Case(name, tuple(generator(Random(name))))


def word(random: Random) -> str:
    """A new marker word."""
    return f"{MARK}{random.getrandbits(48):012x}"


def sender(random: Random) -> str:
    """An address of a network of its own, so that no two cases share a limit."""
    return f"2a{random.randrange(256):02x}:{random.getrandbits(16):x}:{random.getrandbits(16):x}::{1:x}"


def save(case: Case, folder: Path) -> Path:
    """Writes a case to a file in `folder`. Returns the file."""
    shots = [
        {**vars(each), "data": base64.b64encode(each.data).decode(), "form": each.form and vars(each.form)}
        for each in case.shots
    ]
    file = folder / f"{case.name}.json"
    file.write_text(json.dumps({"name": case.name, "shots": shots}))
    return file


def load(file: Path) -> Case:
    """Reads a case that `save` has written."""
    saved = json.loads(file.read_text())
    shots = [
        Shot(**{**each, "data": base64.b64decode(each["data"]), "form": each["form"] and Form(**each["form"])})
        for each in saved["shots"]
    ]
    return Case(saved["name"], tuple(shots))


def shortened(data: bytes, most: int = 300) -> str:
    """The printable beginning of some bytes, for a report."""
    text = data[:most].decode("latin-1").encode("unicode_escape").decode()
    return text if len(data) <= most else f"{text} … ({len(data)} bytes)"
