"""Replaces each failing page module with one that shows the error, so that all other pages still work."""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import groupby
from types import ModuleType

from app.components.head import Meta
from app.i18n import use
from app.pages import meta_of
from app.routes import Place, places


def replace_broken() -> None:
    """Replaces page modules that cannot be imported or have no title. The replacement's `page()` raises the error.

    Raises:
        Exception: the error of the first module, if every page module fails.
    """
    modules = {name: [*of] for name, of in groupby(sorted(places(), key=_module), _module)}
    errors = {name: error for name, of in modules.items() if (error := _error(name, of))}
    if len(errors) == len(modules):
        raise errors[min(errors)]
    for name, error in errors.items():
        sys.modules[name] = _failing(name, error)


def _module(place: Place) -> str:
    return place.route.page


def _error(name: str, of: Iterable[Place]) -> Exception | None:
    try:
        import_module(name)
        for place in of:
            with use(place.language):
                meta_of(place)
    except Exception as error:
        return error
    return None


def _failing(name: str, error: Exception) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(meta=_meta, page=_raising(error))
    return module


def _meta(**_: object) -> Meta:
    return Meta(title="Error", description="This page could not be imported.")  # pyright: ignore[reportArgumentType]


def _raising(error: Exception) -> Callable[..., None]:
    """Returns a page function that raises `error` with its original traceback."""
    traceback = error.__traceback__ and error.__traceback__.tb_next

    def page(**_: object) -> None:
        vars(error).pop("__notes__", None)
        raise error.with_traceback(traceback)

    return page
