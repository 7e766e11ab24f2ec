"""Releases: each build has a folder of its own, `dist/releases/<time>-<build id>/`, and `dist/current` links to the one
that servers start with.

A server goes on serving the release that it has started with, whatever is built beside it. Of the other releases that
are kept it has the code, for pages that are still open, and for those that the server which takes its place has sent.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from app.folders import ROOT

FOLDER = ROOT / "dist"
RELEASES = FOLDER / "releases"
CURRENT = FOLDER / "current"
FRESH = FOLDER / "new"
"""Where a release is put together."""
MAX_STORED = 3
SERVED = "SERVED_RELEASE"
"""The environment variable with the release that this server's processes serve: also one that is started anew."""


def publish(build_id: str) -> Path:
    """Makes what is in `FRESH` the current release, and removes old ones; its folder."""
    RELEASES.mkdir(exist_ok=True)
    release = FRESH.rename(RELEASES / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{build_id}")
    switch(release)
    _tidy()
    return release


def switch(release: Path) -> None:
    """Has servers start with `release` from now on."""
    link = FOLDER / f"current.{os.getpid()}"
    link.symlink_to(release.relative_to(FOLDER))
    link.replace(CURRENT)


def stored() -> Iterator[Path]:
    """All releases, the latest first."""
    return iter(sorted(RELEASES.iterdir(), reverse=True) if RELEASES.is_dir() else ())


def served() -> Path:
    """The release that this process serves; the current one if it has not been told another."""
    return Path(os.environ.get(SERVED, CURRENT)).resolve()


def hold(release: Path) -> None:
    """Keeps `release` from being removed for as long as this process lives."""
    fcntl.flock(os.open(release, os.O_RDONLY), fcntl.LOCK_SH)


def _tidy() -> None:
    """Removes old releases, unless a server holds them, and what an interrupted build or another layout has left."""
    for release in list(stored())[MAX_STORED:]:
        if not _is_held(release):
            shutil.rmtree(release)
    for left in FOLDER.iterdir():
        if left not in (RELEASES, CURRENT):
            shutil.rmtree(left) if left.is_dir() and not left.is_symlink() else left.unlink()


def _is_held(release: Path) -> bool:
    folder = os.open(release, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(folder)
    return False
