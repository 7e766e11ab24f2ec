"""Deletes copies of the database that a crash has left behind."""

import logging
import shutil
from collections.abc import Iterable
from pathlib import Path

EXTRACTED = ".otisk-"
EXTRACTED_FOLDERS = f"{EXTRACTED}{'?' * 8}"
RESTORED = ".restored"
"""The suffix of a restored database until it is renamed."""

logger = logging.getLogger(__name__)


def delete_unchanged(paths: Iterable[Path], since: float) -> None:
    """Deletes files and folders that have not changed since the Unix time `since`."""
    for path in paths:
        try:
            if path.stat().st_ctime < since:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
                logger.warning("Deleted %s", path)
        except FileNotFoundError:
            pass  # another process has deleted it
        except OSError as error:
            logger.error("Deleting %s failed (%s); delete it by hand", path, error)
