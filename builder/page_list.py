"""Shortens Next's list of pages, which every page loads: without a second list of their names, which is the first
one's, and without those that no link leads to, which are never loaded by a script."""

import re
from pathlib import Path

from app.i18n import LANGUAGES
from app.pages.error import error_route
from app.pages.offline import offline_route
from builder.steps import BuildError

FILE = "_next/static/*/_buildManifest.js"
NAMES = re.compile(r"return (\{.*),sortedPages:\[.*?\]\}\}\(", re.DOTALL)
FROM_THE_FIRST = r"""var pages=\1};pages.sortedPages=Object.keys(pages).filter((each)=>each[0]=="/");return pages}("""


def shorten(site: Path) -> None:
    """Shortens the exported site's list.

    Raises:
        BuildError: Next writes the list in another way than expected.
    """
    for file in site.glob(FILE):
        text = _replaced(NAMES, FROM_THE_FIRST, file.read_text(), "one list of names")
        for language in LANGUAGES:
            for page in (error_route(language), offline_route(language)):
                text = _replaced(re.compile(rf'"{re.escape(page)}":\[[^\]]*\],'), "", text, f"{page} in it once")
        file.write_text(text)


def _replaced(pattern: re.Pattern[str], replacement: str, text: str, expected: str) -> str:
    text, count = pattern.subn(replacement, text)
    if count != 1:
        raise BuildError(f"Next's list of pages has changed: expected {expected}, found {count}.")
    return text
