"""A web server that only this machine can reach."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Loopback(ThreadingHTTPServer):
    """A server with one thread per connection, because browsers open many connections at once."""

    request_queue_size = 128

    def serve_forever(self, poll_interval: float = 0.02) -> None:
        """Checks every 20 ms whether to shut down, because tests wait for the shutdown."""
        super().serve_forever(poll_interval)


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler], port: int = 0, *, waits: bool = False) -> Iterator[str]:
    """Runs a server that logs nothing, and yields its URL. If `waits` is true, waits for open requests at the end."""
    quiet = type("Quiet", (handler,), {"log_message": lambda *_: None})
    server = Loopback(("127.0.0.1", port), quiet)
    server.daemon_threads = not waits
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def respond(request: BaseHTTPRequestHandler, status: int, body: bytes = b"", **headers: str) -> None:
    """Sends a response. Underscores in the names of `headers` become hyphens."""
    request.send_response(status)
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    if request.command != "HEAD":
        request.wfile.write(body)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
