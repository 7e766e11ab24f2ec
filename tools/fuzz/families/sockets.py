"""Generates hostile websocket handshakes, websocket messages and Socket.IO packets."""

import json
import struct
from collections.abc import Iterator
from random import Random

from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.wire import head

EVENTS = "/_event/?EIO=4&transport=websocket"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
STATE = "reflex___state____state"
HANDLERS = [
    f"{STATE}.hydrate", f"{STATE}.reflex___state____on_load_internal_state.on_load_internal",
    f"{STATE}.set_is_hydrated", f"{STATE}.setvar", "x", "__class__",
]  # fmt: skip
PACKETS = [
    "2", "3", "1", "5", "6", "0{}", "40", "41/_event,", "4", "", "b4aGk=", '42["event",1]', "40/admin,", "44/_event,{}",
    '451-/_event,["event",{"_placeholder":true,"num":0}]', "42/_event," + "[" * 4000, "42/_event," + "9" * 4000,
    "4" * 4000, "42/_event,99999999999[]", '42/_event,["event",' + '{"a":' * 600, "2probe", "\ud800", "é💥", "\x00",
    "42/_event,[NaN]",
]  # fmt: skip
OPCODES = [0x81] * 12 + [0x82, 0x01, 0x80, 0x88, 0x89, 0x8A, 0x83, 0x8B, 0xC1, 0xF1, 0x00, 0x09]


def shots(random: Random) -> Iterator[Shot]:
    own = sender(random)
    more = [("X-Origin", "x"), ("Sec-WebSocket-Protocol", random.choice(["0.7.14", "a" * 9000, "x, y", ""]))]
    version = random.choice(["13"] * 8 + ["8", "0", "", "999"])
    key = random.choice([KEY] * 8 + ["", "x" * 5000])
    target = random.choice([EVENTS] * 8 + ["/_event/", "/_event/x", "/about", "/_event/?EIO=3&transport=polling"])
    upgrade = [
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", version),
        ("Sec-WebSocket-Key", key),
    ]
    start = head("GET", target, [*upgrade, *more[random.randrange(2) :]], sender=own)
    opened = frame(b"40/_event,")
    frames = [_frame(random) for _ in range(random.choice([0, 1, 5, 30]))]
    yield Shot(start + opened + b"".join(frames), own, is_whole=False, is_cut=random.random() < 0.1)


def frame(data: bytes, first: int = 0x81, size: int | None = None, mask: bytes | None = b"\0\0\0\0") -> bytes:
    """Returns a websocket message with `data`. A wrong `size` makes it invalid."""
    size = len(data) if size is None else size
    masked = 0 if mask is None else 0x80
    if size < 126:
        start = struct.pack(">BB", first, masked | size)
    elif size < 2**16:
        start = struct.pack(">BBH", first, masked | 126, size)
    else:
        start = struct.pack(">BBQ", first, masked | 127, size)
    return start + (mask or b"") + data


def _frame(random: Random) -> bytes:
    if random.random() < 0.05:
        return random.randbytes(random.randrange(200))
    text = random.choice([random.choice(PACKETS), _event(random), _event(random)])
    data = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.02:
        data = b"4" + b"a" * random.choice([5000, 200_000])
    size = None if random.random() < 0.95 else random.choice([0, 125, 2**16, 2**31, 2**63])
    return frame(data, random.choice(OPCODES), size, b"\0\0\0\0" if random.random() < 0.95 else None)


def _event(random: Random) -> str:
    router = random.choice(
        [{"pathname": "/patreon/private", "query": {}}, {}, None, [], {"pathname": word(random) * 90}]
    )
    token = f"{random.getrandbits(32):08x}-0000-4000-8000-000000000000"
    event = {
        "token": random.choice([token, "", word(random), None]),
        "name": random.choice(HANDLERS),
        "router_data": router,
        "payload": random.choice([{}, {"value": True}, {"value": word(random)}, [], {"a": {"b": [[[]]]}}]),
    }
    return "42/_event," + json.dumps(["event", event])
