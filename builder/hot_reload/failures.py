"""What is said of an error: once in the terminal, and in each page that cannot be made because of it.

It imports of the project only what an error in the project cannot keep it from.
"""

import re
import sys
import traceback
from functools import cache

from app.folders import ROOT
from app.seam.brief_errors import own_lines
from pwa.seam import development

PAGE = re.compile("^Happened while evaluating page .*\n", re.MULTILINE)
"""What Reflex adds to an error that names the page already."""


def in_page(route: str, error: Exception) -> None:
    """Writes a page that says what is wrong, in place of the one that cannot be made."""
    development.write(route, development.failure(_said(error)))


def in_every_page(error: Exception) -> None:
    """The same for all pages."""
    message = _said(error)
    for route in development.written():
        development.write(route, development.failure(message))


@cache
def tell(message: str) -> None:
    """Prints it once for a change: a page says the same in each language."""
    print(message, file=sys.stderr, flush=True)


def _said(error: Exception) -> str:
    """What is wrong, then the project's own lines, and the page; printed too."""
    sys.tracebacklimit = 1000  # Python's own; `briefly` has set another, and the next page may have an error too
    if not getattr(error, "__notes__", None):
        error.add_note("\n".join(own_lines(error)))
    message = PAGE.sub("", "".join(traceback.format_exception_only(error)).replace(f"{ROOT}/", ""))
    tell(message)
    return message
