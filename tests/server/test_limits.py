import resource
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from threading import Event

import httpx
import psutil
import pytest

from app.server.__main__ import HEAD_TIMEOUT_SECONDS
from builder.index import write_index
from tests.support.nginx import possible_files, running_nginx
from tests.support.raw_http import connect, read_to_end, send, status
from tests.support.server_process import running_small_site
from tests.support.small_site import FILES, lay_out

IDLE_CONNECTIONS = 10_000
MAX_BYTES_EACH = 16 * 1024
"""The maximum memory per idle connection, in bytes."""
GET = b"GET /about HTTP/1.1\r\nHost: otisk.test\r\n"
CLOSE = b"Connection: close\r\n\r\n"
NBSP = "\N{NO-BREAK SPACE}".encode()


@dataclass
class Endpoint:
    port: int
    process: psutil.Process

    def connect(self, request: bytes = b"") -> socket.socket:
        return connect(self.port, request)

    def send(self, request: bytes) -> bytes:
        return send(self.port, request)

    def is_serving(self) -> bool:
        return self.send(GET + CLOSE).endswith(str(FILES["about.html"]).encode())

    def memory(self) -> int:
        return sum(each.memory_info().rss for each in (self.process, *self.process.children(recursive=True)))


@pytest.fixture(scope="module")
def endpoints(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Endpoint]]:
    release = tmp_path_factory.mktemp("dist") / "current"
    write_index(lay_out(release / "site"), "build-1")
    with running_small_site(release / "site") as server, running_nginx(server.url) as front:
        yield {
            "ours": Endpoint(server.port, psutil.Process(server.process.pid)),
            "nginx": Endpoint(front.port, psutil.Process(front.process.pid)),
        }
        assert server.stop() == "", "client errors are not logged"


@pytest.fixture(params=["ours", "nginx"])
def endpoint(endpoints: dict[str, Endpoint], request: pytest.FixtureRequest) -> Endpoint:
    return endpoints[request.param]


@contextmanager
def many_files() -> Iterator[int]:
    """Raises the limit on open files. Yields the number of connections that the test should open."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (possible_files(), most))
    try:
        yield min(IDLE_CONNECTIONS, possible_files() // 2)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))


def test_ten_thousand_idle_connections(endpoints: dict[str, Endpoint]) -> None:
    endpoint = endpoints["ours"]
    assert endpoint.is_serving()
    before = endpoint.memory()
    with many_files() as count, ExitStack() as connections:
        for _ in range(count):
            connections.enter_context(endpoint.connect())
        assert endpoint.is_serving()
        assert endpoint.memory() - before < count * MAX_BYTES_EACH


@pytest.mark.nightly
def test_connections_with_one_header_per_second_are_closed(endpoints: dict[str, Endpoint]) -> None:
    slow = [each.connect(GET) for each in endpoints.values() for _ in range(100)]
    pause = Event()
    for number in range(HEAD_TIMEOUT_SECONDS + 2):
        assert all(each.is_serving() for each in endpoints.values())
        for connection in slow:
            with suppress(ConnectionError):
                connection.sendall(b"A%d: b\r\n" % number)
        pause.wait(1)
    for connection in slow:
        with connection:
            assert b" 200 " not in read_to_end(connection)


def test_unfinished_bodies_do_not_block_others(endpoint: Endpoint) -> None:
    post = b"POST /about HTTP/1.1\r\nHost: otisk.test\r\nContent-Length: 1000\r\n\r\n"
    bodies = [endpoint.connect(post + b"a") for _ in range(100)]
    assert endpoint.is_serving()
    for connection in bodies:
        with connection, suppress(ConnectionError):
            connection.sendall(b"a" * 999)
            assert b" 405 " in connection.recv(65536)


def test_a_body_that_is_too_large_is_answered(endpoint: Endpoint) -> None:
    """The client reads nothing until it has sent the complete body."""
    megabytes = 40
    post = (
        b"POST /en/inquiries HTTP/1.1\r\nHost: otisk.test\r\nAccept: text/html\r\n"
        b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: %d000000\r\n\r\n"
    )
    with endpoint.connect(post % megabytes) as connection:
        for _ in range(megabytes):
            connection.sendall(b"a" * 1_000_000)
        output = connection.recv(65536)
    assert b" 413 " in output and b"What you sent is too large." in output
    assert b"one step back" in output.replace(NBSP, b" ")
    assert endpoint.is_serving()


def test_endless_headers_are_rejected(endpoint: Endpoint) -> None:
    before = endpoint.memory()
    for _ in range(20):
        assert endpoint.send(GET + b"A: " + b"b" * 2_000_000)[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"")
        assert endpoint.send(GET + b"A: b\r\n" * 2_000 + CLOSE)[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"")
    assert endpoint.is_serving()
    assert endpoint.memory() - before < 20_000_000


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def header_bomb(streams: int = 100) -> bytes:
    """Returns 400 kB of HTTP/2 requests that expand to 1.6 GB, because each request repeats a long header."""
    pseudo = bytes([0x82, 0x86, 0x01, 9]) + b"otisk.tst" + bytes([0x04, 6]) + b"/about"
    long = bytes([0x40, 1]) + b"a" + bytes([0x7F, 0xA1, 0x1E]) + b"b" * 4000
    requests = [pseudo + (b"" if number else long) + b"\xbe" * 4000 for number in range(streams)]
    frames = [frame(1, 5, 2 * number + 1, each) for number, each in enumerate(requests)]
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, b"") + b"".join(frames)


def test_http_2_is_not_spoken(endpoint: Endpoint) -> None:
    before = endpoint.memory()
    for _ in range(5):
        assert endpoint.send(header_bomb())[:12] in (b"HTTP/1.1 400", b"")
    upgrade = b"Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
    assert endpoint.send(GET + upgrade).startswith(b"HTTP/1.1 200")
    assert endpoint.is_serving()
    assert endpoint.memory() - before < 20_000_000


def test_pipelined_requests(endpoints: dict[str, Endpoint]) -> None:
    output = endpoints["ours"].send((GET + b"\r\n") * 500 + GET + CLOSE)
    assert output.count(b"HTTP/1.1 200") == 501 and output.count(str(FILES["about.html"]).encode()) == 501


@pytest.mark.parametrize(
    "garbage", [b"\x00" * 5000, b"GET\r\n\r\n", b"{}\n" * 5000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
)
def test_garbage_after_a_request(endpoint: Endpoint, garbage: bytes) -> None:
    output = endpoint.send(GET + b"\r\n" + garbage)
    assert output.startswith(b"HTTP/1.1 200") and output.count(b"HTTP/1.1 200") == 1
    assert endpoint.is_serving()


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
def test_ambiguous_requests_are_not_smuggled(endpoints: dict[str, Endpoint], request_line: bytes) -> None:
    """nginx and the server agree on where a request ends, so that no request can hide in another."""
    output = endpoints["nginx"].send(request_line)
    assert 1 <= output.count(b"HTTP/1.1 ") <= 1 + (b"Host: b" in request_line)


def test_nginx_limits_concurrent_requests_of_an_address(endpoints: dict[str, Endpoint]) -> None:
    connections = [endpoints["nginx"].connect(GET.replace(b"about", b"_event/slow") + CLOSE) for _ in range(250)]
    statuses = []
    for connection in connections:
        with connection:
            statuses.append(status(read_to_end(connection)))
    assert (statuses.count(200), statuses.count(429)) == (200, 50)
    assert httpx.get(f"http://127.0.0.1:{endpoints['nginx'].port}/en", trust_env=False).status_code == 200


def test_nginx_limits_unfinished_uploads_of_an_address(endpoints: dict[str, Endpoint]) -> None:
    """nginx receives a complete upload before passing it on, so only unfinished uploads count towards the limit."""
    nginx, end = endpoints["nginx"], b"Content-Length: 64000000\r\n\r\nx"
    uploads = [GET.replace(b"GET /about", b"POST " + path) for path in (b"/inquiries", b"/en/inquiries", b"/_upload")]
    with ExitStack() as stack:
        slow = {stack.enter_context(nginx.connect(head + end)) for head in uploads * 3}
        statuses, timeout = [], 5.0
        while answered := select.select(slow, (), (), timeout)[0]:
            statuses += [status(connection.recv(65536)) for connection in answered]
            slow.difference_update(answered)
            timeout = 0.3
        assert statuses == [429]
        assert nginx.is_serving()


def test_nginx_closes_connections_that_read_nothing(endpoints: dict[str, Endpoint]) -> None:
    unread = b"GET /pictures/large-1.avif HTTP/1.1\r\nHost: otisk.test\r\n\r\n" * 50  # exceeds the sockets' buffers
    changes = {"send_timeout 30s;": "send_timeout 1s;"}
    with (
        running_nginx(f"http://127.0.0.1:{endpoints['ours'].port}", changes=changes) as front,
        connect(front.port, unread) as connection,
    ):
        poll = select.poll()
        poll.register(connection, 0)  # a mask of 0 reports only errors, such as a reset
        assert poll.poll(10_000)


def test_nginx_limits_ipv6_networks(endpoints: dict[str, Endpoint]) -> None:
    """A household's IPv6 networks share one limit, separate from the limits of other households."""
    changes = {
        "otisk_64 200;": "otisk_64 20;",
        "otisk_56 400;": "otisk_56 40;",
        "otisk_48 800;": "otisk_48 80;\nset_real_ip_from 127.0.0.1;\nreal_ip_header X-Client;",
    }
    with running_nginx(f"http://127.0.0.1:{endpoints['ours'].port}", changes=changes) as front:
        endpoint = Endpoint(front.port, psutil.Process(front.process.pid))

        def request_from(client: str) -> socket.socket:
            slow = GET.replace(b"about", b"_event/slow")
            return endpoint.connect(slow + b"X-Client: " + client.encode() + b"\r\n" + CLOSE)

        household = [request_from(f"2001:db8:1:{number % 3}::{number}") for number in range(50)]
        neighbour = request_from("2001:db8:1:ff00::1")
        statuses = [status(read_to_end(each)) for each in (neighbour, *household)]
    for each in (neighbour, *household):
        each.close()
    assert statuses[0] == 200
    assert statuses.count(200) == 1 + 40


def test_nginx_refuses_figures(endpoints: dict[str, Endpoint]) -> None:
    ours, front = (f"http://127.0.0.1:{endpoints[name].port}" for name in ("ours", "nginx"))
    for path in ("/metrics", "/%6detrics", "/metrics?x=1"):
        assert httpx.get(front + path, trust_env=False).status_code == 404
    assert "otisk_requests" in httpx.get(f"{ours}/metrics", trust_env=False).text
