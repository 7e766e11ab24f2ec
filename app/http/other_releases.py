"""Finds files of other releases. Pages that were opened before an update might still need them."""

import logging
import time
from functools import lru_cache
from pathlib import Path

from app.http import releases
from app.http.export import Export, ExportError, Resource
from app.http.media_types import IMMUTABLE

RETRY_SECONDS = 30
"""The pause before the next attempt to load a damaged release. Loading blocks the event loop."""

logger = logging.getLogger(__name__)
_retries: dict[Path, float] = {}


def find(own: Export, path: str) -> tuple[Export, Resource] | None:
    if not path.startswith(IMMUTABLE):
        return None
    for folder in releases.stored():
        if folder == own.folder or time.monotonic() < _retries.get(folder, 0):
            continue
        try:
            export = _load(folder)
        except ExportError as error:
            _retries[folder] = time.monotonic() + RETRY_SECONDS
            _warn(str(error))
        else:
            if path in export.resources:
                return export, export.resources[path]
    return None


@lru_cache(releases.MAX_STORED)
def _load(folder: Path) -> Export:
    """Loads a release. Does not cache errors, because `make deploy` might still be repairing the release."""
    return Export.load(folder / "site")


@lru_cache(releases.MAX_STORED)
def _warn(error: str) -> None:
    """Logs each error once."""
    logger.warning("Skipping another release (%s)", error)
