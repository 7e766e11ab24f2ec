"""Generates hostile query strings, and hostile values for headers that change the response."""

from collections.abc import Iterator
from random import Random
from urllib.parse import quote

from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.wire import get

TARGETS = [
    "/patreon/callback", "/patreon/login", "/config.json", "/workshops.json", "/", "/about", "/en/about", "/inquiry",
    "/en/inquiry", "/portfolio", "/sw.js", "/robots.txt", "/manifest.webmanifest",
]  # fmt: skip
FIELDS = [
    "what", "workshop", "pieces", "colours", "paper", "name", "email", "id", "x", "next", "code", "state", "error",
]  # fmt: skip
VALUES = [
    "", "cards", "100", "9" * 5000, "²", "١٢٣", "1e9", "-1", "\x00", "<script>", '"><x', "%", "é" * 3000, "\ud800",
    "a" * 20_000, "//evil.test", "\r\nX: y", "&amp;" * 3000, "${x}", "{{x}}", "&#0;", "<!--" * 3000, "]]>", "\u202e",
]  # fmt: skip
ACCEPTED = [
    "*", "*/*", "text/html", "gzip, br;q=0", "br", "zstd", "identity;q=0, *;q=0", "a;q=" + "9" * 5000, "gzip;q=1.0.0",
    ",".join(["en"] * 9000), "cs-" * 9000, "en;q=0.1" + " " * 30_000 + "x", ";" * 30_000, "," * 30_000, "en;q=nan",
    "*;q=-1", "a" * 50_000, ",".join(f"l{number}-x;q=0.{number}" for number in range(4000)), "é", "\x00",
    "q=0.5;q=0.5" * 3000, "en_GB",
]  # fmt: skip
RANGES = [
    "bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-0," * 5000, "bytes=99999999999999999999-", "lines=1-2", "bytes=-",
    "bytes=0-1, 1-2, x",
]  # fmt: skip
TAGS = [
    '"x"', "*", 'W/"x"', '"' * 30_000, ",".join(['"x"'] * 9000), '"x', "W/", 'W/"' + "a" * 50_000 + '"',
    '"' + "," * 30_000,
]  # fmt: skip
FORWARDED = [
    "", "unknown", "1.2.3.4, " * 5000, "::1", "[::1]:80", "1.2.3.4:99", "fe80::1%eth0", "999.1.1.1", "a" * 50_000,
    "::ffff:1.2.3.4", "," * 50_000, "١.٢.٣.٤",
]  # fmt: skip


def shots(random: Random) -> Iterator[Shot]:
    own = sender(random)
    target = random.choice(TARGETS)
    headers: list[tuple[str, str]] = []
    for _ in range(random.randrange(1, 4)):
        make = random.choice([_query, _query, _accept, _range, _tag, _forwarded])
        more, header = make(random)
        target += more
        headers += header
    length = len(target) + sum(len(value) for _, value in headers)
    yield Shot(get(target, own, *headers), own, is_whole=length < 50_000)


def _query(random: Random) -> tuple[str, list[tuple[str, str]]]:
    pairs = [(random.choice(FIELDS), random.choice([*VALUES, word(random)])) for _ in range(random.choice([1, 3, 20]))]
    text = "&".join(f"{name}={quote(value, errors='surrogatepass')}" for name, value in pairs)[:40_000]
    odd = ["&" * 20_000, ";" * 20_000, "a=b&" * 9000, "%" * 20_000, "?" * 20_000, "=" * 20_000]
    return f"?{random.choice([text, text, *odd])}", []


def _accept(random: Random) -> tuple[str, list[tuple[str, str]]]:
    name = random.choice(["Accept", "Accept-Encoding", "Accept-Language", "Accept-Charset"])
    return "", [(name, random.choice(ACCEPTED))] * random.choice([1, 1, 2])


def _range(random: Random) -> tuple[str, list[tuple[str, str]]]:
    return "", [("Range", random.choice(RANGES)), ("If-Range", random.choice(TAGS[:3]))]


def _tag(random: Random) -> tuple[str, list[tuple[str, str]]]:
    return "", [(random.choice(["If-None-Match", "If-Match", "If-Modified-Since"]), random.choice(TAGS))]


def _forwarded(random: Random) -> tuple[str, list[tuple[str, str]]]:
    return "", [(random.choice(["X-Forwarded-For", "Forwarded", "X-Real-IP"]), random.choice(FORWARDED))]
