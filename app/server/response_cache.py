"""Answers plain requests for pages and small files as they were answered before: out of one dictionary, without a step
of what lies behind.

Such an answer depends on nothing but its key: the address, the accepted codings, and the version that the client has.
So what is ready cannot differ from what was made.
"""

from collections.abc import Container
from itertools import chain

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.negotiation import ACCEPTED
from app.server.log import HEADER, identity

KNOWN = frozenset(value.encode() for value in chain.from_iterable(ACCEPTED.values()))
MOST_MESSAGES = 3
"""Of an answer that are looked at: one more than one that is kept has."""

Key = tuple[bytes | None, bytes | None, bytes | None]
"""The path as it was sent, the accepted codings, and the version that the client has."""

_ID = HEADER.encode()


class ResponseCache:
    """Answers by itself what `app` has answered, where it is at one of `paths` and the same for everybody."""

    def __init__(self, app: ASGIApp, paths: Container[str]) -> None:
        self.app = app
        self.paths = paths
        self.answers: dict[Key, tuple[list[tuple[bytes, bytes]], int, Message]] = {}

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
            headers, status, body = answer
            own = (_ID, identity(given.get(_ID)).encode())
            await send({"type": "http.response.start", "status": status, "headers": [*headers, own]})
            await send(body)
        else:
            made = _Made(send)
            await self.app(scope, receive, made)
            self._keep(key, made.messages)

    def _keep(self, key: Key, messages: list[Message]) -> None:
        """Keeps an answer that is there at once, and everybody's."""
        path, accepted, version = key
        if path is None or path.decode("latin-1") not in self.paths or (accepted or b"") not in KNOWN:
            return
        match messages:
            case [{"status": 200 | 304 as status} as start, {"type": "http.response.body"} as body]:
                headers = Headers(raw=start["headers"])
                is_its_version = version is None or version == headers.get("etag", "").encode()
                if is_its_version and headers.get("cache-control", "").startswith("public"):
                    own = [header for header in start["headers"] if header[0] != _ID]
                    self.answers[key] = own, status, body


class _Made:
    """Passes an answer on, and holds its first messages."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.messages: list[Message] = []

    async def __call__(self, message: Message) -> None:
        if len(self.messages) < MOST_MESSAGES:
            self.messages.append(message)
        await self.send(message)
