"""Makes pages for `next dev`: those that somebody looks at first, and one that cannot be made as a page that says
why."""

import json
import re
import sys
import traceback
from collections.abc import Iterator
from functools import cache

import reflex as rx

from app.components.icon import collection
from app.settings import ROOT, WEB
from pwa.hot_reload.chosen import is_chosen, names
from pwa.hot_reload.placeholders import placeholders
from pwa.seam import development
from pwa.seam.brief_errors import own_lines

MANIFEST = WEB / ".next" / "build-manifest.json"
PAGE = re.compile("^Happened while evaluating page .*\n", re.MULTILINE)
"""What Reflex adds to an error."""
FRAME = "app.app"
"""The module of what stands around all pages."""
OUTDATED = WEB / "frame.outdated"
"""The file that is there from a change of that until everything is made again, which all pages have to be fit for."""


def make_all() -> None:
    """Makes every page and what they share.

    Raises:
        Exception: a page cannot be made.
    """
    development.make_all()
    OUTDATED.unlink(missing_ok=True)


def renew(modules: set[str]) -> None:
    """Makes anew what these modules concern, of it only the chosen pages; and those that could not be made before."""
    if FRAME in modules:
        OUTDATED.touch()
    try:
        from app.app import app
    except Exception as error:
        message = _said(error)
        for route in development.written():
            development.write(route, development.failure(message))
        return
    looked_at = _open()
    routes = sorted({*_routes(modules), *development.failed()}, key=lambda route: (route not in looked_at, route))
    made = [_renew(app, route) for route in routes]
    development.write_assets()
    if all(made) and OUTDATED.exists() and not names():
        make_all()


def _routes(modules: set[str]) -> Iterator[str]:
    from app.layouts import LAYOUTS
    from app.routes import places

    for place in filter(is_chosen, places()):
        if {place.route.page, LAYOUTS[place.route.layout].__module__} & modules:
            yield development.route(place.path)


def _renew(app: rx.App, route: str) -> bool:
    """Whether the page could be made."""
    collection.find.cache_clear()  # each page is to be told of its own
    try:
        with placeholders() as told:
            code = development.made(app, route)
        if told:
            message = "\n".join(told)
            _print(message)
            code = development.warning(code, message)
        development.write(route, code)
    except Exception as error:
        development.write(route, development.failure(_said(error)))
        return False
    return True


def _open() -> set[str]:
    """The routes of the pages that Next has made for somebody."""
    manifest = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else {"pages": {}}
    return {development.route(path) for path in manifest["pages"]}


def _said(error: Exception) -> str:
    """What is wrong, then the project's own lines, and the page; printed without that."""
    sys.tracebacklimit = 1000  # Python's own; `briefly` has set another, and the next page may have an error too
    if not getattr(error, "__notes__", None):
        error.add_note("\n".join(own_lines(error)))
    message = "".join(traceback.format_exception_only(error)).replace(f"{ROOT}/", "")
    _print(PAGE.sub("", message))
    return message


@cache
def _print(message: str) -> None:
    """Prints it once for a change: a page says the same in each language."""
    print(message, file=sys.stderr, flush=True)
