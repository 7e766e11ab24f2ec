"""Generates unencrypted HTTP/2: prefaces, broken frames, and headers that expand to many bytes."""

import struct
from collections.abc import Iterator
from random import Random

from tools.fuzz.cases import Shot, sender

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, SETTINGS, CONTINUATION = 1, 4, 9
END_STREAM, END_HEADERS = 0x1, 0x4
MAX_FRAME = 16_384
NEWEST = b"\xbe"
"""A reference to the newest header in the HPACK table."""
UPGRADE = (
    b"GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
    b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
)


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def text(value: bytes) -> bytes:
    return number(len(value), 7) + value


def number(value: int, bits: int, first: int = 0) -> bytes:
    """Encodes a number for HPACK (RFC 7541, section 5.1)."""
    limit = 2**bits - 1
    if value < limit:
        return bytes([first | value])
    rest = value - limit
    coded = bytearray([first | limit])
    while rest >= 128:
        coded.append(rest % 128 + 128)
        rest //= 128
    return bytes([*coded, rest])


def request(path: str, method: str = "GET") -> bytes:
    """Encodes a request's headers without adding them to the HPACK table."""
    coded_method = b"\x82" if method == "GET" else b"\x83"
    return b"\x86" + coded_method + b"\x01" + text(b"localhost") + b"\x04" + text(path.encode())


def entry(name: bytes, value: bytes) -> bytes:
    """Encodes a header that the server must add to the HPACK table."""
    return b"\x40" + text(name) + text(value)


def block(stream: int, header_block: bytes, flags: int = END_STREAM) -> bytes:
    fragments = [header_block[at : at + MAX_FRAME] for at in range(0, len(header_block), MAX_FRAME)]
    last = len(fragments) - 1
    frames = b""
    for index, fragment in enumerate(fragments):
        kind, own_flags = (CONTINUATION, 0) if index else (HEADERS, flags)
        frames += frame(kind, own_flags | (END_HEADERS if index == last else 0), stream, fragment)
    return frames


def bomb(path: str, method: str = "GET", streams: int = 100, copies: int = 3800) -> bytes:
    flags = END_STREAM if method == "GET" else 0
    first = block(1, request(path, method) + entry(b"x-a", b"a" * 4000) + NEWEST * copies, flags)
    others = [block(2 * at + 1, request(path, method) + NEWEST * copies, flags) for at in range(1, streams)]
    return PREFACE + frame(SETTINGS, 0, 0) + first + b"".join(others)


def shots(random: Random) -> Iterator[Shot]:
    own = sender(random)
    make = random.choice([_bomb, _frames, _frames, _frames, _upgrade])
    yield Shot(make(random), own, is_whole=False)


def _bomb(random: Random) -> bytes:
    path = random.choice(["/about", "/inquiries", "/ping", "/patreon/webhook"])
    return bomb(path, random.choice(["GET", "POST"]), random.choice([1, 10]), random.choice([100, 3800]))


def _frames(random: Random) -> bytes:
    return PREFACE + frame(SETTINGS, 0, 0) + b"".join(_frame(random) for _ in range(random.choice([1, 5, 200])))


def _frame(random: Random) -> bytes:
    stream = random.choice([0, 1, 1, 3, 2, 2**31 - 1])
    payload = random.choice(
        [
            b"",
            request("/about"),
            entry(b"x", b"y" * 100) + NEWEST * 50,
            struct.pack(">HI", random.randrange(8), random.choice([0, 1, 2**31 - 1, 2**32 - 1])),
            struct.pack(">I", random.choice([0, 1, 2**31 - 1])),
            b"\xff" * 20,
            random.randbytes(random.randrange(50)),
            number(2**28, 5, 0x20),
        ]
    )
    return frame(random.choice([*range(10), 11, 255]), random.choice([0, 1, 4, 5, 8, 32, 255]), stream, payload)


def _upgrade(random: Random) -> bytes:
    return random.choice([UPGRADE, UPGRADE + PREFACE, PREFACE[:10], PREFACE * 3, UPGRADE + bomb("/about", streams=3)])
