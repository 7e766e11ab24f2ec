"""Caches the responses for pages and small files. The cache key contains everything that the response depends on."""

from collections.abc import Container
from itertools import chain

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import counters
from app.http.negotiation import ACCEPTED
from app.server.log import RAW_HEADER, KindOf, identity

COMMON_ENCODINGS = frozenset(value.encode() for value in chain.from_iterable(ACCEPTED.values()))
MAX_MESSAGES = 3
"""The maximum number of recorded ASGI messages: one more than a cacheable response has."""

Key = tuple[bytes | None, bytes | None, bytes | None]
"""A cache key: the path with its percent encoding, the accepted encodings, and the client's ETag (If-None-Match)."""


class ResponseCache:
    """Caches responses of `app` for `paths` in memory. Metrics count cached responses, but do not time them."""

    def __init__(self, app: ASGIApp, paths: Container[str], kind_of: KindOf) -> None:
        self.app = app
        self.paths = paths
        self.answers: dict[Key, tuple[list[tuple[bytes, bytes]], int, Message, int]] = {}
        self._kind_of = kind_of
        self._counters = counters.own()
        self._cells = self._counters.cells

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or scope["query_string"]:
            await self.app(scope, receive, send)
            return
        given = dict(scope["headers"])
        key = scope.get("raw_path"), given.get(b"accept-encoding"), given.get(b"if-none-match")
        answer = self.answers.get(key)
        if b"range" in given or len(given) != len(scope["headers"]):
            await self.app(scope, receive, send)
        elif answer:
            headers, status, body, cell = answer
            self._cells[cell] += 1
            own = (RAW_HEADER, identity(given.get(RAW_HEADER)).encode())
            await send({"type": "http.response.start", "status": status, "headers": [*headers, own]})
            await send(body)
        else:
            recorder = _Recorder(send)
            await self.app(scope, receive, recorder)
            self._store(key, recorder.messages)

    def _store(self, key: Key, messages: list[Message]) -> None:
        path, accepted, version = key
        if path is None or path.decode("latin-1") not in self.paths or (accepted or b"") not in COMMON_ENCODINGS:
            return
        match messages:
            case [{"status": 200 | 304 as status} as start, {"type": "http.response.body"} as body]:
                headers = Headers(raw=start["headers"])
                is_its_version = version is None or version == headers.get("etag", "").encode()
                if is_its_version and headers.get("cache-control", "").startswith("public"):
                    own = [header for header in start["headers"] if header[0] != RAW_HEADER]
                    cell = self._counters.index(self._kind_of(path.decode("latin-1")), status)
                    self.answers[key] = own, status, body, cell
            case _:
                pass


class _Recorder:
    def __init__(self, send: Send) -> None:
        self.send = send
        self.messages: list[Message] = []

    async def __call__(self, message: Message) -> None:
        if len(self.messages) < MAX_MESSAGES:
            self.messages.append(message)
        await self.send(message)
