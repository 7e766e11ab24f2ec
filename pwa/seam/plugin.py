"""The Reflex plugin that turns a generated app into this site: no component library, no socket on public pages, our
styles.

It leaves Reflex's own modules as they are and has webpack replace what they import (`replacements/`). Every
JavaScript and CSS file of `app/` and `pwa/` is mirrored into `.web` under its own path, so that
`$/app/extras/bam/bam.js` is the module that stands beside `app/extras/bam/__init__.py`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from reflex.compiler import utils as compiler_utils
from reflex.components import dynamic
from reflex.config import get_config
from reflex.plugins import Plugin
from reflex.utils import prerequisites
from reflex.utils.exec import is_prod_mode

from app.settings import ROOT
from pwa.seam import generated

MIRRORED = ("app", "pwa")
"""Folders whose JavaScript and style sheets are mirrored into `.web`."""
PUBLISHED = Path("published")
"""Where the published texts stand in `.web`. Reflex empties `public` after it has compiled."""
STYLES = "../app/styles/site.css"
"""The site's style sheet, from `.web/styles`."""
MADE_STYLES = "./made.css"
"""The style rules that are made at build time, in `.web/styles`: the fonts', and the site's own."""


class SitePlugin(Plugin):
    """Shapes the generated Next project.

    `languages` are the codes of the site's languages, the one without a prefix first. `stateful` is a regular
    expression of the paths that connect to the backend. `server_paths` belong to the Python process and are proxied
    to it in development, where Reflex's socket goes there by itself. `fonts` gives the addresses of the fonts that
    every page preloads. `public_files` makes the texts to publish by their path, such as `sitemap.xml`; `modules` and
    `styles` make the modules, by their path in `.web`, and the style rules that are not written by hand.
    """

    def __init__(
        self,
        languages: Sequence[str],
        stateful: str,
        server_paths: Sequence[str],
        fonts: Callable[[], Sequence[str]],
        public_files: Callable[[], Mapping[str, str]],
        modules: Callable[[], Mapping[str, str]],
        styles: Callable[[], str],
    ):
        self.site = {
            "languages": list(languages),
            "stateful": stateful,
            "serverPaths": list(server_paths),
        }
        self.fonts = fonts
        self.public_files = public_files
        self.modules = modules
        self.styles = styles
        _bundle_react_only()
        _extend_next_config()
        _sort_states()

    def get_stylesheet_paths(self, **context) -> Sequence[str]:
        """The site's style sheet, and what is added to it at build time."""
        return [STYLES, MADE_STYLES]

    def get_static_assets(self, **context) -> Sequence[tuple[Path, str | bytes]]:
        """Our modules, what they need to know of the site, the rules of the fonts, and the published texts."""
        site = {**self.site, "backend": get_config().api_url, "fonts": list(self.fonts())}
        mirrored = [
            file
            for folder in MIRRORED
            for suffix in ("js", "css")
            for file in sorted(ROOT.glob(f"{folder}/**/*.{suffix}"))
        ]
        return [
            *((file.relative_to(ROOT), file.read_text()) for file in mirrored),
            *((Path(name), text) for name, text in self.modules().items()),
            (Path("app/site.json"), json.dumps(site, indent=2)),
            (Path("postcss.config.js"), 'module.exports = { plugins: { "@tailwindcss/postcss": {} } };\n'),
            (Path("styles") / MADE_STYLES, self.styles()),
            *((PUBLISHED / name, text) for name, text in self.public_files().items()),
        ]

    def pre_compile(self, **context) -> None:
        """Registers the changes to generated files and the checks of those that our replacements depend on."""
        modify = context["add_modify_task"]
        modify("styles/__reflex_global_styles.css", generated.without_radix_styles)
        modify("utils/state.js", generated.without_direct_eval)
        modify("utils/state.js", generated.without_error_handlers)
        if is_prod_mode():
            modify("utils/context.js", generated.without_time_stamp)
        for file, check in {
            "utils/state.js": generated.check_state,
            "pages/_app.js": generated.check_app,
            "pages/_document.js": generated.check_document,
        }.items():
            modify(file, _unchanged(check))


def _unchanged(check: Callable[[str], None]) -> Callable[[str], str]:
    def checked(source: str) -> str:
        check(source)
        return source

    return checked


def _bundle_react_only() -> None:
    """Components that come from the server at run time may import these libraries; the site has no such components."""
    if "react" not in dynamic.bundled_libraries:
        raise generated.GeneratorChanged("components.dynamic", "`react` among `bundled_libraries`")
    dynamic.bundled_libraries.clear()
    dynamic.bundled_libraries.add("react")  # pages/_app.js uses the name React


def _extend_next_config() -> None:
    """Has Reflex write a next.config.js that hands its own through ours.

    A modify task would rewrite the file twice a compile, and `next dev` restarts at each.
    """
    _wrap(prerequisites, "_update_next_config", generated.extend_next_config)


def _sort_states() -> None:
    """Has Reflex name the states in order: it keeps them in a set of classes, whose order changes from run to run."""
    _wrap(compiler_utils, "compile_state", lambda states: dict(sorted(states.items())))


def _wrap(module: ModuleType, name: str, change: Callable) -> None:
    """Replaces a function of Reflex's by one that hands its result through `change`; does nothing the second time."""
    original = getattr(module, name, None)
    if original is None:
        raise generated.GeneratorChanged(module.__name__, f"a function `{name}`")
    if hasattr(original, "wrapped"):
        return

    def wrapped(*args, **kwargs):
        return change(original(*args, **kwargs))

    wrapped.wrapped = True  # pyright: ignore[reportFunctionMemberAccess]
    setattr(module, name, wrapped)
