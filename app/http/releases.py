"""Publishes, selects and deletes releases: `dist/releases/<time>-<build id>/`.

`dist/current` links to the newest release. A server serves one release's pages until it reloads or restarts. It also
serves other releases' files if the file name contains a hash.
"""

import fcntl
import os
import shutil
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from app.folders import ROOT

FOLDER = ROOT / "dist"
RELEASES = FOLDER / "releases"
CURRENT = FOLDER / "current"
FRESH = FOLDER / "new"
INCOMING = "incoming-"
"""The prefix of folders into which `make deploy` copies a release."""
INCOMING_SECONDS = 24 * 3600
MAX_STORED = 3
SERVED = "SERVED_RELEASE"
"""The environment variable with the path of the release to serve."""


def publish(build_id: str) -> Path:
    """Makes the build in `FRESH` the current release. Deletes old releases. Returns the release's folder."""
    RELEASES.mkdir(exist_ok=True)
    release = FRESH.rename(RELEASES / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{build_id}")
    switch(release)
    _tidy()
    return release


def switch(release: Path) -> None:
    link = FOLDER / f"current.{os.getpid()}"
    link.symlink_to(release.relative_to(FOLDER))
    link.replace(CURRENT)


def stored() -> list[Path]:
    """Returns all releases' folders, newest first."""
    return sorted(RELEASES.iterdir(), reverse=True) if RELEASES.is_dir() else []


def served() -> Path:
    return Path(os.environ.get(SERVED, CURRENT)).resolve()


def names_in_use() -> list[str]:
    return [release.name for release in stored() if _is_held(release)]


def hold(release: Path) -> None:
    """Locks a release until this process exits, so that no process deletes it."""
    fcntl.flock(os.open(release, os.O_RDONLY), fcntl.LOCK_SH)


def _tidy() -> None:
    """Deletes old releases that no server uses, and leftovers of interrupted builds and copies."""
    for release in stored()[MAX_STORED:]:
        if release != CURRENT.resolve() and not _is_held(release):
            shutil.rmtree(release)
    for left in FOLDER.iterdir():
        if left not in (RELEASES, CURRENT) and not _is_incoming(left):
            shutil.rmtree(left) if left.is_dir() and not left.is_symlink() else left.unlink()


def _is_incoming(folder: Path) -> bool:
    return folder.name.startswith(INCOMING) and time.time() - folder.lstat().st_mtime < INCOMING_SECONDS


def _is_held(release: Path) -> bool:
    folder = os.open(release, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(folder)
    return False


def main(name: str) -> None:
    """Makes `current` link to a release that `make deploy` has copied. Deletes old releases."""
    switch(RELEASES / name)
    _tidy()


if __name__ == "__main__":
    main(sys.argv[1])
