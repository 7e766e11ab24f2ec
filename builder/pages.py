"""`python -m builder.pages FILE`: writes all pages into `.web` and lists missing icons in FILE."""

import os
import sys
from pathlib import Path

from app import broken_modules
from app.components.icon import collection as icons
from app.settings import settings
from builder import failed_pages, page_cache
from pwa.seam.development import route
from pwa.seam.export import export


def main(notices: str) -> None:
    """Writes all pages. Does not cache them if icons are missing, so that the next build retries the downloads."""
    os.environ[icons.NOTICES] = notices
    wanted = {route(path): fingerprint for path, fingerprint in page_cache.fingerprints(settings()).items()}
    cached = page_cache.load(wanted)
    broken_modules.replace_broken()
    generated, errors = export(cached)
    if errors:
        failed_pages.write(errors)
    if not Path(notices).exists():
        page_cache.store({wanted[each]: code for each, code in {**cached, **generated}.items() if each in wanted})


if __name__ == "__main__":
    main(*sys.argv[1:])
