"""Patches Reflex's backend under `reflex run`."""

import os
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping

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

expect(MPServer, "_init_shared_socket", "_drop_shared_socket", "_stop_workers", "signal_handler_interrupt")
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
"""Maximum time from a connection's opening to its first request."""
STOP_GRACE_SECONDS = 30
FRONTEND_TIMEOUT_SECONDS = 30
PACKAGE = "app"
EXIT_REPORTED = 1
"""The exit code of a backend process that has already printed its error."""
EXPECTED_EXITS = (0, EXIT_REPORTED)


def reload_settings(watched: Iterable[str], ignored: Iterable[str]) -> Mapping[str, str]:
    """Returns environment variables that make Reflex restart the backend only after changes in `watched`."""
    running.HOTRELOAD_IGNORE_PATTERNS = (
        *running.HOTRELOAD_IGNORE_PATTERNS,
        *(rf"^.*\.{suffix}$" for suffix in ignored),
    )
    within = [name for name in watched if "/" in name]
    others = sorted(entry.name for entry in ROOT.iterdir() if entry.name not in watched)
    return {INCLUDED: ":".join(within), EXCLUDED: ":".join(others)}


def restart_without_downtime() -> None:
    """Lets requests wait while the backend restarts, and makes new processes import the current code."""
    MPServer._init_shared_socket = _listen
    mp.WorkerProcess = Worker
    os.register_at_fork(after_in_child=_forget_project)


def shorten_start_errors(reported_elsewhere: str) -> None:
    """Shortens start errors. Hides errors in the module `reported_elsewhere`, because hot reload reports them."""
    common.load_target = _with_short_errors(common.load_target, reported_elsewhere)  # pyright: ignore[reportPrivateImportUsage]


def exit_without_errors() -> None:
    """Hides Reflex's error about the exit of Next after Ctrl-C."""
    interrupt = MPServer.signal_handler_interrupt

    def interrupt_silently(self: MPServer, *arguments: object) -> None:
        console.error = lambda *_, **__: None
        interrupt(self, *arguments)

    MPServer.signal_handler_interrupt = interrupt_silently


def start_after_frontend() -> None:
    """Starts the backend after the process of Next, and prints the backend's actual URL.

    If forked earlier, the backend would inherit an open pipe, and block the Reflex thread that starts Next.
    """
    running.run_backend = _after_frontend(running.run_backend)


class Worker(web_worker.WebWorker):
    """A web worker process that has more time to stop, and does not log expected exits."""

    def _watcher(self) -> None:
        self.inner.join()
        self.interrupt_by_parent |= self.inner.exitcode in EXPECTED_EXITS
        super()._watcher()

    def join(self, timeout: float | None = None) -> None:
        super().join(timeout and max(timeout, STOP_GRACE_SECONDS))


def _listen(self: MPServer) -> None:
    """Opens one socket for all web worker processes, so that connections wait during a restart.

    A process accepts a connection only after a request has arrived, because an exiting process closes idle connections.
    """
    self.http = HTTPModes.http1
    self._shd = SocketSpec(self.bind_addr, self.bind_port, self.backlog).build()
    self._sso = None
    with socket.socket(fileno=os.dup(self._shd.get_fd())) as same:
        if hasattr(socket, "TCP_DEFER_ACCEPT"):
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, REQUEST_TIMEOUT_SECONDS)
        same.listen(self.backlog)


def _after_frontend(run_backend: Callable[..., None]) -> Callable[..., None]:
    def run(host: str, port: int, loglevel: object, frontend_present: bool = False) -> None:
        running.notify_backend = lambda: console.print(f"Backend running at: [bold green]http://{host}:{port}[/]")
        deadline = time.monotonic() + FRONTEND_TIMEOUT_SECONDS
        while frontend_present and running.frontend_process is None and time.monotonic() < deadline:
            time.sleep(0.01)
        run_backend(host, port, loglevel, frontend_present)

    return run


def _with_short_errors(load: Callable[..., object], reported_elsewhere: str) -> Callable[..., object]:
    def load_target(*arguments: object, **named: object) -> object:
        try:
            with briefly("The backend could not be started."):
                return load(*arguments, **named)
        except Exception as error:
            modules = (frame.f_globals.get("__name__") for frame, _ in traceback.walk_tb(error.__traceback__))
            if reported_elsewhere not in modules:
                print("".join(traceback.format_exception_only(error)).replace(f"{ROOT}/", ""), file=sys.stderr)
            sys.exit(EXIT_REPORTED)

    return load_target


def _forget_project() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]
