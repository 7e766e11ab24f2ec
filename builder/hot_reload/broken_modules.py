"""Replaces page modules that cannot be imported, so that only their own pages fail."""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from app.components.head import Meta
from app.routes import ROUTES


def replace_broken() -> None:
    """Replaces each page module that cannot be imported with a module whose page raises the same error.

    Raises:
        Exception: no page module can be imported, because all of them import a broken module.
    """
    modules = {route.page for route in ROUTES.values()}
    errors: dict[str, Exception] = {}
    for name in sorted(modules):
        try:
            import_module(name)
        except Exception as error:
            errors[name] = error
    if len(errors) == len(modules):
        raise errors[min(errors)]
    for name in errors:
        sys.modules[name] = _failing(name)


def _failing(name: str) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(meta=_meta, page=_import_again(name))
    return module


def _meta(**_: object) -> Meta:
    return Meta(title="Error", description="This page could not be imported.")  # pyright: ignore[reportArgumentType]


def _import_again(name: str) -> Callable[..., None]:
    """Returns a page function that repeats the import, so that each call raises the error with a new traceback."""

    def page(**_: object) -> None:
        replacement = sys.modules.pop(name)
        try:
            import_module(name)
        finally:
            sys.modules[name] = replacement

    return page
