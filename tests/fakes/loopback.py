"""A server on the loopback interface."""

import socket
from http.server import ThreadingHTTPServer


class Loopback(ThreadingHTTPServer):
    """A threading server with a long connection queue, because browsers open many connections."""

    request_queue_size = 128

    def serve_forever(self, poll_interval: float = 0.02) -> None:
        """Serves until shutdown. Polls every 20 ms, because tests wait for the shutdown."""
        super().serve_forever(poll_interval)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
