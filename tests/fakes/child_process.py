"""Ends processes that tests and tools have started, even if they hang."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psutil

STOP_SECONDS = 30


@contextmanager
def killed_on_failure(process: subprocess.Popen[Any]) -> Iterator[None]:
    """Kills the process if the `with` block fails, for example because the test times out."""
    try:
        yield
    except BaseException:
        kill(process)
        raise


def stop(process: subprocess.Popen[Any]) -> None:
    """Terminates a process if it is running. Kills it with its children if it does not exit."""
    with killed_on_failure(process):
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=STOP_SECONDS)


def kill(process: subprocess.Popen[Any]) -> None:
    if process.poll() is None:
        kill_tree(process.pid)
    process.wait()


def kill_tree(pid: int) -> None:
    """Kills a process, then its children, because the process might restart killed children."""
    with suppress(psutil.NoSuchProcess):
        first = psutil.Process(pid)
        family = [first, *first.children(recursive=True)]
        for each in family:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        psutil.wait_procs(family, timeout=STOP_SECONDS)
