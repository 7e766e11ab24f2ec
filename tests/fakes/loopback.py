"""Servers on the loopback interface."""

import socket
from http.server import ThreadingHTTPServer


class Loopback(ThreadingHTTPServer):
    """A threading server for browsers, which open many connections: the default queue of five delays the sixth by a
    second."""

    request_queue_size = 128

    def serve_forever(self, poll_interval: float = 0.02) -> None:
        """Polls for shutdown more often than every half second, as tests wait for it."""
        super().serve_forever(poll_interval)


def free_port() -> int:
    """Returns an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
