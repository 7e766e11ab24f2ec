"""Lists Reflex's components by the names that pages use, such as `rx.recharts.line_chart`."""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from types import ModuleType, SimpleNamespace
from typing import Any

import reflex as rx
from reflex.components.component import BaseComponent, Component
from reflex.components.next.base import NextComponent
from reflex.components.radix.themes.color_mode import ColorModeNamespace

from app.seam.reflex_internals import expect

expect(rx, "_MAPPING")

BASES = {Component, rx.NoSSRComponent, NextComponent}
"""Component base classes that pages do not use directly."""
NAMESPACES = (SimpleNamespace, ColorModeNamespace)
"""The types of objects that group components, such as `rx.dialog`."""


@cache
def components() -> Mapping[str, type[Component]]:
    """Returns Reflex's component classes, keyed by their shortest names, such as `rx.box`."""
    with redirect_stdout(StringIO()):  # hides the warning that plotly prints
        every = list(_all())
    found = sorted(every, key=lambda pair: (pair[0].count("."), pair[0] != pair[0].lower(), pair[0]))
    names: dict[type[Component], str] = {}
    for name, component in found:
        if component not in BASES:
            names.setdefault(component, name)
    return dict(sorted((name, component) for component, name in names.items()))


def name(component: type[BaseComponent]) -> str:
    """Returns the public name of one of Reflex's components, such as `rx.box`. For others, returns the class name."""
    return next((name for name, known in components().items() if known is component), component.__name__)


def _all() -> Iterator[tuple[str, type[Component]]]:
    for module, names in vars(rx)["_MAPPING"].items():
        if module.startswith("components"):
            for each in names:
                exported = each if isinstance(each, str) else each[1]
                yield from _under(f"rx.{exported}", getattr(rx, exported))


def _under(name: str, value: Any) -> Iterator[tuple[str, type[Component]]]:
    if isinstance(value, NAMESPACES):
        yield from _class_of(name, getattr(type(value), "__call__", None))  # noqa: B004
        own = vars(value) if isinstance(value, SimpleNamespace) else {}
        for member in _public({*vars(type(value)), *own}):
            yield from _under(f"{name}.{member}", getattr(value, member))
    elif isinstance(value, ModuleType):
        for member in _public(dir(value)):
            if not isinstance(getattr(value, member), ModuleType):
                yield from _under(f"{name}.{member}", getattr(value, member))
    else:
        yield from _class_of(name, value)


def _public(names: Iterable[str]) -> Iterator[str]:
    return (name for name in sorted(names) if not name.startswith("_"))


def _class_of(name: str, value: Any) -> Iterator[tuple[str, type[Component]]]:
    made = value if inspect.isclass(value) else getattr(value, "__self__", None)
    if inspect.isclass(made) and issubclass(made, Component):
        yield name, made
