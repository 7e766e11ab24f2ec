"""Makes pages one by one for `next dev`, where Reflex would make all of them."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from reflex.app import App
from reflex.compiler import compiler
from reflex.compiler import utils as compiler_utils
from reflex.config import get_config
from reflex.constants import NOCOMPILE_FILE, PageNames
from reflex.utils import prerequisites

from app.folders import WEB
from app.seam.reflex_internals import expect, expect_parameters
from pwa.seam.generated_code import GeneratorChangedError
from pwa.seam.workspace import PUBLISHED

expect(App, "_compile_page", "_pages", "_state", "_unevaluated_pages")
expect(compiler, "compile_page", "compile_stateful_components")
expect(compiler_utils, "get_page_path", "resolve_path_of_web_dir", "write_file")
expect_parameters(App._compile_page, "self", "route")
expect_parameters(compiler.compile_page, "path", "component", "state")

PAGES = WEB / "pages"
PUBLIC = Path("public")
"""The folder that Next serves, in `.web`."""
EXPORTED = "export default function Component()"
"""What Reflex's module of a page exports."""
STYLE = {
    "font": "1rem/1.5 monospace",
    "margin": 0,
    "overflowWrap": "anywhere",
    "padding": "2rem",
    "whiteSpace": "pre-wrap",
}
"""Of messages in pages: it needs no style sheet."""
OVER = {
    **STYLE,
    "background": "#b8321f",
    "color": "#fff",
    "inset": "auto 0 0",
    "maxHeight": "50vh",
    "overflow": "auto",
    "padding": "1rem 2rem",
    "position": "fixed",
    "zIndex": 9999,
}
"""Of a message over a page, at the foot of the window: the page may be longer, or move its sections."""
FAILED = "// This page could not be made."
"""The first line of the module of such a page."""


def make_all() -> None:
    """Makes every page and what they share.

    Raises:
        Exception: a page cannot be made.
    """
    (WEB / NOCOMPILE_FILE).unlink(missing_ok=True)  # Reflex's order to its backend, which has another one from us
    prerequisites.get_compiled_app()


def route(path: str) -> str:
    """Reflex's name of the page at a URL path."""
    return path.strip("/") or PageNames.INDEX_ROUTE


def made(app: App, route: str) -> str:
    """The module of a page."""
    app._compile_page(route)
    *_, components = compiler.compile_stateful_components([app._pages[route]])
    _path, code = compiler.compile_page(route, components[0], app._state)
    return code


def warning(code: str, message: str) -> str:
    """The module of a page, with a message over it.

    Raises:
        GeneratorChangedError: it is another module than those of Reflex.
    """
    if code.count(EXPORTED) != 1:
        raise GeneratorChangedError("pages", f"`{EXPORTED}` once")
    page = code.replace(EXPORTED, "function Component()")
    return f"{page}\nexport default function Warned() {{ return <><Component/>{_told(message, OVER)}</> }}\n"


def failure(message: str) -> str:
    """The module of a page that shows a message in place of one that could not be made."""
    return f"{FAILED}\nexport default function Failed() {{ return {_told(message, STYLE)} }}\n"


def write(route: str, code: str) -> None:
    """Writes a page. Next sees it only if it is another one than before."""
    _write(compiler_utils.get_page_path(route), code)


def read(route: str) -> str:
    """The module of a page as it is written."""
    return (PAGES / f"{route}.js").read_text()


def written() -> Iterator[str]:
    """The routes of the pages that there are, without those that Next treats in its own way."""
    for file in sorted(PAGES.rglob("*.js")):
        if not file.stem.startswith("_"):
            yield file.relative_to(PAGES).with_suffix("").as_posix()


def failed() -> Iterator[str]:
    """The routes of the pages that could not be made."""
    return (route for route in written() if read(route).startswith(FAILED))


def write_assets() -> None:
    """Writes what the plugins add to the pages, and lays published files where Next serves them."""
    for plugin in get_config().plugins:
        for path, content in plugin.get_static_assets():
            text = content if isinstance(content, str) else content.decode()
            _write(path, text)
            if path.is_relative_to(PUBLISHED):
                _write(PUBLIC / path.relative_to(PUBLISHED), text)


def _told(message: str, style: Mapping[str, object]) -> str:
    return f"<pre role='alert' style={{{json.dumps(style)}}}>{{{json.dumps(message)}}}</pre>"


def _write(path: str | Path, code: str) -> None:
    compiler_utils.write_file(compiler_utils.resolve_path_of_web_dir(path), code)
