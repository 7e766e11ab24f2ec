"""A worker that is stuck is replaced, and no worker outlives its parent."""

import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from app.folders import ROOT
from tests.support.server_process import Server

SECONDS = 3


@contextmanager
def served(root: Path, **environment: str) -> Iterator[Server]:
    environment = {"MAX_MISSED": str(SECONDS), **environment}
    server = Server(ROOT, "tests.support.small_site_server", arguments=[str(root)], **environment)
    try:
        yield server
    finally:
        server.stop()


def until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def worker(server: Server) -> psutil.Process:
    """The process that serves."""
    [found] = psutil.Process(server.process.pid).children()
    return found


def port(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def answers(server: Server) -> bool:
    try:
        return httpx.get(f"{server.url}/about", trust_env=False, timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


def test_a_stuck_web_worker_is_replaced(root: Path) -> None:
    with served(root) as server:
        server.wait_until_members_are_up()
        first = worker(server)
        with socket.create_connection(("127.0.0.1", port(server))) as stuck:
            stuck.sendall(b"GET /stuck HTTP/1.1\r\nHost: otisk.test\r\n\r\n")
            until(lambda: not answers(server))
            until(lambda: answers(server))
        assert worker(server) != first
        said = server.stop().splitlines()
    assert len(said) == 1 and f"Web worker 1 did not answer for {SECONDS} s (stuck at " in said[0], said


def test_a_web_worker_suspended_with_its_parent_is_not_replaced(root: Path) -> None:
    with served(root) as server:
        processes = [psutil.Process(server.process.pid), *psutil.Process(server.process.pid).children(recursive=True)]
        first = worker(server)
        for each in processes:
            each.suspend()
        time.sleep(SECONDS + 2)  # nothing happens meanwhile that could be waited for
        for each in processes:
            each.resume()
        time.sleep(2)
        assert worker(server) == first and answers(server)
        assert server.stop() == ""


def test_no_process_outlives_its_parent(root: Path) -> None:
    """Not even one that is stuck."""
    with served(root) as server:
        server.wait_until_members_are_up()
        processes = psutil.Process(server.process.pid).children(recursive=True)
        assert len(processes) == 2, "a web worker and its members' process"
        with socket.create_connection(("127.0.0.1", port(server))) as stuck:
            stuck.sendall(b"GET /stuck HTTP/1.1\r\nHost: otisk.test\r\n\r\n")
            until(lambda: not answers(server))
            server.process.send_signal(signal.SIGKILL)
            _gone, alive = psutil.wait_procs(processes, timeout=10)
        assert alive == []
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port(server)))


HANDSHAKE = (
    b"GET /_event/open HTTP/1.1\r\nHost: otisk.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
FRAME_BYTES = 16_000_000


def test_a_web_worker_that_uses_too_much_memory_is_replaced(root: Path) -> None:
    """As those do whose memory is filled with messages that have no end."""
    with served(root, MAX_WORKER_MEGABYTES="150") as server, ExitStack() as open_ones:
        server.wait_until_members_are_up()
        first = worker(server)
        for _ in range(8):
            websocket = open_ones.enter_context(socket.create_connection(("127.0.0.1", port(server))))
            websocket.sendall(HANDSHAKE)
            assert b"101" in websocket.recv(65536)
            websocket.sendall(b"\x81\xff" + FRAME_BYTES.to_bytes(8, "big") + bytes(4) + bytes(FRAME_BYTES - 1))
        until(lambda: answers(server) and not first.is_running())
        assert worker(server).memory_info().rss < 150 * 1024**2
        said = server.stop().splitlines()
    assert len(said) <= 2 and "Web worker 1 takes" in said[0], "and perhaps that the old one had to be killed"
