"""What restarts Reflex's backend, that nobody notices, and what it says."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from granian.constants import Interfaces
from granian.server import MPServer
from reflex.constants import LogLevel
from reflex.utils import console
from reflex.utils import exec as running

from app.folders import ROOT
from builder import dev
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
    assert watched == set(dev.OF_BACKEND)


def test_what_only_browsers_read_does_not_restart_it(watched: set[str]) -> None:
    assert {r"^.*\.css$", r"^.*\.js$"} <= set(running.HOTRELOAD_IGNORE_PATTERNS)


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """The socket that the backends accept from, one after another."""
    server = MPServer("none", address="127.0.0.1", port=free_port(), interface=Interfaces.ASGI)
    backend._listen(server)
    assert server._shd
    with socket.socket(fileno=os.dup(server._shd.get_fd())) as listening:
        listening.settimeout(5)
        yield listening


def test_who_comes_while_there_is_no_worker_waits(listening: socket.socket) -> None:
    with socket.create_connection(listening.getsockname(), timeout=5) as early:
        early.sendall(b"GET / HTTP/1.1\r\n\r\n")


def test_a_connection_without_a_request_is_not_accepted(listening: socket.socket) -> None:
    with socket.create_connection(listening.getsockname(), timeout=5) as early:
        listening.settimeout(0.1)
        with pytest.raises(TimeoutError):
            listening.accept()
        early.sendall(b"GET / HTTP/1.1\r\n\r\n")
        listening.settimeout(5)
        listening.accept()[0].close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the backend found of Next each time that it was started."""
    started = []
    monkeypatch.setattr(running, "frontend_process", None)
    monkeypatch.setattr(running, "notify_backend", running.notify_backend)
    monkeypatch.setattr(running, "run_backend", lambda host, port, *_: started.append(running.frontend_process))
    backend.start_after_frontend()
    return started


def test_next_is_started_first(started: list[object]) -> None:
    starting = threading.Timer(0.1, setattr, (running, "frontend_process", "Next"))
    starting.start()
    running.run_backend("127.0.0.1", 8000, LogLevel.ERROR, True)
    assert started == ["Next"]
    starting.join()


def test_without_next_nobody_waits(started: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    running.run_backend("127.0.0.1", 8000, LogLevel.ERROR, False)
    monkeypatch.setattr(backend, "FRONTEND_SECONDS", 0.05)
    running.run_backend("127.0.0.1", 8000, LogLevel.ERROR, True)
    assert started == [None, None]


def test_a_worker_has_time_to_answer() -> None:
    """More than Reflex gives it."""
    worker = backend.Worker(MPServer("none", port=free_port(), interface=Interfaces.ASGI), 0, time.sleep, (0.3,))
    worker.start()
    worker.join(0.01)
    assert not worker.is_alive()


def run(script: str) -> subprocess.CompletedProcess[str]:
    """What a script says in a process of its own."""
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)


def test_a_worker_has_nothing_of_the_project_as_it_was() -> None:
    said = run(
        "import os, sys\n"
        "import app.routes\n"
        "from pwa.seam import backend\n"
        "backend.restart_unnoticed()\n"
        "worker = os.fork()\n"
        "if not worker:\n"
        "    print([name for name in sys.modules if name.split('.')[0] == 'app'], flush=True)\n"
        "    os._exit(0)\n"
        "os.waitpid(worker, 0)\n"
        "print('app.routes' in sys.modules)\n"
    )
    assert said.stdout == "[]\nTrue\n", said.stderr


@pytest.mark.parametrize(
    ("code", "said"), [(0, False), (backend.TOLD, False), (3, True)], ids=["Ctrl-C", "it has said why", "a crash"]
)
def test_only_an_end_that_nobody_knows_of_is_said(caplog: pytest.LogCaptureFixture, code: int, said: bool) -> None:
    worker = backend.Worker(MPServer("none", port=free_port(), interface=Interfaces.ASGI), 0, os._exit, (code,))
    worker.start()
    worker.join(60)
    assert ("Web worker 1 exited (code 3)" in caplog.messages) is said


LOADING = """
import importlib
from pathlib import Path
from granian.server import common
from app.seam import brief_errors
from pwa.seam import backend

brief_errors.ROOT = backend.ROOT = Path({folder!r})
common.load_target = importlib.import_module
backend.say_briefly(told_by={told_by!r})
common.load_target("server")
"""
SAID = """ValueError: out of ink
  pages.py:1, in <module>
    raise ValueError("out of ink")
  server.py:1, in <module>
    import pages
The backend could not be started.

"""


@pytest.mark.parametrize(("told_by", "said"), [("app.app", SAID), ("pages", "")], ids=["nobody else", "another"])
def test_what_keeps_it_from_starting_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told_by: str, said: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT}")
    (tmp_path / "server.py").write_text("import pages\n")
    (tmp_path / "pages.py").write_text('raise ValueError("out of ink")\n')
    result = run(LOADING.format(folder=str(tmp_path), told_by=told_by))
    assert (result.returncode, result.stderr) == (backend.TOLD, said)


def test_that_next_ends_too_is_no_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(MPServer, "signal_handler_interrupt", MPServer.signal_handler_interrupt)
    monkeypatch.setattr(console, "error", console.error)
    backend.end_quietly()
    server = MPServer("none", port=free_port(), interface=Interfaces.ASGI)
    console.error("Starting frontend failed")
    assert "failed" in capsys.readouterr().out
    server.signal_handler_interrupt()
    console.error("Starting frontend failed")
    assert capsys.readouterr().out == "" and server.interrupt_signal


def test_where_it_really_is_is_said(started: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    running.run_backend("127.0.0.1", 8123, LogLevel.ERROR, False)
    running.notify_backend()
    assert capsys.readouterr().out == "Backend running at: http://127.0.0.1:8123\n"
