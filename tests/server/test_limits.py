"""What visitors may take from each other: slow ones, very many, and those who send anything. By our own server alone,
and with nginx in front."""

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import httpx
import psutil
import pytest

from app.server.__main__ import HEAD_TIMEOUT_SECONDS
from app.settings import load
from builder import nginx
from builder.index import write_index
from tests.fakes.loopback import free_port
from tests.support.nginx import possible_files, running_nginx
from tests.support.server_process import Server
from tests.support.small_site import FILES, lay_out

IDLE_CONNECTIONS = 10_000
MAX_BYTES_EACH = 16 * 1024
"""Of memory, of a connection on which nothing is asked, in all processes together."""
GET = b"GET /about HTTP/1.1\r\nHost: otisk.test\r\n"
CLOSE = b"Connection: close\r\n\r\n"
NBSP = "\N{NO-BREAK SPACE}".encode()


@dataclass
class Place:
    """Where the site is served, and by which process."""

    port: int
    process: psutil.Process

    def connect(self, request: bytes = b"") -> socket.socket:
        """A connection over which this was sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        connection.sendall(request)
        return connection

    def says(self, request: bytes) -> bytes:
        """What is answered until the connection is closed."""
        with self.connect() as connection:
            with suppress(ConnectionError):  # it may have heard enough
                connection.sendall(request)
            return rest(connection)

    def serves(self) -> bool:
        """Whether somebody else gets a page."""
        return self.says(GET + CLOSE).endswith(str(FILES["about.html"]).encode())

    def memory(self) -> int:
        """What its processes take, in bytes."""
        return sum(each.memory_info().rss for each in (self.process, *self.process.children(recursive=True)))


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Place]]:
    release = tmp_path_factory.mktemp("dist") / "current"
    write_index(lay_out(release / "site"), "build-1")
    nginx.write(release, load())
    port = free_port()
    with small_server(release / "site", port) as server, running_nginx(release.parent, server.url) as front:
        yield {
            "ours": Place(port, psutil.Process(server.process.pid)),
            "nginx": Place(front.port, psutil.Process(front.process.pid)),
        }


@contextmanager
def small_server(root: Path, port: int) -> Iterator[Server]:
    kept = str(root.parent / "inquiries.db")
    server = Server(module="tests.support.small_site_server", arguments=[str(root)], PORT=str(port), INQUIRIES=kept)
    try:
        yield server
    finally:
        assert server.stop() == "", "whatever came is no error"


@pytest.fixture(params=["ours", "nginx"])
def place(places: dict[str, Place], request: pytest.FixtureRequest) -> Place:
    return places[request.param]


def rest(connection: socket.socket) -> bytes:
    said = b""
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            said += part
    return said


@contextmanager
def many_files() -> Iterator[int]:
    """Lets this process open as many files as it can; how many connections that makes."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (possible_files(), most))
    try:
        yield min(IDLE_CONNECTIONS, possible_files() // 2)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))


def test_ten_thousand_idle_connections(place: Place) -> None:
    assert place.serves()
    before = place.memory()
    with many_files() as count, ExitStack() as open_ones:
        for _ in range(count):
            open_ones.enter_context(place.connect())
        assert place.serves()
        assert place.memory() - before < count * MAX_BYTES_EACH


def test_connections_with_one_header_per_second_are_closed(places: dict[str, Place]) -> None:
    """Who is that slow is cut off; meanwhile everybody else is served."""
    slow = [each.connect(GET) for each in places.values() for _ in range(100)]
    pause = Event()
    for number in range(HEAD_TIMEOUT_SECONDS + 2):
        assert all(each.serves() for each in places.values())
        for connection in slow:
            with suppress(ConnectionError):
                connection.sendall(b"A%d: b\r\n" % number)
        pause.wait(1)
    for connection in slow:
        with connection:
            assert b" 200 " not in rest(connection)


def test_unfinished_bodies_do_not_block_others(place: Place) -> None:
    """Nobody waits for a body that nothing is to come of."""
    post = b"POST /about HTTP/1.1\r\nHost: otisk.test\r\nContent-Length: 1000\r\n\r\n"
    bodies = [place.connect(post + b"a") for _ in range(100)]
    assert place.serves()
    for connection in bodies:
        with connection, suppress(ConnectionError):
            connection.sendall(b"a" * 999)
            assert b" 405 " in connection.recv(65536)


def test_a_body_that_is_too_large_is_answered(place: Place) -> None:
    """The line is not cut while it arrives."""
    megabytes = 40
    post = (
        b"POST /en/inquiries HTTP/1.1\r\nHost: otisk.test\r\nAccept: text/html\r\n"
        b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: %d000000\r\n\r\n"
    )
    with place.connect(post % megabytes) as connection:
        for _ in range(megabytes):
            connection.sendall(b"a" * 1_000_000)
        said = connection.recv(65536)
    assert b" 413 " in said and b"What you sent is too large." in said and b"one step back" in said.replace(NBSP, b" ")
    assert place.serves()


def test_endless_headers_are_rejected(place: Place) -> None:
    before = place.memory()
    for _ in range(20):
        assert place.says(GET + b"A: " + b"b" * 2_000_000)[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"")
        assert place.says(GET + b"A: b\r\n" * 2_000 + CLOSE)[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"")
    assert place.serves()
    assert place.memory() - before < 20_000_000


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def header_bomb(streams: int = 100) -> bytes:
    """A few kB that HTTP/2 would expand to 1.6 GB: each stream names one long header again and again (HPACK)."""
    pseudo = bytes([0x82, 0x86, 0x01, 9]) + b"otisk.tst" + bytes([0x04, 6]) + b"/about"
    long = bytes([0x40, 1]) + b"a" + bytes([0x7F, 0xA1, 0x1E]) + b"b" * 4000  # now the newest in the table
    requests = [pseudo + (b"" if number else long) + b"\xbe" * 4000 for number in range(streams)]
    frames = [frame(1, 5, 2 * number + 1, each) for number, each in enumerate(requests)]
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, b"") + b"".join(frames)


def test_http_2_is_not_spoken(place: Place) -> None:
    before = place.memory()
    for _ in range(5):
        assert place.says(header_bomb())[:12] in (b"HTTP/1.1 400", b"")
    upgrade = b"Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
    assert place.says(GET + upgrade).startswith(b"HTTP/1.1 200")
    assert place.serves()
    assert place.memory() - before < 20_000_000


def test_pipelined_requests(place: Place) -> None:
    said = place.says((GET + b"\r\n") * 500 + GET + CLOSE)
    assert said.count(b"HTTP/1.1 200") == 501 and said.count(str(FILES["about.html"]).encode()) == 501


@pytest.mark.parametrize(
    "garbage", [b"\x00" * 5000, b"GET\r\n\r\n", b"{}\n" * 5000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
)
def test_garbage_after_a_request(place: Place, garbage: bytes) -> None:
    said = place.says(GET + b"\r\n" + garbage)
    assert said.startswith(b"HTTP/1.1 200") and said.count(b"HTTP/1.1 200") == 1
    assert place.serves()


@pytest.mark.parametrize(
    "request_line",
    [
        b"POST /about HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        + GET
        + CLOSE,
        b"POST /about HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        b"GET /about HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /about HTTP/1.1\r\n Host: a\r\n\r\n",
    ],
)
def test_ambiguous_requests_are_not_smuggled(places: dict[str, Place], request_line: bytes) -> None:
    """Nothing that follows in the same bytes is taken for a request of its own by the second and not by the first."""
    said = places["nginx"].says(request_line)
    assert said.count(b"HTTP/1.1 ") <= 1 + (b"Host: b" in request_line)


def test_http_1_0(place: Place) -> None:
    said = place.says(b"GET /about HTTP/1.0\r\n\r\n")
    assert said[:12] in (b"HTTP/1.0 200", b"HTTP/1.1 200") and said.endswith(str(FILES["about.html"]).encode())
    assert b"transfer-encoding" not in said.lower()


def test_nginx_limits_concurrent_requests_of_an_address(places: dict[str, Place]) -> None:
    asked = [places["nginx"].connect(GET.replace(b"about", b"_event/slow") + CLOSE) for _ in range(250)]
    statuses = []
    for connection in asked:
        with connection:
            statuses.append(int(rest(connection).split(b" ", 2)[1]))
    assert statuses.count(200) == nginx.MAX_CONNECTIONS and statuses.count(429) == 250 - nginx.MAX_CONNECTIONS
    assert httpx.get(f"http://127.0.0.1:{places['nginx'].port}/en", trust_env=False).status_code == 200


def test_nginx_limits_ipv6_networks(places: dict[str, Place], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A household with many networks is one client, and its neighbours are served."""
    monkeypatch.setattr(nginx, "MAX_CONNECTIONS", 20)
    release = tmp_path / "current"
    write_index(lay_out(release / "site"), "build-1")
    nginx.write(release, load())
    with (release / nginx.SERVER).open("a") as config:
        config.write("set_real_ip_from 127.0.0.1;\nreal_ip_header X-Client;\n")
    with running_nginx(tmp_path, f"http://127.0.0.1:{places['ours'].port}") as front:
        place = Place(front.port, psutil.Process(front.process.pid))

        def asked(client: str) -> socket.socket:
            slow = GET.replace(b"about", b"_event/slow")
            return place.connect(slow + b"X-Client: " + client.encode() + b"\r\n" + CLOSE)

        household = [asked(f"2001:db8:1:{number % 3}::{number}") for number in range(50)]
        neighbour = asked("2001:db8:1:ff00::1")
        statuses = [int(rest(each).split(b" ", 2)[1]) for each in (neighbour, *household)]
    for each in (neighbour, *household):
        each.close()
    assert statuses[0] == 200
    assert statuses.count(200) == 1 + 2 * nginx.MAX_CONNECTIONS
