"""Ends browsers together with the processes that they have started."""

import subprocess
from collections.abc import Callable
from contextlib import suppress

import psutil

EXIT_SECONDS = 30


def end_with_children(process: subprocess.Popen[str] | subprocess.Popen[bytes], end: Callable[[], object]) -> None:
    """Calls `end()` and waits for the child processes to exit, because they write to the profile. Kills slow ones."""
    children = psutil.Process(process.pid).children(recursive=True)
    end()
    _, remaining = psutil.wait_procs(children, timeout=EXIT_SECONDS)
    for each in remaining:
        with suppress(psutil.NoSuchProcess):
            each.kill()
