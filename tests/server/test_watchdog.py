"""Web workers that hang are replaced, and no process outlives the main process."""

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

pytestmark = pytest.mark.mostly_nightly

SECONDS = 3


@contextmanager
def small_site(root: Path, **environment: str) -> Iterator[Server]:
    environment = {"MAX_MISSED": str(SECONDS), **environment}
    server = Server(ROOT, "tests.support.small_site_server", arguments=[str(root)], **environment)
    try:
        yield server
    finally:
        server.stop()


def wait_until(is_done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_done():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def web_worker(server: Server) -> psutil.Process:
    [found] = psutil.Process(server.process.pid).children()
    return found


def port(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def is_answering(server: Server) -> bool:
    try:
        return httpx.get(f"{server.url}/about", trust_env=False, timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.main
def test_a_stuck_web_worker_is_replaced(root: Path) -> None:
    with small_site(root) as server:
        server.wait_until_members_are_up()
        first = web_worker(server)
        with socket.create_connection(("127.0.0.1", port(server))) as stuck:
            stuck.sendall(b"GET /stuck HTTP/1.1\r\nHost: otisk.test\r\n\r\n")
            wait_until(lambda: not is_answering(server))
            wait_until(lambda: is_answering(server))
        assert web_worker(server) != first
        output = server.stop().splitlines()
    assert len(output) == 1 and f"Web worker 1 did not answer for {SECONDS} s (stuck at " in output[0], output


def test_a_web_worker_suspended_with_its_parent_is_not_replaced(root: Path) -> None:
    with small_site(root) as server:
        processes = [psutil.Process(server.process.pid), *psutil.Process(server.process.pid).children(recursive=True)]
        first = web_worker(server)
        for each in processes:
            each.suspend()
        time.sleep(SECONDS + 2)  # longer than the watchdog's timeout
        for each in processes:
            each.resume()
        time.sleep(2)
        assert web_worker(server) == first and is_answering(server)
        assert server.stop() == ""


def test_no_process_outlives_its_parent(root: Path) -> None:
    """After the main process is killed, all child processes exit, even a hanging web worker."""
    with small_site(root) as server:
        server.wait_until_members_are_up()
        processes = psutil.Process(server.process.pid).children(recursive=True)
        assert len(processes) == 2, "a web worker and its members' process"
        with socket.create_connection(("127.0.0.1", port(server))) as stuck:
            stuck.sendall(b"GET /stuck HTTP/1.1\r\nHost: otisk.test\r\n\r\n")
            wait_until(lambda: not is_answering(server))
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
    """A worker is replaced when unfinished websocket messages make it exceed the memory limit."""
    with small_site(root, MAX_WORKER_MEGABYTES="150") as server, ExitStack() as connections:
        server.wait_until_members_are_up()
        first = web_worker(server)
        for _ in range(8):
            websocket = connections.enter_context(socket.create_connection(("127.0.0.1", port(server))))
            websocket.sendall(HANDSHAKE)
            assert b"101" in websocket.recv(65536)
            websocket.sendall(b"\x81\xff" + FRAME_BYTES.to_bytes(8, "big") + bytes(4) + bytes(FRAME_BYTES - 1))
        wait_until(lambda: is_answering(server) and not first.is_running())
        assert web_worker(server).memory_info().rss < 150 * 1024**2
        output = server.stop().splitlines()
    assert sum("Web worker 1 used more than 150 MB of memory; replaced it" in line for line in output) == 1
    assert not any("replacing it" in line for line in output)
