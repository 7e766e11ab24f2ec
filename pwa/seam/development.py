"""Compiles single pages for `next dev`, because Reflex itself always compiles all pages."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from reflex.app import App
from reflex.compiler import compiler
from reflex.compiler import utils as compiler_utils
from reflex.components.base.fragment import Fragment
from reflex.components.component import CUSTOM_COMPONENTS, Component, CustomComponent, StatefulComponent
from reflex.config import get_config
from reflex.constants import NOCOMPILE_FILE, PageNames
from reflex.utils import prerequisites

from app.folders import WEB
from app.seam.reflex_internals import expect, expect_parameters
from pwa.seam import package_styles
from pwa.seam.generated_code import with_inner_component, without_time_stamp
from pwa.seam.workspace import PUBLIC, PUBLISHED

expect(App, "_compile_page", "_pages", "_state", "_unevaluated_pages")
expect(compiler, "compile_components", "compile_contexts", "compile_page", "compile_unevaluated_page")
expect(StatefulComponent, "compile_from")
expect(compiler_utils, "get_page_path", "resolve_path_of_web_dir", "write_file")
expect_parameters(App._compile_page, "self", "route")
expect_parameters(compiler.compile_page, "path", "component", "state")

PAGES = WEB / "pages"
MESSAGE_STYLE = {
    "font": "1rem/1.5 monospace",
    "margin": 0,
    "overflowWrap": "anywhere",
    "padding": "2rem",
    "whiteSpace": "pre-wrap",
}
OVERLAY_STYLE = {
    **MESSAGE_STYLE,
    "background": "#b8321f",
    "color": "#fff",
    "inset": "auto 0 0",
    "maxHeight": "50vh",
    "overflow": "auto",
    "padding": "1rem 2rem",
    "position": "fixed",
    "zIndex": 9999,
}
FAILED = "// This page could not be compiled."
"""The first line in the generated code of a page that shows an error."""


def compile_all() -> dict[str, Exception]:
    """Compiles all pages and their shared modules. Returns the errors of failing pages, keyed by route."""
    (WEB / NOCOMPILE_FILE).unlink(missing_ok=True)  # while this file exists, Reflex does not compile pages
    with failing_alone() as errors:
        prerequisites.get_compiled_app()
    # Writes to `published`, because Reflex will empty `public`. Next copies the files to `public` when it starts.
    package_styles.publish(map(read, routes()))
    return errors


@contextmanager
def failing_alone() -> Iterator[dict[str, Exception]]:
    """Makes Reflex replace each failing page with an empty page. Yields the errors, keyed by route."""
    errors: dict[str, Exception] = {}
    evaluate = compiler.compile_unevaluated_page

    def evaluate_or_skip(route: str, *args: Any, **kwargs: Any) -> tuple[Component, bool]:
        try:
            return evaluate(route, *args, **kwargs)
        except Exception as error:
            errors[route] = error
            return Fragment.create(), False

    compiler.compile_unevaluated_page = evaluate_or_skip
    try:
        yield errors
    finally:
        compiler.compile_unevaluated_page = evaluate


def route(path: str) -> str:
    """Returns the route of a page in Reflex's notation."""
    return path.strip("/") or PageNames.INDEX_ROUTE


def evaluate(app: App, routes: Iterable[str]) -> None:
    """Creates the states and `rx.memo` components of pages. Skips failing pages."""
    for route in routes:
        with suppress(Exception):
            app._compile_page(route)


def compile_page(app: App, route: str) -> str:
    """Returns the code of a page. Writes all states and `rx.memo` components into their modules."""
    app._compile_page(route)
    # Components with state must be in the page's own module, because Reflex writes the shared module only in complete
    # builds.
    component = StatefulComponent.compile_from(app._pages[route])
    _path, contexts = compiler.compile_contexts(app._state, app.theme)
    _write("utils/context.js", without_time_stamp(contexts))
    _path, memos, _imports = compiler.compile_components(filter(_is_working, CUSTOM_COMPONENTS.values()))
    _write("utils/components.js", memos)
    _path, code = compiler.compile_page(route, component, app._state)
    return code


def _is_working(memo: CustomComponent) -> bool:
    with suppress(Exception):
        return bool(memo.get_component())
    return False


def with_warning(code: str, message: str) -> str:
    """Adds a message to the code of a page.

    Raises:
        GeneratorChangedError: the code has an unexpected form.
    """
    page = with_inner_component(code, "Component")
    return (
        f"{page}\nexport default function Warned() {{ return <><Component/>{_message(message, OVERLAY_STYLE)}</> }}\n"
    )


def error_page(message: str) -> str:
    return f"{FAILED}\nexport default function Failed() {{ return {_message(message, MESSAGE_STYLE)} }}\n"


def write(route: str, code: str) -> None:
    _write(compiler_utils.get_page_path(route), code)


def read(route: str) -> str:
    return (PAGES / f"{route}.js").read_text()


def routes() -> Iterator[str]:
    """Yields the routes of all generated pages, except special pages such as `_app`."""
    for file in sorted(PAGES.rglob("*.js")):
        if not file.stem.startswith("_"):
            yield file.relative_to(PAGES).with_suffix("").as_posix()


def failed_routes(app: App) -> Iterator[str]:
    """Yields the routes of the app's pages that show an error. Skips pages that no longer exist."""
    return (route for route in routes() if route in app._unevaluated_pages and read(route).startswith(FAILED))


def write_assets() -> None:
    """Writes the files of Reflex's plugins. Copies published files to `public`, which Next serves."""
    for plugin in get_config().plugins:
        for path, content in plugin.get_static_assets():
            text = content if isinstance(content, str) else content.decode()
            _write(path, text)
            if path.is_relative_to(PUBLISHED):
                _write(PUBLIC / path.relative_to(PUBLISHED), text)


def _message(message: str, style: Mapping[str, object]) -> str:
    return f"<pre role='alert' style={{{json.dumps(style)}}}>{{{json.dumps(message)}}}</pre>"


def _write(path: str | Path, code: str) -> None:
    compiler_utils.write_file(compiler_utils.resolve_path_of_web_dir(path), code)
