"""Generates valid, nearly valid and hostile email addresses."""

from collections.abc import Iterator
from random import Random

from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.grammar import address
from tools.fuzz.wire import inquiry


def shots(random: Random) -> Iterator[Shot]:
    marker = word(random)
    yield inquiry(random, marker, sender(random), changes={"email": address(random, marker)})
