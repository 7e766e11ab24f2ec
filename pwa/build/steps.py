"""A step of the build: its line of progress, the program that it runs, and how it fails."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from app.settings import ROOT, WEB

LOG = WEB / "build.log"
LAST_LINES = 40
"""Lines of a failed program's output that are shown."""
RETURN = "\r" if sys.stdout.isatty() else ""


class BuildError(Exception):
    """A step of the build failed; `str(error)` says which, and shows the end of its output."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """A line of progress that counts the seconds while a step runs (on a terminal), and ends with how long it took."""
    start = time.monotonic()
    done = threading.Event()

    def count() -> None:
        while not done.wait(1):
            print(f"{RETURN}  {name} … {time.monotonic() - start:.0f} s", end="", flush=True)

    ticker = threading.Thread(target=count, daemon=True)
    if sys.stdout.isatty():
        ticker.start()
    else:
        print(f"  {name} …", flush=True)
    try:
        yield
    finally:
        done.set()
        if ticker.is_alive():
            ticker.join()
    print(f"{RETURN}  {name}: {time.monotonic() - start:.0f} s   ", flush=True)


def run(*command: str, environment: Mapping[str, str]) -> None:
    """Runs a program in the project's folder; its output goes to `LOG`.

    Raises:
        BuildError: it failed.
    """
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("w") as log:
        result = subprocess.run(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
    if result.returncode:
        end = "\n".join(LOG.read_text(errors="replace").splitlines()[-LAST_LINES:])
        raise BuildError(
            f"{end}\n\nThe build failed at: {' '.join(command[1:])}\nThe whole output is in {LOG.relative_to(ROOT)}."
        )
