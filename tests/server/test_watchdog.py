import signal
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import psutil
import pytest

from tests.support.inquiries import until
from tests.support.raw_http import HANDSHAKE, connect
from tests.support.server_process import Server, running_small_site

pytestmark = pytest.mark.mostly_nightly

SECONDS = 2
STUCK = b"GET /stuck HTTP/1.1\r\nHost: otisk.test\r\n\r\n"


def web_worker(server: Server) -> psutil.Process:
    [found] = psutil.Process(server.process.pid).children()
    return found


def is_answering(server: Server) -> bool:
    try:
        return httpx.get(f"{server.url}/about", verify=False, trust_env=False, timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.main
def test_a_stuck_web_worker_is_replaced(root: Path) -> None:
    with running_small_site(root, MAX_MISSED=str(SECONDS)) as server:
        server.wait_until_members_are_up()
        first = web_worker(server)
        with connect(server.port, STUCK):
            until(lambda: not is_answering(server), "the hang")
            until(lambda: is_answering(server), "the replacement")
        assert web_worker(server) != first
        output = server.stop().splitlines()
    assert len(output) == 1 and f"Web worker 1 did not answer for {SECONDS} s (stuck at " in output[0], output


def test_a_web_worker_suspended_with_its_parent_is_not_replaced(root: Path) -> None:
    with running_small_site(root, MAX_MISSED=str(SECONDS)) as server:
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
    with running_small_site(root, MAX_MISSED=str(SECONDS)) as server:
        server.wait_until_members_are_up()
        processes = psutil.Process(server.process.pid).children(recursive=True)
        assert len(processes) == 2, "a web worker and its members' process"
        with connect(server.port, STUCK):
            until(lambda: not is_answering(server), "the hang")
            server.process.send_signal(signal.SIGKILL)
            _gone, alive = psutil.wait_procs(processes, timeout=10)
        assert alive == []
        with pytest.raises(ConnectionRefusedError):
            connect(server.port)


FRAME_BYTES = 16_000_000


def test_a_web_worker_that_uses_too_much_memory_is_replaced(root: Path) -> None:
    with running_small_site(root, MAX_WORKER_MEGABYTES="150") as server, ExitStack() as connections:
        server.wait_until_members_are_up()
        first = web_worker(server)
        for _ in range(8):
            websocket = connections.enter_context(connect(server.port, HANDSHAKE))
            assert b"101" in websocket.recv(65536)
            websocket.sendall(b"\x81\xff" + FRAME_BYTES.to_bytes(8, "big") + bytes(4) + bytes(FRAME_BYTES - 1))
        until(lambda: is_answering(server) and not first.is_running(), "the replacement")
        assert web_worker(server).memory_info().rss < 150 * 1024**2
        output = server.stop().splitlines()
    assert sum("Web worker 1 used more than 150 MB of memory; replaced it" in line for line in output) == 1
    assert not any("replacing it" in line for line in output)
