"""Prevents two builds, or a build and `make dev`, from running at the same time."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from app.folders import ROOT, WEB
from builder.steps import BuildError

DEVELOPMENT = WEB / "development.lock"
"""The lock file of `make dev`. It contains the site's URL."""


@contextmanager
def build_lock() -> Iterator[None]:
    """Waits for other builds to finish, and prevents new ones during the `with` block."""
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


def lock_for_development(url: str) -> None:
    """Prevents builds until this process exits.

    Raises:
        BuildError: `make dev` is running.
    """
    DEVELOPMENT.parent.mkdir(exist_ok=True)
    with build_lock():
        file = _lock_file(os.O_CREAT)
    os.truncate(file, 0)
    os.write(file, url.encode())


def check_not_developing() -> None:
    if DEVELOPMENT.exists():
        os.close(_lock_file())


def _lock_file(flags: int = 0) -> int:
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
