"""No input blocks the event loop for long. Tests measure CPU time, which other programs do not affect."""

import asyncio
import gc
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from io import StringIO
from typing import Any

import pytest
from starlette.types import ASGIApp, Message

from app.http import rate_limiter
from app.http.export import Export
from app.http.websocket import MAX_MESSAGE_CHARS
from app.members.club import Club
from app.members.store import MemoryStore
from app.server.compose import compose
from app.server.head import MAX_HEADER_BYTES
from app.server.log import Line
from app.settings import Settings, load
from tests.fakes import patreon
from tests.support.guarded_reflex import ASK, LIST, GuardedReflex, event_message, guarded_reflex
from tests.support.members import KEY, PATREON, SITE

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]

HEAD = 1024, MAX_HEADER_BYTES - 100
"""The lengths of a short and a long header field, in characters."""
MESSAGE = 1024, MAX_MESSAGE_CHARS - 400
"""The lengths of a short and a long event field, in characters."""
HUGE = 1024 * 1024
TRIES = 20
LINEAR = 3
"""A long field may take at most this many times as much CPU time per character as a short field."""
WORK = [str(number) for number in range(20_000)]
"""Strings that `work()` encodes and decodes to measure the machine's speed."""
PATTERNS = [
    *("a", "a-", "a.", "a@", "@a", "a@a.", "%40", "token", "token=", "token ", "eyJ-", "basic ", "bearer\n", "e-mail"),
    *("?", "?a", "?a=", "#a=", "a1", "1", "=", ":", "'", '"', "&", ";", ",", ".", "-", "_", "/", "\\", "[", "{", "<"),
    *("0x", "en;q=0.1,", "bytes=", "1-2,", ",127.0.0.1", ",::1", "../", "%2e%2e/", "%00"),
    *(" ", "\t", "é", "\u202e", "\x1b[31m", "\xff"),
]
"""Strings that might slow down parsers and regular expressions when repeated."""


Sent = Coroutine[Any, Any, None]


class LoopTimer:
    """Measures how many seconds of CPU time the event loop's longest step takes."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._going = True
        self.reset()
        self._turn()

    def reset(self) -> None:
        self.longest = 0.0
        self._since = time.thread_time()

    def stop(self) -> None:
        self._going = False

    def _turn(self) -> None:
        now = time.thread_time()
        self.longest = max(self.longest, now - self._since)
        self._since = now
        if self._going:
            self._loop.call_soon(self._turn)


class Site:
    def __init__(self, app: ASGIApp, guarded: GuardedReflex) -> None:
        self.app = app
        self.guarded = guarded

    def request(
        self, path: str = "/about", query: str = "", method: str = "GET", body: bytes = b"", **headers: str
    ) -> Sent:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode("latin-1", "replace"),
            "query_string": query.encode("latin-1", "replace"),
            "root_path": "",
            "headers": named({"host": "otisk.test", **headers}),
            "client": ("127.0.0.1", 1),
        }
        answers: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            answers.append(message)

        async def asked() -> None:
            await self.app(scope, receive, send)
            assert answers

        return asked()

    async def says(self, text: str) -> None:
        client = self.guarded.client()
        await client.joins(self.app)
        client.says(text)
        client.leaves()
        await client.ends()

    def sends(self, **fields: Any) -> Sent:
        return self.says(event_message(**{"name": ASK, "token": "f2f7b53a-78e6-4c7a-d5f3-82df035fbe47", **fields}))

    def connects(self, **headers: str) -> Sent:
        client = self.guarded.client("127.0.0.1")
        protocol = headers.pop("sec_websocket_protocol", None)
        client.scope["subprotocols"] = [protocol] if protocol else []
        client.scope["headers"] = named({"host": "otisk.test", **headers})

        async def connected() -> None:
            client.opens(self.app).leaves()
            await client.ends()

        return connected()


def named(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.replace("_", "-").encode(), text.encode("latin-1", "replace")) for name, text in headers.items()]


Field = Callable[[Site, str], Sent]

HEADERS = [
    *("accept", "accept_encoding", "accept_language", "authorization", "cookie", "host", "if_none_match", "if_range"),
    *("origin", "range", "referer", "sec_fetch_site", "user_agent", "x_forwarded_for", "x_request_id", "x_unheard_of"),
    "content_type",
]
SOCKET_HEADERS = ("cookie", "host", "origin", "x_forwarded_for", "x_unheard_of", "sec_websocket_protocol")
"""Header fields that the server reads, and `x_unheard_of`, which it ignores."""
FIELDS: dict[str, Field] = {
    "path": lambda site, text: site.request(f"/{text}"),
    "path of an error page": lambda site, text: site.request(f"/{text}"[:2000], accept="text/html"),
    "path of a post": lambda site, text: site.request(f"/patreon/private/{text}"[:2000]),
    "path of a failure": lambda site, text: site.request("/ping", query=text, x_fails=text),
    "query": lambda site, text: site.request("/", query=text),
    "method": lambda site, text: site.request(method=text),
    **{
        f"header {name}": (lambda site, text, name=name: site.request("/", **{name: text}))  # pyright: ignore[reportArgumentType]
        for name in HEADERS
    },
    "language cookie": lambda site, text: site.request("/", cookie=f"i18n_redirected={text}"),
    "quoted cookie": lambda site, text: site.request("/", cookie=f'i18n_redirected="{text}"'),
    "session cookie": lambda site, text: site.request("/patreon/logout", method="POST", cookie=f"session={text}"),
    "where to after signing in": lambda site, text: site.request("/patreon/login", query=f"next={text}"),
    "state": lambda site, text: site.request("/patreon/callback", query=f"code=1&state={text}"),
    "error": lambda site, text: site.request("/patreon/callback", query=f"error={text}"),
    "body of a webhook": lambda site, text: site.request(
        "/patreon/webhook", method="POST", body=text.encode(errors="replace")
    ),
    "webhook's signature": lambda site, text: site.request("/patreon/webhook", method="POST", x_patreon_signature=text),
    "webhook's event": lambda site, text: site.request("/patreon/webhook", method="POST", x_patreon_event=text),
    "body of an event": lambda site, text: site.request("/_event/", method="POST", body=text.encode(errors="replace")),
    **{
        f"header {name} of a socket": (lambda site, text, name=name: site.connects(**{name: text}))
        for name in SOCKET_HEADERS
    },
    "quoted cookie of a socket": lambda site, text: site.connects(cookie=f'session="{text}"'),
    "session cookie of a socket": lambda site, text: site.connects(cookie=f"session={text}"),
    "message": lambda site, text: site.says(text),
    "packet": lambda site, text: site.says(f"42/_event,{text}"),
    "packet's number": lambda site, text: site.says(f"42/_event,{text}[]"),
    "event": lambda site, text: site.says(f'42/_event,["event",{text}'),
    "event that is a text": lambda site, text: site.says("42/_event," + json.dumps(["event", text])),
    "event's name": lambda site, text: site.sends(name=text),
    "event's token": lambda site, text: site.sends(token=text),
    "event's payload": lambda site, text: site.sends(payload={text: text}),
    "event's router": lambda site, text: site.sends(router=text),
    "event's path": lambda site, text: site.sends(router={**LIST, "asPath": f"/{text}"}),
    "event's pattern": lambda site, text: site.sends(router={**LIST, "pathname": f"/{text}"}),
    "event's query": lambda site, text: site.sends(token="x", router={**LIST, "query": {text: text}}),
}  # fmt: skip
UNBOUNDED = ("message", "packet", "event", "body")
"""Prefixes of the fields that are also tested with the length `HUGE`."""


@pytest.fixture(scope="module")
async def standing_site(export: Export) -> AsyncIterator[Site]:
    own = {name.lower(): value for name, value in patreon.settings(PATREON).items()}
    own |= {"site_url": SITE, "session_keys": KEY, "patreon_webhook_secret": "secret", "request_log": "on"}
    with pytest.MonkeyPatch.context() as patched:
        for name in Settings.model_fields:
            patched.delenv(name.upper(), raising=False)
        settings = load(_env_file=None, **own)
        club = Club(settings, store=MemoryStore())
        async with guarded_reflex(site_url=SITE, session_keys=KEY) as guarded:
            guarded.guard._per_visitor = guarded.guard._all_strangers = rate_limiter.RateLimiter(1e9, 10**9)

            async def backend(scope: Any, receive: Any, send: Any) -> None:
                if any(name == b"x-fails" for name, _ in scope["headers"]):
                    raise RuntimeError(scope["query_string"].decode("latin-1"))
                await guarded.guard(scope, receive, send)

            yield Site(compose(settings, export, club)(backend), guarded)
            await club.close()


@pytest.fixture
def site(standing_site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """The shared site, without the log, clients and messages of earlier tests."""
    monkeypatch.setattr("sys.stdout", StringIO())
    handler = logging.StreamHandler(StringIO())
    handler.setFormatter(Line(as_json=False))
    monkeypatch.setattr(logging.root, "handlers", [handler])
    monkeypatch.setattr(logging.root, "level", logging.INFO)
    standing_site.guarded.clients.clear()
    standing_site.guarded.passed.clear()
    return standing_site


@pytest.fixture(scope="module")
def settled(standing_site: Site) -> None:
    """Excludes existing objects from garbage collection, because their collection would disturb measurements."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def calm(settled: None) -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def work() -> float:
    start = time.thread_time()
    json.loads(json.dumps([WORK] * 3))
    return time.thread_time() - start


async def longest_step(site: Site, timer: LoopTimer, name: str, pattern: str, length: int) -> float:
    sent = FIELDS[name](site, pattern * (length // len(pattern)))
    timer.reset()
    await sent
    await asyncio.sleep(0)  # wait until the timer has recorded the last step
    return timer.longest


async def fault_of_field(site: Site, timer: LoopTimer, name: str, pattern: str, bound: float) -> str:
    """Returns a message if a long field of repeated `pattern` takes too much CPU time, and "" if it does not."""
    short, long = MESSAGE if name.startswith(("packet", "event")) else HEAD
    lengths = (long, HUGE) if name.startswith(UNBOUNDED) else (long,)
    best = [bound * TRIES] * len(lengths)
    of_short = bound * TRIES
    wrong = ""
    for _ in range(TRIES):
        best = [
            min(known, await longest_step(site, timer, name, pattern, n))
            for known, n in zip(best, lengths, strict=True)
        ]
        linear = LINEAR * long / short * bound / 50
        if best[0] > linear:
            of_short = min(of_short, await longest_step(site, timer, name, pattern, short))
            linear = max(linear, LINEAR * long / short * of_short)
        wrong = f"{name}, {pattern!r}: {best} of {bound}" if max(best) > bound or best[0] > linear else ""
        if not wrong:
            break
    return wrong


@pytest.mark.parametrize("name", FIELDS)
async def test_no_field_blocks_the_event_loop(site: Site, calm: None, name: str) -> None:
    timer = LoopTimer()
    await longest_step(site, timer, name, "a", 100)
    bound = 2 * work()
    assert [wrong for pattern in PATTERNS if (wrong := await fault_of_field(site, timer, name, pattern, bound))] == []
    timer.stop()
