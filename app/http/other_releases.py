"""Finds files of other releases. Pages that were opened before an update might still need them."""

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
        export = _load(folder) if folder != own.folder else None
        if export and path in export.resources:
            return export, export.resources[path]
    return None


@lru_cache(releases.MAX_STORED)
def _load(folder: Path) -> Export | None:
    try:
        return Export.load(folder / "site")
    except ExportError as error:
        logger.warning("Skipping another release (%s)", error)
        return None
