"""What fakes and tests serve with on this machine: a free port, and an HTTP server for answers of their own."""

import socket
from http.server import ThreadingHTTPServer


class Loopback(ThreadingHTTPServer):
    """Python's threading server, for as many connections at once as browsers make: with its own queue of five, the
    sixth is made again a second later."""

    request_queue_size = 128

    def serve_forever(self, poll_interval: float = 0.02) -> None:
        """Looks oftener than every half second whether it is to stop: a test waits for that."""
        super().serve_forever(poll_interval)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
