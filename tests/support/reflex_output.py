"""Generates Reflex's files without the project's patches."""

from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType

import reflex as rx
from reflex import constants
from reflex.compiler import compiler, utils
from reflex.config import Config
from reflex.utils import prerequisites


def fresh(name: str) -> ModuleType:
    """Returns a new copy of a Reflex module, without the project's patches."""
    spec = find_spec(name)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def next_config(export: bool = True) -> str:
    untouched = fresh("reflex.utils.prerequisites")
    return untouched._update_next_config(Config(app_name="app"), export=export, transpile_packages=["axios@1.9.0"])


def style_sheet() -> str:
    return compiler._compile_root_stylesheet([])


def context() -> str:
    return compiler._compile_contexts(rx.State, None)


def state() -> str:
    return (Path(constants.Templates.Dirs.WEB_TEMPLATE) / "utils" / "state.js").read_text()


def app() -> str:
    return compiler._compile_app(rx.fragment())


def document() -> str:
    return compiler._compile_document_root(utils.create_document_root([]))


def paths() -> set[str]:
    made = (
        utils.get_root_stylesheet_path(),
        utils.get_context_path(),
        *map(utils.get_page_path, ("_app", "_document")),
    )
    web = prerequisites.get_web_dir().resolve()
    return {Path(path).resolve().relative_to(web).as_posix() for path in made} | {"utils/state.js"}
