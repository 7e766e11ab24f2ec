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
    found = (_load(folder) for folder in releases.stored() if folder != own.folder)
    return next(((export, export.resources[path]) for export in found if export and path in export.resources), None)


@lru_cache(releases.MAX_STORED)
def _load(folder: Path) -> Export | None:
    try:
        return Export.load(folder / "site")
    except ExportError as error:
        logger.warning("Skipping an old release (%s)", error)
        return None
