"""Generates hostile cookies: quoted, malformed, very long, or thousands at once."""

from collections.abc import Iterator
from random import Random

from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.wire import get

TARGETS = [
    "/", "/about", "/patreon/private", "/patreon", "/patreon/login", "/patreon/callback?code=a&state=b", "/config.json",
]  # fmt: skip
NAMES = ["lang", "language", "session", "__Host-session", "sign-in", "", "a", "=", "$Version", "é", '"']


def shots(random: Random) -> Iterator[Shot]:
    own, marker = sender(random), word(random)
    make = random.choice([_quoted, _many, _long, _odd])
    cookies = f"who={marker}; {make(random)}"
    split = [("Cookie", each) for each in cookies.split("; ")[:50]] if random.random() < 0.1 else [("Cookie", cookies)]
    yield Shot(get(random.choice(TARGETS), own, *split), own, is_whole=len(cookies) < 50_000)


def _quoted(random: Random) -> str:
    unit = random.choice(["\\", '\\"', "\\134", "\\377", '"', "\\0", "a\\"])
    count = random.choice([10, 1000, 60_000 // len(unit)])
    return f'{random.choice(NAMES)}="{unit * count}"'


def _many(random: Random) -> str:
    count = random.choice([100, 5000, 15_000])
    cookies = (f"{random.choice(['a', 'b', random.choice(NAMES)])}{number % 7}=" for number in range(count))
    return "; ".join(cookies)[:60_000]


def _long(random: Random) -> str:
    return f"{random.choice(NAMES)}={random.choice('aA=;, %')}" * random.choice([1, 1000, 15_000])


def _odd(random: Random) -> str:
    values = [
        "", "=", ";;;;", "a=b=c", "\x80\xff", "gAAAAA" + "A" * 5000, "null", "../../", "%00", "{}", "cs", "xx", "é",
        "💥",
    ]  # fmt: skip
    return f"{random.choice(NAMES)}={random.choice(values)}"
