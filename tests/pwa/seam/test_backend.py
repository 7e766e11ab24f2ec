import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

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


def test_only_files_that_the_backend_reads_restart_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "HOTRELOAD_IGNORE_PATTERNS", running.HOTRELOAD_IGNORE_PATTERNS)
    monkeypatch.chdir(ROOT)
    for name, value in backend.reload_settings(dev.BACKEND_PATHS, ignored=dev.BROWSER_SUFFIXES).items():
        monkeypatch.setenv(name, value)
    watched = {path.relative_to(ROOT).as_posix() for path in running.get_reload_paths()}
    assert watched == set(dev.BACKEND_PATHS)
    assert {r"^.*\.css$", r"^.*\.js$"} <= set(running.HOTRELOAD_IGNORE_PATTERNS)


def test_a_connection_waits_without_a_process_until_its_request_has_arrived() -> None:
    server = MPServer("none", address="127.0.0.1", port=free_port(), interface=Interfaces.ASGI)
    backend._listen(server)
    assert server._shd
    with (
        socket.socket(fileno=os.dup(server._shd.get_fd())) as listening,
        socket.create_connection(listening.getsockname(), timeout=5) as early,
    ):
        listening.settimeout(0.1)
        with pytest.raises(TimeoutError):
            listening.accept()
        early.sendall(b"GET / HTTP/1.1\r\n\r\n")
        listening.settimeout(5)
        listening.accept()[0].close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    started = []
    monkeypatch.setattr(running, "frontend_process", None)
    monkeypatch.setattr(running, "notify_backend", running.notify_backend)
    monkeypatch.setattr(running, "run_backend", lambda host, port, *_: started.append(running.frontend_process))
    backend.start_after_frontend(when_stopped=lambda: started.append("stopped"))
    return started


def test_next_is_started_first(started: list[object]) -> None:
    starting = threading.Timer(0.1, setattr, (running, "frontend_process", "Next"))
    starting.start()
    running.run_backend("127.0.0.1", 8000, LogLevel.ERROR, True)
    assert started == ["Next", "stopped"]
    starting.join()


def test_the_backend_does_not_wait_without_next(started: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    running.run_backend("127.0.0.1", 8000, LogLevel.ERROR, False)
    monkeypatch.setattr(backend, "FRONTEND_TIMEOUT_SECONDS", 0.05)
    running.run_backend("127.0.0.1", 8000, LogLevel.ERROR, True)
    assert started == [None, "stopped"] * 2


def test_a_process_has_more_time_to_stop_than_reflex_gives_it() -> None:
    worker = backend.Worker(MPServer("none", port=free_port(), interface=Interfaces.ASGI), 0, time.sleep, (0.3,))
    worker.start()
    worker.join(0.01)
    assert not worker.is_alive()


@pytest.mark.parametrize(("code", "logged"), [(0, False), (3, True)], ids=["Ctrl-C", "a crash"])
def test_only_unexpected_exits_are_logged(caplog: pytest.LogCaptureFixture, code: int, logged: bool) -> None:
    worker = backend.Worker(MPServer("none", port=free_port(), interface=Interfaces.ASGI), 0, os._exit, (code,))
    worker.start()
    worker.join(60)
    assert any("exited" in each for each in caplog.messages) is logged


STARTING = """
import importlib, os, sys
from pathlib import Path
from granian.server import common
from app.seam import brief_errors
from pwa.seam import backend

brief_errors.ROOT = backend.ROOT = Path({folder!r})
for module in ("app.app", "pages"):
    common.load_target = importlib.import_module
    backend.prepare_start(lambda: print("prepare"), reported_elsewhere=module)
    print(common.load_target("server").__name__, flush=True)
backend.restart_without_downtime()
worker = os.fork()
if not worker:
    print([name for name in sys.modules if name.split(".")[0] == "app"], flush=True)
    os._exit(0)
os.waitpid(worker, 0)
print("app.seam" in sys.modules)
"""
MESSAGE = """ValueError: out of ink
  pages.py:1, in <module>
    raise ValueError("out of ink")
  server.py:1, in <module>
    import pages
The backend could not be started.

"""


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """The output of a process that loads a broken page twice, and then forks."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "server.py").write_text("import pages\n")
    (folder / "pages.py").write_text('raise ValueError("out of ink")\n')
    command = [sys.executable, "-c", STARTING.format(folder=str(folder))]
    environment = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def test_an_error_at_the_start_is_reported_unless_it_is_reported_elsewhere(
    result: subprocess.CompletedProcess[str],
) -> None:
    assert result.stdout.startswith("prepare\napplication\n" * 2) and result.stderr == MESSAGE


def test_a_new_process_imports_the_project_again(result: subprocess.CompletedProcess[str]) -> None:
    assert result.stdout.endswith("[]\nTrue\n"), result.stderr


@pytest.mark.parametrize(
    "handler",
    [lambda: MPServer.signal_handler_interrupt, lambda: MPServer.signal_handler_reload],
    ids=["Ctrl-C", "a closed terminal"],
)
def test_the_exit_of_next_is_no_error_after_a_signal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], handler: Callable[[], Callable[..., None]]
) -> None:
    for name in ("signal_handler_interrupt", "signal_handler_reload"):
        monkeypatch.setattr(MPServer, name, getattr(MPServer, name))
    monkeypatch.setattr(console, "error", console.error)
    backend.stop_on_signals()
    server = MPServer("none", port=free_port(), interface=Interfaces.ASGI)
    console.error("Starting frontend failed")
    assert "failed" in capsys.readouterr().out
    server.pid = -1
    handler()(server)
    assert not server.interrupt_signal  # in forked processes, the inherited signal handler does nothing
    server.pid = os.getpid()
    handler()(server)
    console.error("Starting frontend failed")
    assert capsys.readouterr().out == "" and server.interrupt_signal


def test_the_address_is_printed(started: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    running.run_backend("127.0.0.1", 8123, LogLevel.ERROR, False)
    running.notify_backend()
    assert capsys.readouterr().out == "Backend running at: http://127.0.0.1:8123\n"
