"""Generates files whose type is slow to detect."""

from collections.abc import Callable, Iterator
from random import Random

from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.wire import inquiry

PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
MEGABYTE = 1_000_000

REPEATED = [
    b"<!---->", b"<!-- -->", b"<!DOCTYPE svg>", b"<!DOCTYPE svg [", b"<?xml ?>", b" ", b"\n", b"<!--", b"-->", b"<",
    b"<!DOCTYPE svg><!---->", b"<!----> ", b"<?x?>", b"<!---><", b"\xef\xbb\xbf", b"<svg", b"<!ELEMENT a (b|c)*>",
    b"\x00",
]  # fmt: skip
ENTITIES = b"".join(
    [
        b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "lol">',
        *(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">'.encode() for n in range(1, 10)),
        b"]><svg>&a9;</svg>",
    ]
)
EXTERNAL = b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'
NAMES = [
    "plate.pdf", "", "a" * 5000, "../../etc/passwd", "plate.pdf\x00.exe", "\u202efdp.exe", '"', "con", ".", "é💥.svg",
    "a\r\nb",
]  # fmt: skip


def shots(random: Random) -> Iterator[Shot]:
    own, marker = sender(random), word(random)
    make: Callable[[Random], bytes] = random.choice([_svg, _svg, _svg, _svg, _polyglot, _cut, _large, _other])
    files = [(random.choice(NAMES).replace("\r\n", "%0D%0A").replace('"', "%22"), make(random))]
    if random.random() < 0.2:
        files *= random.choice([2, 3, 4])
    yield inquiry(random, marker, own, *files)


def _svg(random: Random) -> bytes:
    opening = random.choice([b"", b"", b"\xef\xbb\xbf", b"<?xml version='1.0'?>", b" " * 100])
    unit = b"".join(random.choices(REPEATED, k=random.choice([1, 1, 2, 3])))
    count = random.choice([3, 22, 40, 300, 5000])
    return opening + unit * count + random.choice([b"", SVG, b"<svg ", b"<html>", ENTITIES, EXTERNAL, b"\xff\xfe"])


def _polyglot(random: Random) -> bytes:
    parts = [PDF, PNG, JPEG, SVG, b"MZ\x90\x00", b"PK\x03\x04", b"#!/bin/sh\n", b"<script>alert(1)</script>", b"GIF89a"]
    random.shuffle(parts)
    return b"".join(parts[: random.randrange(2, 5)])


def _cut(random: Random) -> bytes:
    content = random.choice([PDF, PNG, JPEG, SVG, ENTITIES])
    return content[: random.randrange(len(content))]


def _large(random: Random) -> bytes:
    size = random.choice([MEGABYTE, 9 * MEGABYTE, 10 * MEGABYTE, 10 * MEGABYTE + 1])
    start = random.choice([PDF, PNG, JPEG, SVG, b"<!---->"])
    return (start + random.choice([b"\x00", b" ", b"a"]) * size)[:size]


def _other(random: Random) -> bytes:
    return random.choice(
        [b"", ENTITIES, EXTERNAL, random.randbytes(4096), b"\xef\xbb\xbf" * 1000, b"%PDF" * 1000, b" " * 1023 + PDF]
    )
