"""A process that serves, as granian starts it. It ends with its parent, and the parent replaces it if its event loop
has stopped."""

import asyncio
import ctypes
import logging
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from typing import Any

from granian.server import mp

from app import watchdog

PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that the kernel sends to a process when its parent dies."""

logger = logging.getLogger(__name__)


class Heartbeat:
    """Shared by a worker and its parent: the number of heartbeats, and a pipe for traces."""

    def __init__(self) -> None:
        self._beats = RawValue("L", 0)
        self._reading, self._writing = Pipe(duplex=False)
        self._watch = watchdog.Watch()

    def begin(self) -> None:
        """Prepares the worker for `trace`."""
        watchdog.trace_to(self._writing.fileno())

    def beat(self) -> None:
        """Counts a heartbeat, and schedules the next one on the running loop."""
        self._beats.value += 1
        asyncio.get_running_loop().call_later(watchdog.CHECK_SECONDS, self.beat)

    def is_stuck(self) -> bool:
        """Checks, in the parent, whether the worker's loop has stopped."""
        return self._watch.is_stuck(self._beats.value)

    def trace(self, process: int) -> str:
        """Returns where the worker is."""
        return watchdog.trace(process, self._reading.fileno())


_own: Heartbeat | None = None


def begin_heartbeat() -> None:
    """Starts the heartbeat of this process, if it is a `WebWorker`."""
    if _own:
        _own.beat()


class WebWorker(mp.WorkerProcess):
    """A worker for which only one thread waits: when two do, it looks alive to the second a moment longer, and granian
    says that it is killing a worker that has ended."""

    def _spawn(self, target: Callable[..., None], args: Any) -> None:
        self._heartbeat = Heartbeat()
        self._is_stuck = False
        self._is_large = False
        super()._spawn(partial(_run, self._heartbeat, os.getpid(), target), args)

    def start(self) -> None:
        """Starts it. A SIGTERM that comes before the new process can obey waits: granian's handler, which the process
        has from its parent, would only take note of it."""
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])

    def _watch(self) -> None:
        self._watching = threading.Thread(target=self._watcher)
        self._watching.start()

    def _watcher(self) -> None:
        """As granian's, with one line of log in our own words."""
        self.inner.join()
        if self.interrupt_by_parent:
            return
        if not self._is_stuck:
            logger.error("Web worker %d exited (code %s)", self.idx + 1, self.inner.exitcode)
        if self.parent.reload_on_changes and self.parent.reload_ignore_worker_failure:
            return
        self.parent.interrupt_children.append(self.idx)
        self.parent.main_loop_interrupt.set()

    def join(self, timeout: float | None = None) -> None:
        """Waits until it has ended, or for `timeout` seconds."""
        self._watching.join(timeout)

    def kill_if_stuck(self) -> None:
        """Kills the worker if its loop has stopped; granian starts another one. To be called every `CHECK_SECONDS`."""
        process = self.inner.pid
        if self.interrupt_by_parent or self._is_stuck or process is None or not self._heartbeat.is_stuck():
            return
        self._is_stuck = True
        seconds = watchdog.MAX_MISSED * watchdog.CHECK_SECONDS
        place = self._heartbeat.trace(process)
        logger.error(
            "Web worker %d did not answer for %.0f s (stuck at %s); replacing it", self.idx + 1, seconds, place
        )
        self.inner.kill()

    def log_if_large(self, max_megabytes: int) -> None:
        """Logs once that the worker takes more memory, for which granian replaces it. Only Linux says so."""
        if self._is_large or self.interrupt_by_parent:
            return
        with suppress(FileNotFoundError, ProcessLookupError):
            pages = int(Path(f"/proc/{self.inner.pid}/statm").read_text().split()[1])
            megabytes = pages * resource.getpagesize() // 1024**2
            self._is_large = megabytes >= max_megabytes
            if self._is_large:
                logger.error("Web worker %d takes %d MB of memory; replacing it", self.idx + 1, megabytes)


def _run(heartbeat: Heartbeat, parent: int, target: Callable[..., None], *args: object) -> None:
    """Runs granian's `target` in the new process."""
    global _own
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    _own = heartbeat
    heartbeat.begin()
    _end_with(parent)
    target(*args)


def _end_with(parent: int) -> None:
    """Has this process killed when its parent dies, even if it is stuck. Does nothing where the kernel is not Linux."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has died in the meantime
        os.kill(os.getpid(), signal.SIGKILL)
