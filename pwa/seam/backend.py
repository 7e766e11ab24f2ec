"""Patches Reflex's backend for `reflex run`."""

import os
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from granian.constants import HTTPModes
from granian.net import SocketSpec  # pyright: ignore[reportPrivateImportUsage]
from granian.server import MPServer, common, mp
from reflex.environment import environment
from reflex.utils import console
from reflex.utils import exec as running

from app.folders import ROOT
from app.http import web_worker
from app.seam.brief_errors import briefly
from app.seam.reflex_internals import expect, expect_parameters
from pwa.seam.failed_backend import failed

expect(MPServer, "_init_shared_socket", "_drop_shared_socket", "_stop_workers", "signal_handler_interrupt")
expect(MPServer, "signal_handler_reload")
expect(console, "error")
expect(mp, "WorkerProcess")
expect(common, "load_target")
expect(mp.WorkerProcess, "_watch", "_watcher", "join", "is_alive")
expect(running, "HOTRELOAD_IGNORE_PATTERNS", "get_reload_paths", "frontend_process", "notify_backend")
expect_parameters(running.run_backend, "host", "port", "loglevel", "frontend_present")
expect_parameters(SocketSpec, "host", "port", "backlog")

INCLUDED = environment.REFLEX_HOT_RELOAD_INCLUDE_PATHS.name
EXCLUDED = environment.REFLEX_HOT_RELOAD_EXCLUDE_PATHS.name
REQUEST_TIMEOUT_SECONDS = 30
"""The maximum time between a connection and its first request."""
STOP_GRACE_SECONDS = 30
FRONTEND_TIMEOUT_SECONDS = 30


def reload_settings(watched: Iterable[str], ignored: Iterable[str]) -> Mapping[str, str]:
    """Makes the backend restart only after changes in `watched`. Returns the environment variables to set."""
    running.HOTRELOAD_IGNORE_PATTERNS = (
        *running.HOTRELOAD_IGNORE_PATTERNS,
        *(rf"^.*\.{suffix}$" for suffix in ignored),
    )
    within = [name for name in watched if "/" in name]
    others = sorted(entry.name for entry in ROOT.iterdir() if entry.name not in watched)
    return {INCLUDED: ":".join(within), EXCLUDED: ":".join(others)}


def restart_without_downtime() -> None:
    """Queues requests while the backend restarts. Makes new backend processes import the current code."""
    MPServer._init_shared_socket = _listen
    mp.WorkerProcess = Worker
    os.register_at_fork(after_in_child=_forget_project)


def prepare_start(prepare: Callable[[], None], reported_elsewhere: str) -> None:
    """Makes each new backend process call `prepare` before it imports the application.

    If the backend cannot start, prints a short error and sends it in response to every request. Hot reload prints
    errors of the module `reported_elsewhere`.
    """
    load = common.load_target  # pyright: ignore[reportPrivateImportUsage]

    def load_target(*arguments: Any, **named: Any) -> object:
        try:
            with briefly("The backend could not be started."):
                prepare()
                return load(*arguments, **named)
        except Exception as error:
            message = "".join(traceback.format_exception_only(error)).replace(f"{ROOT}/", "")
            modules = (frame.f_globals.get("__name__") for frame, _ in traceback.walk_tb(error.__traceback__))
            if reported_elsewhere not in modules:
                print(message, file=sys.stderr)
            return failed(message)  # if this function raised the error, nothing would respond to requests

    common.load_target = load_target  # pyright: ignore[reportPrivateImportUsage]


def stop_on_signals() -> None:
    """Makes SIGHUP stop the backend. Terminals send SIGHUP when they are closed.

    By default, the web server (granian) only reloads its workers. Also hides the error that Reflex prints when Next
    exits after a signal.
    """
    interrupt = MPServer.signal_handler_interrupt

    def stop(self: MPServer, *arguments: object) -> None:
        if self.pid in (None, os.getpid()):  # child processes inherit the handler, but must not stop the backend
            console.error = lambda *_, **__: None
            interrupt(self, *arguments)

    MPServer.signal_handler_interrupt = stop
    MPServer.signal_handler_reload = stop


def start_after_frontend(when_stopped: Callable[[], None]) -> None:
    """Starts the backend only after Next, and prints the backend's URL.

    If both started together, the backend could inherit a pipe from the thread that starts Next. The thread would then
    hang until the backend exits.

    Calls `when_stopped` after the backend has stopped. `when_stopped` must stop Next, because Reflex waits for Next.
    """
    run_backend = running.run_backend

    def run(host: str, port: int, loglevel: Any, frontend_present: bool = False) -> None:
        running.notify_backend = lambda: console.print(f"Backend running at: [bold green]http://{host}:{port}[/]")
        deadline = time.monotonic() + FRONTEND_TIMEOUT_SECONDS
        while frontend_present and running.frontend_process is None and time.monotonic() < deadline:
            time.sleep(0.01)
        try:
            run_backend(host, port, loglevel, frontend_present)
        finally:
            when_stopped()

    running.run_backend = run


class Worker(web_worker.WebWorker):
    """A granian web worker that gets more time to stop, and logs only unexpected exits."""

    def _watcher(self) -> None:
        self.inner.join()
        self.interrupt_by_parent |= self.inner.exitcode == 0
        super()._watcher()

    def join(self, timeout: float | None = None) -> None:
        super().join(timeout and max(timeout, STOP_GRACE_SECONDS))


def _listen(self: MPServer) -> None:
    """Opens one socket for all web workers, so that connections wait during a restart.

    Workers accept a connection only when its first request arrives, because exiting workers close connections without
    requests.
    """
    self.http = HTTPModes.http1
    self._shd = SocketSpec(self.bind_addr, self.bind_port, self.backlog).build()
    self._sso = None
    with socket.socket(fileno=os.dup(self._shd.get_fd())) as same:
        if hasattr(socket, "TCP_DEFER_ACCEPT"):
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, REQUEST_TIMEOUT_SECONDS)
        same.listen(self.backlog)


def _forget_project() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "app"]:
        del sys.modules[name]
