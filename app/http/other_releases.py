"""What releases that are not served have under names of their own: their code, for pages that are open while another
release takes their place."""

import logging
from functools import lru_cache
from pathlib import Path

from app.http import releases
from app.http.export import Export, ExportError, Resource
from app.http.media_types import IMMUTABLE

logger = logging.getLogger(__name__)


def find(own: Export, path: str) -> tuple[Export, Resource] | None:
    """The release beside `own` that has a file at `path` whose name changes with its bytes, and the file."""
    if not path.startswith(IMMUTABLE):
        return None
    found = (_load(folder) for folder in releases.stored() if folder != own.folder)
    return next(((export, export.resources[path]) for export in found if export and path in export.resources), None)


@lru_cache(releases.MAX_STORED)
def _load(folder: Path) -> Export | None:
    try:
        return Export.load(folder / "site")
    except ExportError as error:
        logger.warning("A release is left out: %s", error)
        return None
