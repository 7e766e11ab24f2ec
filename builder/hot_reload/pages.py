"""Makes pages for `next dev`: those that somebody looks at first, and one that cannot be made as a page that says
why."""

import json
from collections.abc import Iterator

import reflex as rx

from app.components.icon import collection
from app.folders import WEB
from builder.hot_reload import failures, outdated
from builder.hot_reload.icon_warnings import placeholders
from builder.hot_reload.page_filter import is_chosen, names
from pwa.seam import development

MANIFEST = WEB / ".next" / "build-manifest.json"


def make_all() -> None:
    """Makes every page and what they share.

    Raises:
        Exception: a page cannot be made.
    """
    development.make_all()
    outdated.OUTDATED.unlink(missing_ok=True)


def renew(app: rx.App, modules: set[str]) -> None:
    """Makes anew what these modules concern, of it only the chosen pages; and those that could not be made before."""
    looked_at = _open()
    routes = sorted({*_routes(modules), *development.failed()}, key=lambda route: (route not in looked_at, route))
    made = [_renew(app, route) for route in routes]
    development.write_assets()
    if all(made) and outdated.OUTDATED.exists() and not names():
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
            failures.tell(message)
            code = development.warning(code, message)
        development.write(route, code)
    except Exception as error:
        failures.in_page(route, error)
        return False
    return True


def _open() -> set[str]:
    """The routes of the pages that Next has made for somebody."""
    manifest = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else {"pages": {}}
    return {development.route(path) for path in manifest["pages"]}
