"""Serves the site, but sends HTML slowly, in small chunks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from threading import Event
from time import sleep

import httpx

from tests.fakes.loopback import serving

CHUNK_BYTES = 512
DELAY_SECONDS = 0.02
HOP_BY_HOP = {"connection", "date", "server", "transfer-encoding"}


@contextmanager
def slow_site(site: str, is_held: Callable[[str], bool] = lambda path: False) -> Iterator[str]:
    """Yields the slow site's URL. Paths that satisfy `is_held` get no response until the `with` block ends."""
    ended = Event()
    with httpx.Client(base_url=site) as client:

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if is_held(self.path):
                    ended.wait()
                answer = client.get(self.path, headers={"Accept-Encoding": "identity"})
                self.send_response(answer.status_code)
                for name, value in answer.headers.items():
                    if name not in HOP_BY_HOP:
                        self.send_header(name, value)
                self.end_headers()
                is_page = answer.headers.get("content-type", "").startswith("text/html")
                size = CHUNK_BYTES if is_page else max(len(answer.content), 1)
                with suppress(ConnectionError):  # the client has disconnected
                    for start in range(0, len(answer.content), size):
                        self.wfile.write(answer.content[start : start + size])
                        sleep(DELAY_SECONDS if is_page else 0)

        with serving(Handler, waits=True) as url:  # wait, because unfinished requests still need `client`
            try:
                yield url
            finally:
                ended.set()
