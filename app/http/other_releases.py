"""Finds files of other releases. Pages that were opened before an update might still need these files."""

import logging
from functools import lru_cache
from pathlib import Path

from app.http import releases
from app.http.export import Export, ExportError, Resource
from app.http.media_types import IMMUTABLE

logger = logging.getLogger(__name__)


def find(own: Export, path: str) -> tuple[Export, Resource] | None:
    if not path.startswith(IMMUTABLE):
        return None
    for folder in releases.stored():
        try:
            export = _load(folder) if folder != own.folder else None
        except ExportError as error:
            _warn(str(error))
        else:
            if export and path in export.resources:
                return export, export.resources[path]
    return None


@lru_cache(releases.MAX_STORED)
def _load(folder: Path) -> Export:
    """Loads a release. An error is not cached, because `make deploy` might still be repairing the release."""
    return Export.load(folder / "site")


@lru_cache(releases.MAX_STORED)
def _warn(error: str) -> None:
    """Logs each error once."""
    logger.warning("Skipping another release (%s)", error)
