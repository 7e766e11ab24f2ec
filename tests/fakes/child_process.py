"""Ends processes that tests and tools have started, even if they hang."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

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


def read_until(stream: IO[str] | None, text: str) -> list[str]:
    """Reads lines until one contains `text`. Returns the lines."""
    assert stream
    lines = []
    for line in stream:
        lines.append(line)
        if text in line:
            return lines
    raise AssertionError("the process did not start:\n" + "".join(lines))


def stop(process: subprocess.Popen[Any]) -> None:
    """Terminates a running process. If the process does not exit, kills the process and its children."""
    with killed_on_failure(process):
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=STOP_SECONDS)


def stop_with_children(process: subprocess.Popen[Any], end: Callable[[], object]) -> None:
    """Calls `end()`, then waits before it kills child processes, because browsers may still write to their profiles."""
    children = psutil.Process(process.pid).children(recursive=True)
    try:
        end()
        psutil.wait_procs(children, timeout=STOP_SECONDS)
    finally:
        for each in children:
            with suppress(psutil.NoSuchProcess):
                each.kill()


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
