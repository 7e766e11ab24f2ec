"""Simulates hostile and broken clients: `python -m tests.support.hostile_clients URL COUNT`.

Runs COUNT clients at the same time until standard input closes.
"""

import asyncio
import socket
import struct
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from urllib.parse import urlsplit

from simple_websocket import AioClient, ConnectionClosed, ConnectionError

from app.http.websocket import MAX_MESSAGE_CHARS
from app.members.frames import CONNECT
from app.members.socket_guard import SOCKET_PATH
from tests.support.guarded_reflex import ASK, HYDRATE, HYDRATED, LIST, OLDER, ON_LOAD, event_message

MAX_CONNECTIONS = 100
TIMEOUT_SECONDS = 1
CONNECT_TIMEOUT_SECONDS = 120
EVENTS = f"{SOCKET_PATH}?EIO=4&transport=websocket"

ODD = [
    "\x00",
    "\r\n",
    "\x1b[31m",
    "\u202e",
    "\udc80",
    "é",
    "💥",
    "a" * 3000,
    '"',
    "\\",
    "%",
    "{}",
    "[",
    "../",
    "~",
    " ",
]
SEGMENTS = [
    *("about", "en", "patreon", "private", "41", "login", "logout", "webhook", "callback", "ping", "_health", "sw.js"),
    *(
        "_event",
        "_event/",
        "_event/x",
        "_upload",
        "_next/static/x.js",
        "config.json",
        "builds/latest.json",
        "..",
        "%2e",
    ),
    *("%", "%00", "%0d%0a", "%ff", "\\", "*", "", "a" * 3000, "?code=1&state=2", "?next=//evil", "#", ";", "[postId]"),
]
METHODS = ["GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "CONNECT", "get", "X" * 40, ""]
NAMES = [
    *("Accept", "Accept-Encoding", "Accept-Language", "Cookie", "Origin", "Referer", "User-Agent", "Range", "If-Range"),
    *("If-None-Match", "X-Request-Id", "X-Forwarded-For", "X-Patreon-Event", "X-Patreon-Signature", "Authorization"),
    *("Sec-Fetch-Site", "Sec-WebSocket-Protocol", "Content-Type", "Expect", "Upgrade", "Connection", "Te", "Host"),
]
VALUES = [
    *(
        "",
        "*",
        "en;q=0.9",
        "text/html",
        "gzip, br",
        "session=x",
        "__Host-session=y; session=z",
        "null",
        "http://evil.test",
    ),
    *(
        "bytes=0-",
        "bytes=9-1,2-",
        '"x"',
        "a" * 5000,
        "0" * 32,
        "websocket",
        "Upgrade",
        "100-continue",
        "members:update",
    ),
]


PACKETS = [
    *(b"3", b"2", b"1", b"5", b"6", b"0{}", b"41/_event,", b"40", b"4", b"", b"b4aGk=", b'42["event",1]'),
    *(b'451-/_event,["event",{"_placeholder":true,"num":0}]', b"43/_event,1[]", b"44/_event,{}", b"40/admin,"),
]


class HostileClient:
    def __init__(self, url: str, random: Random) -> None:
        self.random = random
        self.host, self.port = urlsplit(url).hostname or "", urlsplit(url).port or 80
        self.origin = url

    def address(self) -> str:
        return f"198.51.{self.random.randrange(100, 104)}.{self.random.randrange(250)}"

    def pick(self, *choices: Callable[[], bytes]) -> bytes:
        return self.random.choice(choices)()

    def garbage(self, most: int = 200) -> bytes:
        return self.random.randbytes(self.random.randrange(most))

    def text(self) -> str:
        return "".join(self.random.choices(ODD, k=self.random.randrange(1, 5)))

    def head(self, method: str, path: str, *more: str) -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"X-Forwarded-For: {self.address()}",
            *more,
        ]
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")

    def path(self) -> str:
        return "/" + "/".join(self.random.choices(SEGMENTS, k=self.random.randrange(1, 4)))

    def request(self) -> bytes:
        chosen = self.random.choices(NAMES, k=self.random.randrange(4))
        headers = [f"{name}: {self.random.choice([*VALUES, self.text()])}" for name in chosen]
        return self.head(self.random.choice(METHODS), self.path(), *headers)

    def wrong_body(self) -> bytes:
        """Returns a request whose body contradicts its headers."""
        path = self.random.choice(["/_event/", "/_event/?EIO=4&transport=polling", "/patreon/webhook", self.path()])
        text = self.random.choice(
            ["Content-Length: 100000", "Content-Length: 3", "Content-Length: -1", "Transfer-Encoding: chunked"]
        )
        return self.head("POST", path, text) + self.garbage()

    def truncated(self) -> bytes:
        whole = self.pick(self.request, self.wrong_body, self.handshake)
        return whole[: self.random.randrange(len(whole))]

    def handshake(self) -> bytes:
        path = self.random.choice([EVENTS] * 8 + ["/_event/", "/_event/x", self.path()])
        more = [f"Origin: {self.origin}"] * (self.random.random() < 0.9)
        if self.random.random() < 0.3:
            more.append(f"Sec-WebSocket-Protocol: {self.random.choice(['0.7.14', 'a' * 9000, 'x, y', '0.6.0'])}")
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        return self.head(
            "GET", path, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key, *more
        )

    def frame(self) -> bytes:
        """Returns a websocket frame, which might be invalid or have the wrong length."""
        if self.random.random() < 0.1:
            return self.garbage()
        data = self.message()
        first = self.random.choice([0x81] * 12 + [0x82, 0x01, 0x80, 0x88, 0x89, 0x8A, 0x83, 0x8B, 0xC1, 0xF1, 0x00])
        masked = 0x80 if self.random.random() < 0.95 else 0
        size = len(data) if self.random.random() < 0.95 else self.random.choice([0, 2**16, 2**31, 2**63 - 1])
        if size < 126:
            head = struct.pack(">BB", first, masked | size)
        elif size < 2**16:
            head = struct.pack(">BBH", first, masked | 126, size)
        else:
            head = struct.pack(">BBQ", first, masked | 127, size)
        key = b"\x01\x02\x03\x04" if masked else b""
        return head + key + (bytes(byte ^ key[at % 4] for at, byte in enumerate(data)) if masked else data)

    def message(self) -> bytes:
        return self.pick(
            lambda: b"40/_event,",
            lambda: self.random.choice(PACKETS),
            self.event,
            self.event,
            self.event,
            lambda: self.text().encode("utf-8", "replace") * self.random.randrange(30),
            self.garbage,
        )  # fmt: skip

    def event(self) -> bytes:
        names = [HYDRATE, ON_LOAD, ASK, OLDER, HYDRATED, f"{ASK}x", "reflex___state____state.setvar", self.text()]
        router = self.random.choice(
            [LIST, LIST, {}, None, [], {**LIST, "pathname": self.text()}, {**LIST, "query": [1]}]
        )
        token = self.random.choice([f"{self.random.randrange(16**8):08x}-0000-4000-8000-000000000000", self.text(), ""])
        payload = self.random.choice([{}, {}, {"value": True}, {"value": self.text()}, [], {"a": {"b": [[[]]]}}])
        text = event_message(self.random.choice(names), token, payload, router)
        if self.random.random() < 0.1:
            text = text[: self.random.randrange(len(text))]
        if self.random.random() < 0.05:
            text = "42/_event," + "[" * self.random.choice([100, 5000, 100_000])
        return text.encode("utf-8", "replace")

    async def run(self) -> None:
        """Sends a random request, but waits for the response only sometimes."""
        kind = self.random.choices(["http", "websocket", "garbage"], [80, 18, 2])[0]
        chunks = {
            "http": lambda: [self.pick(self.request, self.request, self.request, self.wrong_body, self.truncated)],
            "websocket": lambda: [self.handshake(), b"\x81\x8a\x00\x00\x00\x0040/_event,", *self.frames()],
            "garbage": lambda: [self.garbage()],
        }[kind]()
        waits, resets = self.random.random() < 0.7, self.random.random() < 0.2
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(self.host, self.port)
            try:
                for chunk in chunks:
                    writer.write(chunk)
                    await writer.drain()
                if kind == "http" and self.random.random() < 0.7:
                    writer.write_eof()
                if waits:
                    async with asyncio.timeout(TIMEOUT_SECONDS if kind == "http" else 0.2):
                        while await reader.read(65536):
                            pass
            finally:
                if resets:
                    linger = struct.pack("ii", 1, 0)
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                writer.close()
                await writer.wait_closed()

    def frames(self) -> Iterable[bytes]:
        return [self.frame() for _ in range(self.random.randrange(6))]


async def send_random_requests(url: str, seed: int, count: int) -> None:
    random = Random(seed)
    slots = asyncio.Semaphore(MAX_CONNECTIONS)

    async def run(seed: int) -> None:
        async with slots:
            await HostileClient(url, Random(seed)).run()

    await asyncio.gather(*(run(random.randrange(2**32)) for _ in range(count)))


async def attack(url: str, number: int, sent: list[int]) -> None:
    """Opens websockets repeatedly, and sends messages on each websocket until the server closes it."""
    tab = {"token": f"{number:08x}-0000-4000-8000-000000000000"}
    long = "a" * (MAX_MESSAGE_CHARS - 400)
    message = [
        event_message(HYDRATE, **tab, router={**LIST, "query": {"a": long}}),
        event_message(ASK, **tab),
        event_message(long, **tab),
        "x" * 1_000_000,
    ][number % 4]
    while True:
        with suppress(OSError, ConnectionClosed, ConnectionError):
            client = await open_socket(url, number, Cookie=f"session={'a' * 4000}", **{"User-Agent": "a" * 8000})
            while True:
                await client.send(message)
                sent.append(number)
                await client.receive()


async def open_socket(url: str, number: int, **headers: str) -> AioClient:
    """Opens a websocket to Reflex. The sender's IP address depends on `number`."""
    own = {"Origin": url, "X-Forwarded-For": f"198.51.{number // 250}.{number % 250}"}
    client = await AioClient.connect(f"ws{url.removeprefix('http')}{EVENTS}", headers={**own, **headers})
    await client.send(CONNECT)
    await client.receive()
    await client.receive()
    return client


async def close_socket(client: AioClient) -> None:
    await client.close()
    await client.wsock.wait_closed()


async def attack_all(url: str, count: int) -> None:
    """Runs `count` attackers until standard input closes. Prints a line once they have sent more than `count` messages.

    Raises:
        TimeoutError: the attackers have sent too few messages after `CONNECT_TIMEOUT_SECONDS`.
    """
    sent: list[int] = []
    attackers = [asyncio.create_task(attack(url, number, sent)) for number in range(count)]
    async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
        while len(sent) <= count:
            await asyncio.sleep(0.05)
    print("All are connected.", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for each in attackers:
        each.cancel()


if __name__ == "__main__":
    asyncio.run(attack_all(sys.argv[1], int(sys.argv[2])))
