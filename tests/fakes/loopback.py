"""A web server that only this machine can reach."""

import socket
from http.server import ThreadingHTTPServer


class Loopback(ThreadingHTTPServer):
    """A server with one thread per connection, because browsers open many connections at once."""

    request_queue_size = 128

    def serve_forever(self, poll_interval: float = 0.02) -> None:
        """Checks every 20 ms whether to shut down, because tests wait for the shutdown."""
        super().serve_forever(poll_interval)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
