"""The server notifies systemd when it is ready, and completes open requests before it stops."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from app.folders import ROOT
from app.server.__main__ import STOP_GRACE_SECONDS
from tests.fakes.loopback import free_port
from tests.support.raw_http import HANDSHAKE, connect, read_to_end

CLOSED = b"\x88"
"""The first byte of a websocket close frame."""


class Process:
    """A server process of the small test site. `notification` is its message to systemd."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.port = free_port()
        notify_socket = folder / "notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(str(notify_socket))
            systemd.settimeout(30)
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.small_site_server", str(root)],
                cwd=ROOT,
                env={**os.environ, "HOST": "127.0.0.1", "PORT": str(self.port), "NOTIFY_SOCKET": str(notify_socket)},
            )
            self.notification = systemd.recv(100)

    def processes(self) -> list[psutil.Process]:
        process = psutil.Process(self.process.pid)
        return [process, *process.children(recursive=True)]


@pytest.fixture
def served(root: Path, tmp_path: Path) -> Iterator[Process]:
    served = Process(root, tmp_path)
    yield served
    for process in served.processes() if served.process.poll() is None else ():
        with suppress(psutil.NoSuchProcess):
            process.kill()
    served.process.wait(timeout=30)


def test_running_requests_are_answered_before_the_stop(served: Process) -> None:
    assert served.notification == b"READY=1"
    request = b"GET /_event/slow HTTP/1.1\r\nHost: otisk.test\r\n\r\n"
    with (
        connect(served.port, request) as slow,
        connect(served.port, HANDSHAKE) as websocket,
        connect(served.port) as idle,
    ):
        answer = slow.recv(65536)
        assert b"200 OK" in answer and b"101 Switching" in websocket.recv(65536)
        served.process.terminate()
        assert (answer + read_to_end(slow)).endswith(b"7\r\n, ended\r\n0\r\n\r\n")
        assert read_to_end(websocket)[:1] in (CLOSED, b"") and read_to_end(idle) == b""
    assert served.process.wait(timeout=STOP_GRACE_SECONDS + 5) == 0


def test_sigterm_stops_suspended_processes(served: Process) -> None:
    processes = served.processes()
    for each in processes:
        each.suspend()
    served.process.send_signal(signal.SIGTERM)
    time.sleep(0.1)
    for each in processes:
        each.resume()
    assert served.process.wait(timeout=2 * STOP_GRACE_SECONDS) == 0
    psutil.wait_procs(processes, timeout=5)
    assert not any(each.is_running() for each in processes)
