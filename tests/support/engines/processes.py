"""Ends browsers together with the processes that they have started."""

import subprocess
from collections.abc import Callable
from contextlib import suppress

import psutil

EXIT_SECONDS = 30


def end_with_children(process: subprocess.Popen[str] | subprocess.Popen[bytes], end: Callable[[], object]) -> None:
    """Calls `end()`, and waits for the browser's child processes, which write to the profile. Kills slow processes."""
    children = psutil.Process(process.pid).children(recursive=True)
    end()
    _, remaining = psutil.wait_procs(children, timeout=EXIT_SECONDS)
    for each in remaining:
        with suppress(psutil.NoSuchProcess):
            each.kill()
