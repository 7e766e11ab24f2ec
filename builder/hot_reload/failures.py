"""Shows errors in the terminal and in failing pages. Imports few modules, because any module might be broken."""

import sys
from functools import cache

from builder.failed_pages import message_of
from pwa.seam import development


def show_in_page(route: str, error: Exception) -> None:
    message = message_of(error)
    print_once(message)
    development.write(route, development.error_page(message))


def show_in_all_pages(error: Exception) -> None:
    for route in development.routes():
        show_in_page(route, error)


@cache
def print_once(message: str) -> None:
    """Prints a message once, even if pages in several languages cause it."""
    print(message, file=sys.stderr, flush=True)
