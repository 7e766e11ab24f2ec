"""Compiles pages during development, starting with open pages. A failing page shows its error."""

import json
from collections.abc import Iterable, Iterator

import reflex as rx

from app.components.icon import collection
from app.folders import WEB
from app.routes import Place, places
from app.seam import component_states, memo_contents
from builder.hot_reload import changes, failures
from builder.hot_reload.icon_warnings import icon_warnings
from builder.hot_reload.page_filter import is_selected, route_names
from builder.sources import sources
from pwa.seam import development

MANIFEST = WEB / ".next" / "build-manifest.json"


def build_all() -> None:
    for route, error in development.compile_all().items():
        failures.show_in_page(route, error)
    changes.OUTDATED.unlink(missing_ok=True)


def rebuild(app: rx.App, modules: set[str]) -> None:
    """Recompiles pages whose module or layout is in `modules`, and pages that show an error."""
    open_routes = _open_routes()
    if shared := component_states.modules() | memo_contents.modules():
        # A new process knows a page's states and `rx.memo` components only after evaluating the page.
        with icon_warnings():
            development.evaluate(app, _routes(changes.importers(shared, sources()), places()))
    broken = development.failed_routes(app)
    routes = sorted({*affected_routes(modules), *broken}, key=lambda route: (route not in open_routes, route))
    succeeded = [_rebuild_page(app, route) for route in routes]
    development.write_assets()
    if all(succeeded) and changes.OUTDATED.exists() and not route_names():
        build_all()


def affected_routes(modules: set[str]) -> Iterator[str]:
    return _routes(modules, filter(is_selected, places()))


def _routes(modules: set[str], among: Iterable[Place]) -> Iterator[str]:
    from app.layouts import LAYOUTS

    for place in among:
        if {place.route.page, LAYOUTS[place.route.layout].__module__} & modules:
            yield development.route(place.path)


def _rebuild_page(app: rx.App, route: str) -> bool:
    collection.find.cache_clear()  # cached results would suppress warnings about missing icons
    try:
        with icon_warnings() as warnings:
            code = development.compile_page(app, route)
        if warnings:
            message = "\n".join(warnings)
            failures.print_once(message)
            code = development.with_warning(code, message)
        development.write(route, code)
    except Exception as error:
        failures.show_in_page(route, error)
        return False
    return True


def _open_routes() -> set[str]:
    manifest = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else {"pages": {}}
    return {development.route(path) for path in manifest["pages"]}
