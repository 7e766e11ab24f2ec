"""E-mail addresses of enquiries, by the grammar."""

from collections.abc import Iterator
from random import Random

from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.grammar import address
from tools.fuzz.wire import enquiry


def shots(random: Random) -> Iterator[Shot]:
    """One enquiry with an address that is valid, nearly valid, or hostile."""
    marker = word(random)
    yield enquiry(random, marker, sender(random), changes={"email": address(random, marker)})
