"""The granian web server's processes. They are replaced if they hang, and exit when their parent exits."""

import asyncio
import ctypes
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import Pipe
from multiprocessing.sharedctypes import RawValue
from types import ModuleType
from typing import Any

from granian.server import MPServer, mp

from app import counters, watchdog
from app.counters import SharedCounters

PR_SET_PDEATHSIG = 1
"""A prctl(2) option: the kernel signals the process when its parent dies."""

RELOAD_CHECK = (sys.executable, "-m", "app.server.check")
CHECK_TIMEOUT_SECONDS = 300
START_TIMEOUT_SECONDS = 60
START_POLL_SECONDS = 0.05

logger = logging.getLogger(__name__)


class Heartbeat:
    """A counter that stops if the process hangs, and a pipe for the process's stack trace."""

    def __init__(self) -> None:
        self._beats = RawValue("L", 0)
        self._reading, self._writing = Pipe(duplex=False)
        self._watch = watchdog.Watch()

    def begin(self) -> None:
        watchdog.trace_to(self._writing.fileno())

    def beat(self) -> None:
        self._beats.value += 1
        asyncio.get_running_loop().call_later(watchdog.CHECK_SECONDS, self.beat)

    def is_regular(self) -> bool:
        """Whether the process serves requests. Ignores the first heartbeat, which the process sends while it starts."""
        return self._beats.value > 1

    def check(self) -> bool:
        """Returns whether the process hangs. Call this method every `CHECK_SECONDS`."""
        return self._watch.note_beats(self._beats.value)

    def trace(self, process: int) -> str:
        return watchdog.trace(process, self._reading.fileno())


SHARED_MODULES = {
    "app.counters", "app.folders", "app.http.web_worker", "app.i18n.languages", "app.settings", "app.suggestion",
    "app.watchdog",
}  # fmt: skip
"""Modules that workers inherit from the parent process: modules with state, and their imports."""

_inherited: list[ModuleType] = []
"""The parent's modules. If a worker freed these modules, it could close connections that it shares with the parent."""

_own: Heartbeat | None = None
_counters: SharedCounters | None = None
"""All processes' counters. Only the parent process sets this variable."""


def _all_counters() -> SharedCounters:
    global _counters
    if _counters is None:
        _counters = SharedCounters()
        counters.use(_counters, _counters.acquire())
        counters.own().clear_gauges()  # the parent has no gauges, because it serves no requests
    return _counters


def begin_heartbeat() -> None:
    if _own:
        _own.beat()


class WebWorker(mp.WorkerProcess):
    """A web server process.

    Only one thread waits for the process to exit. In granian's class, two threads wait, and one can miss the exit.
    """

    inner: Any  # granian has no type annotations
    parent: Any

    def _spawn(self, target: Callable[..., None], args: Any) -> None:
        self._heartbeat = Heartbeat()
        self._is_stuck = False
        self._counters = _all_counters()
        self._cells = self._counters.acquire()
        run = partial(_run, self._heartbeat, self._counters, self._cells, os.getpid(), target)
        super()._spawn(run, args)  # pyright: ignore[reportUnknownMemberType]

    def start(self) -> None:
        """Starts the process. Blocks SIGTERM until `_run` has removed the inherited signal handler."""
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])

    def _watch(self) -> None:
        self._watching = threading.Thread(target=self._watcher)
        self._watching.start()

    def _watcher(self) -> None:
        self.inner.join()
        self._counters.release(self._cells)
        if self.interrupt_by_parent:
            return
        if not self._is_stuck:
            counters.own().count("exit")
            logger.error("Web worker %d exited (code %s)", self.idx + 1, self.inner.exitcode)
        if self.parent.reload_on_changes and self.parent.reload_ignore_worker_failure:
            return
        self.parent.interrupt_children.append(self.idx)
        self.parent.main_loop_interrupt.set()

    def join(self, timeout: float | None = None) -> None:
        self._watching.join(timeout)

    def is_alive(self) -> bool:
        return self._watching.is_alive()

    def wait_until_up(self) -> bool:
        """Waits until the process serves requests. Returns False after a timeout, or if the process or server stops."""
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while self.is_alive() and not self.parent.interrupt_signal and time.monotonic() < deadline:
            if self._heartbeat.is_regular():
                return True
            time.sleep(START_POLL_SECONDS)
        return False

    def kill_if_stuck(self) -> None:
        """Kills the process if it hangs. Granian then replaces it."""
        process = self.inner.pid
        if self.interrupt_by_parent or self._is_stuck or process is None or not self._heartbeat.check():
            return
        self._is_stuck = True
        counters.own().count("hang")
        seconds = watchdog.MAX_MISSED * watchdog.CHECK_SECONDS
        line = self._heartbeat.trace(process)
        logger.error("Web worker %d did not answer for %.0f s (stuck at %s); replacing it", self.idx + 1, seconds, line)
        self.inner.kill()


class WebServer(MPServer):
    """Granian's server with safer reloads.

    Checks new code first, because granian would exit if the code crashed. Stops an old process only once its
    replacement serves requests.
    """

    wrks: list[WebWorker]  # pyright: ignore[reportIncompatibleVariableOverride]
    workers_rss: int | None
    interrupt_children: list[int]
    respawned_wrks: dict[int, float]
    _is_checked = False

    def _reload(self, spawn_target: Any, target_loader: Any) -> None:
        """Starts a check of the code. After a successful check, granian calls this method again, which then reloads."""
        if self._is_checked:
            self._is_checked = False
            super()._reload(spawn_target, target_loader)  # pyright: ignore[reportUnknownMemberType]
            return
        self.reload_signal = False
        self.main_loop_interrupt.clear()
        threading.Thread(target=self._check_code, daemon=True).start()

    def _check_code(self) -> None:
        try:
            subprocess.run(RELOAD_CHECK, capture_output=True, text=True, check=True, timeout=CHECK_TIMEOUT_SECONDS)
        except subprocess.CalledProcessError as error:
            lines = error.stderr.strip().splitlines() or [f"code {error.returncode}"]
            logger.error("Reload failed (%s); going on with the old code", lines[-1])
        except (OSError, subprocess.TimeoutExpired) as error:
            logger.error("Reload failed (%s); going on with the old code", error)
        else:
            self._is_checked = True
            self.signal_handler_reload()  # pyright: ignore[reportUnknownMemberType]

    def _respawn_workers(self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0) -> None:
        for idx in workers:
            old = self.wrks[idx]
            self.respawned_wrks[idx] = time.monotonic()
            new: Any = self._spawn_worker(idx, spawn_target, target_loader)  # pyright: ignore[reportUnknownMemberType]
            new.start()
            if old.is_alive() and not new.wait_until_up():
                self._discard(new)
                return
            self.wrks[idx] = new
            old.terminate()
            old.join(self.workers_kill_timeout)
            if old.is_alive():
                old.kill()
                old.join()
            if new.is_alive() and idx in self.interrupt_children:
                self.interrupt_children.remove(idx)  # prevents granian from handling the old process's exit as a crash

    def _discard(self, new: WebWorker) -> None:
        """Stops a replacement that failed to start. The old process continues."""
        if new.is_alive():
            new.kill()
            new.join()
        else:
            self.interrupt_children.remove(new.idx)  # prevents granian from replacing the old process
        if not self.interrupt_signal:
            logger.error("Replacing web worker %d failed (it did not start); going on with the old one", new.idx + 1)

    def _handle_rss_signal(self, spawn_target: Any, target_loader: Any) -> None:
        before = [*self.wrks]
        super()._handle_rss_signal(spawn_target, target_loader)  # pyright: ignore[reportUnknownMemberType]
        megabytes = (self.workers_rss or 0) // 1024**2
        for old, new in zip(before, self.wrks, strict=True):
            if old is not new:
                counters.own().count("memory")
                logger.error("Web worker %d used more than %d MB of memory; replaced it", new.idx + 1, megabytes)


def _run(
    heartbeat: Heartbeat, shared: SharedCounters, cells: int, parent: int, target: Callable[..., None], *args: object
) -> None:
    global _own
    _forget_modules()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    _own = heartbeat
    counters.use(shared, cells)
    heartbeat.begin()
    _exit_with(parent)
    target(*args)


def _forget_modules() -> None:
    """Makes a worker import the current code. The parent might have imported an earlier release."""
    for name in [each for each in sys.modules if each.partition(".")[0] == "app" and each not in SHARED_MODULES]:
        _inherited.append(sys.modules.pop(name))


def _exit_with(parent: int) -> None:
    """Makes the kernel kill this process when the parent dies, on Linux only."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent has already exited
        os.kill(os.getpid(), signal.SIGKILL)
