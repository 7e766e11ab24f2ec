"""Who works in `.web`: one build at a time, and none beside `make dev`, which is there until it is ended."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from app.folders import ROOT, WEB
from builder.steps import BuildError

DEVELOPMENT = WEB / "development.lock"
"""The file that `make dev` locks for as long as it lives, with its address."""


@contextmanager
def alone() -> Iterator[None]:
    """Waits until no other build of this project runs, and has others wait during the block."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("  Waiting for another build …", flush=True)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def stay(url: str) -> None:
    """Keeps builds, and others that would stay, away from `.web` for as long as this process lives, which answers at
    `url`. Waits for a build that runs.

    Raises:
        BuildError: somebody else is staying.
    """
    DEVELOPMENT.parent.mkdir(exist_ok=True)
    with alone():
        file = _held(os.O_CREAT)
    os.truncate(file, 0)
    os.write(file, url.encode())


def check() -> None:
    """Checks that nobody is staying.

    Raises:
        BuildError: somebody is.
    """
    if DEVELOPMENT.exists():
        os.close(_held())


def _held(flags: int = 0) -> int:
    file = os.open(DEVELOPMENT, os.O_RDWR | flags, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(file)
        where = DEVELOPMENT.read_text()
        raise BuildError(
            f"`make dev` is running in this folder, at {where}: end it first, as both write to .web."
        ) from error
    return file
