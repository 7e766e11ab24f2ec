"""Runs the steps of a build: shows progress, starts programs and reports errors."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.folders import ROOT, WEB

MAX_OUTPUT_LINES = 40
LINE_START = "\r" if sys.stdout.isatty() else ""


class BuildError(Exception):
    """An error that stops the build. The message says why."""


@contextmanager
def step(name: str) -> Iterator[None]:
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
    def __init__(self, command: str, process: subprocess.Popen[bytes], log: Path):
        self._command = command
        self._process = process
        self._log = log

    def send(self, word: str) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):  # the program has failed; `finish` will raise a BuildError
            self._process.stdin.write(word.encode())
        self._process.stdin.close()

    def output(self) -> str:
        return self._log.read_text(errors="replace")

    def finish(self) -> None:
        """Waits until the program exits. Raises a BuildError if the exit code is not 0."""
        self._process.communicate()
        if self._process.returncode:
            end = "\n".join(self.output().splitlines()[-MAX_OUTPUT_LINES:])
            log = self._log.relative_to(ROOT)
            raise BuildError(f"{end}\n\nThe build failed at: {self._command}\nThe complete output is in {log}.")


@contextmanager
def started(*command: str, log: str, folder: Path = ROOT) -> Iterator[Program]:
    """Starts a program that writes its output to a file in `.web`. Kills the program at the end of the `with` block."""
    output = WEB / log
    output.parent.mkdir(exist_ok=True)
    with (
        output.open("w") as written,
        subprocess.Popen(
            command,
            cwd=folder,
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
