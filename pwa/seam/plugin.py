"""The Reflex plugin that turns the generated app into this site.

Webpack uses the modules in `replacements/` instead of some modules that Reflex imports. The plugin copies all
JavaScript and CSS files into `.web` under the same path: `$/app/main.js` is a copy of `app/main.js`.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType

from reflex.compiler import utils as compiler_utils
from reflex.components import dynamic
from reflex.config import get_config
from reflex.plugins import Plugin
from reflex.utils import prerequisites

from app.folders import ROOT
from pwa.seam import generated_code, pages
from pwa.seam.npm_packages import missing
from pwa.seam.workspace import MIRRORED, PUBLISHED

STYLES = "../app/styles/site.css"
MADE_STYLES = "./made.css"
"""The style sheet with the generated font rules."""


class SitePlugin(Plugin):
    """A plugin that changes the generated Next project.

    Args:
        site: the contents of `app/site.json`, except `backend` and `fonts`.
        fonts: URLs of fonts to preload.
        public_files: contents of published files, keyed by path.
        modules: JavaScript sources, keyed by path in `.web`.
        styles: `@font-face` rules.
    """

    def __init__(
        self,
        site: Mapping[str, object],
        fonts: Callable[[], Sequence[str]],
        public_files: Callable[[], Mapping[str, str]],
        modules: Callable[[], Mapping[str, str]],
        styles: Callable[[], str],
    ):
        self.site = site
        self.fonts = fonts
        self.public_files = public_files
        self.modules = modules
        self.styles = styles
        _bundle_react_only()
        _install_nothing()
        # Changing `next.config.js` after Reflex has written it would restart `next dev`.
        _wrap(prerequisites, "_update_next_config", generated_code.extend_next_config)
        # Reflex's own order of states varies.
        _wrap(compiler_utils, "compile_state", lambda states: dict(sorted(states.items())))
        pages.extend_compiler()

    def get_stylesheet_paths(self, **context) -> Sequence[str]:
        return [STYLES, MADE_STYLES]

    def get_static_assets(self, **context) -> Sequence[tuple[Path, str | bytes]]:
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
        modify = context["add_modify_task"]
        modify("styles/__reflex_global_styles.css", generated_code.without_radix_styles)
        modify("utils/state.js", generated_code.with_scripts)
        modify("utils/state.js", generated_code.without_direct_eval)
        modify("utils/state.js", generated_code.without_error_handlers)
        modify("utils/state.js", generated_code.without_unknown_states)
        modify("utils/context.js", generated_code.without_time_stamp)
        for file in generated_code.EXPECTATIONS:
            modify(file, partial(generated_code.checked, file))
        modify("pages/_document.js", generated_code.checked_document)


def _bundle_react_only() -> None:
    """Leaves only React in Reflex's `bundled_libraries`, because the site has no dynamic components."""
    if "react" not in dynamic.bundled_libraries:
        raise generated_code.GeneratorChangedError("components.dynamic", "`react` among `bundled_libraries`")
    dynamic.bundled_libraries.clear()
    dynamic.bundled_libraries.add("react")  # pages/_app.js needs the import of `React`


def _install_nothing() -> None:
    """Stops Reflex from installing packages, because workspace.py installs the locked versions."""
    if not hasattr(prerequisites, "install_frontend_packages"):
        raise generated_code.GeneratorChangedError(prerequisites.__name__, "a function `install_frontend_packages`")
    prerequisites.install_frontend_packages = _check_packages


def _check_packages(packages: Iterable[str], *_: object) -> None:
    if names := " ".join(sorted(missing(packages))):
        raise ImportError(f'Components import packages that are not installed: run `make package ADD="{names}"`.')


def _wrap(module: ModuleType, name: str, change: Callable) -> None:
    """Patches a function so that it returns `change(result)`. Patching again has no effect."""
    original = getattr(module, name, None)
    if original is None:
        raise generated_code.GeneratorChangedError(module.__name__, f"a function `{name}`")
    if hasattr(original, "wrapped"):
        return

    def wrapped(*args, **kwargs):
        return change(original(*args, **kwargs))

    wrapped.wrapped = True  # pyright: ignore[reportFunctionMemberAccess]
    setattr(module, name, wrapped)
