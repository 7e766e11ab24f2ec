"""Build steps: their progress on the terminal, the programs that they run, and their errors."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from app.folders import ROOT, WEB

MAX_OUTPUT_LINES = 40
"""Lines of a failed program's output that are shown, the last ones."""
LINE_START = "\r" if sys.stdout.isatty() else ""


class BuildError(Exception):
    """A build step failed; `str(error)` contains the end of its output and its command."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """Prints a line of progress during the block, on a terminal with a running count of seconds, and its duration."""
    start = time.monotonic()
    done = threading.Event()

    def count() -> None:
        while not done.wait(1):
            print(f"{LINE_START}  {name} … {time.monotonic() - start:.0f} s", end="", flush=True)

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
    print(f"{LINE_START}  {name}: {time.monotonic() - start:.0f} s   ", flush=True)


class Program:
    """A program that is running beside this one."""

    def __init__(self, command: str, process: subprocess.Popen[bytes], log: Path):
        self._command = command
        self._process = process
        self._log = log

    def tell(self, word: str) -> None:
        """Writes a word to its standard input, which ends with it."""
        assert self._process.stdin
        with suppress(BrokenPipeError):  # it has ended: `finish` says why
            self._process.stdin.write(word.encode())
        self._process.stdin.close()

    def finish(self) -> None:
        """Waits for its end, with nothing more to read for it.

        Raises:
            BuildError: its exit code is not 0.
        """
        self._process.communicate()
        if self._process.returncode:
            end = "\n".join(self._log.read_text(errors="replace").splitlines()[-MAX_OUTPUT_LINES:])
            log = self._log.relative_to(ROOT)
            raise BuildError(f"{end}\n\nThe build failed at: {self._command}\nThe whole output is in {log}.")


@contextmanager
def started(*command: str, log: str, environment: Mapping[str, str], folder: Path = ROOT) -> Iterator[Program]:
    """A program that is started in a folder, the project's by default, with its output in a file of this name in
    `.web`. At the end of the block it is ended, if it has not finished."""
    output = WEB / log
    output.parent.mkdir(exist_ok=True)
    with (
        output.open("w") as written,
        subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=written,
            stderr=subprocess.STDOUT,
            bufsize=0,
        ) as process,
    ):
        try:
            yield Program(" ".join(command[1:]), process, output)
        finally:
            process.kill()
