import socket
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.server.__main__ import STOP_GRACE_SECONDS
from tests.support.raw_http import HANDSHAKE, connect, read_to_end
from tests.support.server_process import Server, running_small_site

CLOSED = b"\x88"
"""The first byte of a websocket close frame."""


@pytest.fixture
def served(root: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that runs the small test site and has notified systemd."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(30)
        with running_small_site(root, NOTIFY_SOCKET=str(tmp_path / "notify")) as served:
            assert systemd.recv(100) == b"READY=1"
            yield served


def test_running_requests_are_answered_before_the_stop(served: Server) -> None:
    """The signal arrives while the processes are suspended, so requests are still open when the processes resume."""
    parent = psutil.Process(served.process.pid)
    processes = [parent, *parent.children(recursive=True)]
    request = b"GET /_event/slow HTTP/1.1\r\nHost: otisk.test\r\n\r\n"
    with (
        connect(served.port, request) as slow,
        connect(served.port, HANDSHAKE) as websocket,
        connect(served.port) as idle,
    ):
        answer = slow.recv(65536)
        assert b"200 OK" in answer and b"101 Switching" in websocket.recv(65536)
        for each in processes:
            each.suspend()
        served.process.terminate()
        time.sleep(0.1)
        for each in processes:
            each.resume()
        assert (answer + read_to_end(slow)).endswith(b"7\r\n, ended\r\n0\r\n\r\n")
        assert read_to_end(websocket)[:1] in (CLOSED, b"") and read_to_end(idle) == b""
    assert served.process.wait(timeout=2 * STOP_GRACE_SECONDS) == 0
    psutil.wait_procs(processes, timeout=5)
    assert not any(each.is_running() for each in processes)
