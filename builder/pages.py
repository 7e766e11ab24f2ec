"""`python -m builder.pages FILE`: has Reflex write the pages that a change concerns into `.web`, with the others as
they were, and notes in the file which icons are placeholders."""

import os
import sys
from pathlib import Path

from app.components.icon import collection as icons
from app.settings import settings
from builder import page_cache
from pwa.seam.development import route
from pwa.seam.export import export


def main(notices: str) -> None:
    """Writes all pages, and all that they need."""
    os.environ[icons.NOTICES] = notices
    wanted = {route(path): fingerprint for path, fingerprint in page_cache.fingerprints(settings()).items()}
    known = page_cache.known(wanted)
    made = export(known)
    if not Path(notices).exists():
        page_cache.keep({wanted[each]: code for each, code in {**known, **made}.items() if each in wanted})


if __name__ == "__main__":
    main(*sys.argv[1:])
