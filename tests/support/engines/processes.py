"""Stops browsers and their child processes."""

import subprocess
from collections.abc import Callable
from contextlib import suppress

import psutil

EXIT_SECONDS = 30


def end_with_children(process: subprocess.Popen[str] | subprocess.Popen[bytes], end: Callable[[], object]) -> None:
    """Calls `end()`. Kills child processes only after `EXIT_SECONDS`, because they may be writing to the profile."""
    children = psutil.Process(process.pid).children(recursive=True)
    try:
        end()
        psutil.wait_procs(children, timeout=EXIT_SECONDS)
    finally:
        for each in children:
            with suppress(psutil.NoSuchProcess):
                each.kill()
