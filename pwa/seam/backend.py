"""Reflex's backend under `reflex run`: what restarts it, that nobody notices when it does, and what it says when it
cannot start."""

import os
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping

from granian.constants import HTTPModes
from granian.net import SocketSpec  # pyright: ignore[reportPrivateImportUsage] - granian's own name for it
from granian.server import MPServer, common, mp
from reflex.environment import environment
from reflex.utils import console
from reflex.utils import exec as running

from app.folders import ROOT
from app.http import worker
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
PATIENCE_SECONDS = 30
"""How long a connection may take to say what it wants."""
STOP_GRACE_SECONDS = 30
"""For open connections when a worker is stopped."""
FRONTEND_SECONDS = 30
"""How long the backend waits for Next to be started."""
PACKAGE = "app"
"""What each worker imports anew."""
TOLD = 1
"""A worker's exit code when it has said why it cannot start."""
EXPECTED = (0, TOLD)
"""Exit codes that are no news; 0 is that of Ctrl-C."""


def restarted_by(needed: Iterable[str], without: Iterable[str]) -> Mapping[str, str]:
    """The environment variables that have the backend restarted by changes in `needed` only, which are paths from the
    project's folder, but not by files with one of the suffixes in `without`, which takes effect at once.

    Without them, it is restarted by changes everywhere in the folder.
    """
    running.HOTRELOAD_IGNORE_PATTERNS = (
        *running.HOTRELOAD_IGNORE_PATTERNS,
        *(rf"^.*\.{suffix}$" for suffix in without),
    )
    within = [name for name in needed if "/" in name]
    others = sorted(entry.name for entry in ROOT.iterdir() if entry.name not in needed)
    return {INCLUDED: ":".join(within), EXCLUDED: ":".join(others)}


def restart_unnoticed() -> None:
    """Has the backend stopped at once, and requests wait until there is another one, with the project as it is then."""
    MPServer._init_shared_socket = _listen
    mp.WorkerProcess = Worker
    os.register_at_fork(after_in_child=_begin)


def say_briefly(told_by: str) -> None:
    """Has the backend say why it cannot start in the project's own lines, and nothing if it is because a module of this
    name cannot be imported: somebody else says so."""
    common.load_target = _saying(common.load_target, told_by)  # pyright: ignore[reportPrivateImportUsage]


def end_quietly() -> None:
    """Has Reflex not report as an error that Next has ended, once it has been told to end itself: Ctrl-C ends both."""
    interrupt = MPServer.signal_handler_interrupt

    def interrupted(self: MPServer, *given: object) -> None:
        console.error = lambda *_, **__: None
        interrupt(self, *given)

    MPServer.signal_handler_interrupt = interrupted


def start_after_frontend() -> None:
    """Has the backend start when Next has been started, and say where it really is.

    Reflex starts Next in a thread, after it has asked Node.js for its version. A worker that is forked meanwhile has a
    copy of the pipe that the answer comes through: the thread would wait for its end as long as the worker lives.
    """
    running.run_backend = _after_frontend(running.run_backend)


class Worker(worker.Worker):
    """A worker of which granian says less: Ctrl-C, or an error that has been told, is not an unexpected end. And it has
    time to answer when it is stopped: Reflex's two seconds are too short on a machine that does something else too."""

    def _watcher(self) -> None:
        self.inner.join()
        self.interrupt_by_parent |= self.inner.exitcode in EXPECTED
        super()._watcher()

    def join(self, timeout: float | None = None) -> None:
        """Waits until it has ended, or for `timeout` seconds, but at least `STOP_GRACE_SECONDS`."""
        super().join(timeout and max(timeout, STOP_GRACE_SECONDS))


def _listen(self: MPServer) -> None:
    """Opens the one socket that all backends accept from, one after another: it stays, and with it who waits there.

    On Linux, granian's workers each have one of their own, and between two of them connections are refused. A worker
    accepts a connection only once its request is there: one that has to end cuts those that have not said anything.

    It speaks HTTP/1.1 only, as in production.
    """
    self.http = HTTPModes.http1
    self._shd = SocketSpec(self.bind_addr, self.bind_port, self.backlog).build()
    self._sso = None
    with socket.socket(fileno=os.dup(self._shd.get_fd())) as same:
        if hasattr(socket, "TCP_DEFER_ACCEPT"):
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, PATIENCE_SECONDS)
        same.listen(self.backlog)


def _after_frontend(run_backend: Callable[..., None]) -> Callable[..., None]:
    def run(host: str, port: int, loglevel: object, frontend_present: bool = False) -> None:
        running.notify_backend = lambda: console.print(f"Backend running at: [bold green]http://{host}:{port}[/]")
        deadline = time.monotonic() + FRONTEND_SECONDS
        while frontend_present and running.frontend_process is None and time.monotonic() < deadline:
            time.sleep(0.01)
        run_backend(host, port, loglevel, frontend_present)

    return run


def _saying(load: Callable[..., object], told_by: str) -> Callable[..., object]:
    def loaded(*given: object, **named: object) -> object:
        try:
            with briefly("The backend could not be started."):
                return load(*given, **named)
        except Exception as error:
            modules = (frame.f_globals.get("__name__") for frame, _ in traceback.walk_tb(error.__traceback__))
            if told_by not in modules:
                print("".join(traceback.format_exception_only(error)).replace(f"{ROOT}/", ""), file=sys.stderr)
            sys.exit(TOLD)

    return loaded


def _begin() -> None:
    """Removes the project from the modules that a worker inherits, so that it imports the project as it is now."""
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]
