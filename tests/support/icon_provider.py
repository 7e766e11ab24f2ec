"""A fake icon provider that records requests."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Event

from tests.fakes.loopback import respond, serving

STAMP = {"prefix": "ph", "icons": {"stamp": {"body": '<path fill="currentColor" d="M4 4h8v8H4z"/>'}}}


@dataclass
class Provider:
    """A server at `url`.

    - `asked`: the requested paths
    - `closing`: an event that is set when the server stops
    """

    url: str = ""
    asked: list[str] = field(default_factory=list)
    closing: Event = field(default_factory=Event)


@contextmanager
def providing(answer: Callable[[Provider, BaseHTTPRequestHandler], None]) -> Iterator[Provider]:
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider.asked.append(self.path)
            answer(provider, self)

    with serving(Handler) as provider.url:
        try:
            yield provider
        finally:
            provider.closing.set()


def answering(body: object, status: int = 200, kind: str = "application/json"):
    """Returns a request handler that sends `body`: bytes unchanged, other values as JSON."""

    def answer(_: Provider, request: BaseHTTPRequestHandler) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        respond(request, status, data, content_type=kind)

    return answer


def silent(provider: Provider, request: BaseHTTPRequestHandler) -> None:
    provider.closing.wait()


def dripping(provider: Provider, request: BaseHTTPRequestHandler) -> None:
    """Sends one byte at a time, forever, at intervals too short to trigger a socket timeout."""
    request.send_response(200)
    request.end_headers()
    try:
        while not provider.closing.wait(0.01):
            request.wfile.write(b" ")
    except OSError:
        pass  # the client has disconnected
