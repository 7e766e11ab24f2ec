"""Shows errors in the terminal and in the pages that fail, even if most of the project is broken."""

import re
import sys
import traceback
from functools import cache

from app.folders import ROOT
from app.seam.brief_errors import own_lines
from pwa.seam import development
from pwa.seam.page_error import PageError

PAGE = re.compile("^Happened while evaluating page .*\n", re.MULTILINE)
"""Matches a line in Reflex's error messages that adds nothing."""


def show_in_page(route: str, error: Exception) -> None:
    development.write(route, development.error_page(_report(error)))


def show_in_all_pages(error: Exception) -> None:
    message = _report(error)
    for route in development.routes():
        development.write(route, development.error_page(message))


@cache
def print_once(message: str) -> None:
    """Prints a message once, although it occurs in every language."""
    print(message, file=sys.stderr, flush=True)


def _report(error: Exception) -> str:
    """Prints the error message with the project's part of the traceback. Returns the message."""
    if isinstance(error, PageError):
        print_once(str(error))
        return str(error)
    sys.tracebacklimit = 1000  # restores Python's default, which `briefly` lowers
    if not getattr(error, "__notes__", None):
        error.add_note("\n".join(own_lines(error)))
    message = PAGE.sub("", "".join(traceback.format_exception_only(error)).replace(f"{ROOT}/", ""))
    print_once(message)
    return message
