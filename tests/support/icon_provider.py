"""A fake icon provider that records requests."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from threading import Event, Thread

from tests.fakes.loopback import Loopback

STAMP = {"prefix": "ph", "icons": {"stamp": {"body": '<path fill="currentColor" d="M4 4h8v8H4z"/>'}}}
"""The Iconify API's response for `ph:stamp`."""


class Provider:
    """A server at `url`.

    - `asked`: the requested paths
    - `closing`: an event that is set when the server stops
    """

    def __init__(self, answer: Callable[["Provider", BaseHTTPRequestHandler], None]):
        self.asked: list[str] = []
        self.closing = Event()
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked.append(self.path)
                answer(provider, self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = Loopback(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def providing(answer: Callable[[Provider, BaseHTTPRequestHandler], None]) -> Iterator[Provider]:
    """Runs a server that passes each request to `answer`."""
    provider = Provider(answer)
    try:
        yield provider
    finally:
        provider.close()


def answering(body: object, status: int = 200, kind: str = "application/json"):
    """Returns a request handler that sends `body`. Sends bytes unchanged, and other values as JSON."""

    def answer(_: Provider, request: BaseHTTPRequestHandler) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)

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
