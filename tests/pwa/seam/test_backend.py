"""What restarts Reflex's backend, and that nobody notices."""

import signal
import socket
import subprocess
import sys

import pytest
from granian.constants import Interfaces
from granian.server import MPServer
from reflex.utils import exec as running

from app.settings import ROOT
from pwa import dev
from pwa.seam import backend
from tests.fakes.loopback import free_port


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What Reflex then has granian watch, by paths from the project's folder."""
    monkeypatch.setattr(running, "HOTRELOAD_IGNORE_PATTERNS", running.HOTRELOAD_IGNORE_PATTERNS)
    monkeypatch.chdir(ROOT)
    for name, value in backend.restarted_by(dev.OF_BACKEND, without=dev.OF_BROWSERS).items():
        monkeypatch.setenv(name, value)
    return {path.relative_to(ROOT).as_posix() for path in running.get_reload_paths()}


def test_what_the_backend_reads_restarts_it_and_nothing_else(watched: set[str]) -> None:
    assert watched <= set(dev.OF_BACKEND)
    assert {"app", "assets/pictures", "locales", "pwa", "rxconfig.py"} <= watched


def test_what_only_browsers_read_does_not_restart_it(watched: set[str]) -> None:
    assert {r"^.*\.css$", r"^.*\.js$"} <= set(running.HOTRELOAD_IGNORE_PATTERNS)


def test_who_comes_while_there_is_no_worker_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MPServer, "_init_shared_socket", backend._listen)
    server = MPServer("none", address="127.0.0.1", port=free_port(), interface=Interfaces.ASGI)
    server._init_shared_socket()
    with socket.create_connection(("127.0.0.1", server.bind_port), timeout=5) as early:
        early.sendall(b"GET / HTTP/1.1\r\n\r\n")


def test_a_worker_that_is_still_starting_ends_when_told() -> None:
    script = (
        "import os, signal\n"
        "from pwa.seam import backend\n"
        "backend.restart_unnoticed()\n"
        "signal.signal(signal.SIGTERM, lambda *_: None)\n"
        "reading, writing = os.pipe()\n"
        "worker = os.fork()\n"
        "if not worker:\n"
        "    os.write(writing, b'!')\n"
        "    signal.pause()\n"
        "os.read(reading, 1)\n"
        "os.kill(worker, signal.SIGTERM)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]))\n"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert said.stdout == f"{-signal.SIGTERM}\n", said.stderr
