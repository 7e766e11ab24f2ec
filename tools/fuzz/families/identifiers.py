"""Generates forms with missing or invalid IDs, and several forms with the same ID."""

from collections.abc import Iterator
from random import Random
from uuid import UUID

from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.wire import inquiry

ODD = [
    "", "x", "0" * 32, "{" + "0" * 32 + "}", "urn:uuid:" + "0" * 32, "0" * 5000, "%", "_" * 36, "' OR 1=1",
    "\u0660" * 32,
]  # fmt: skip


def shots(random: Random) -> Iterator[Shot]:
    shared = str(UUID(int=random.getrandbits(128), version=4))
    spelled = [shared, shared.upper(), shared.replace("-", ""), f"{{{shared}}}", f"urn:uuid:{shared}"]
    if random.random() < 0.3:
        yield inquiry(random, word(random), sender(random), changes={"id": random.choice(ODD)})
        return
    first = inquiry(random, word(random), sender(random), changes={"id": shared})
    yield first
    if random.random() < 0.3:
        yield first  # sending a form again must not create a second inquiry
        return
    for _ in range(random.choice([1, 2])):
        yield inquiry(random, word(random), sender(random), changes={"id": random.choice(spelled)})
