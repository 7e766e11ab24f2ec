"""Ends the processes that `reflex run` has started. Reflex would leave some running."""

import os
import secrets
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from types import FrameType

import psutil

MARK = "REFLEX_RUN"
"""An environment variable that child processes of `reflex run` inherit. Its value differs between runs."""
GRACE_SECONDS = 3
POLL_SECONDS = 0.02
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def mark() -> None:
    os.environ[MARK] = secrets.token_hex(8)


def end_on_signals() -> None:
    """Makes signals end this process and its children. The web server later replaces these signal handlers."""
    owner = os.getpid()

    def end(number: int, _frame: FrameType | None) -> None:
        if os.getpid() == owner:
            _end({*_marked(), *psutil.Process().children(recursive=True)})
        os._exit(128 + number)

    for number in SIGNALS:
        signal.signal(number, end)


def end_marked() -> None:
    _end(_marked())


def _marked() -> list[psutil.Process]:
    own = os.environ.get(MARK)
    others = (process for process in psutil.process_iter() if process.pid != os.getpid())
    return [process for process in others if own and _mark_of(process) == own]


def _mark_of(process: psutil.Process) -> str | None:
    with suppress(psutil.Error, OSError):
        return process.environ().get(MARK)
    return None


def _end(processes: Iterable[psutil.Process]) -> None:
    remaining = list(processes)
    for name in ("terminate", "kill"):
        for process in remaining:
            with suppress(psutil.Error):
                getattr(process, name)()
        deadline = time.monotonic() + GRACE_SECONDS
        while (remaining := [*filter(_is_running, remaining)]) and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)


def _is_running(process: psutil.Process) -> bool:
    """Whether a process is running. Zombies have exited, so they do not count."""
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False
