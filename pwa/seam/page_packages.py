"""Checks that the components of a page can work: that none is refused, and that their npm packages are installed."""

import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

from reflex.components.component import BaseComponent, Component
from reflex.utils.imports import ParsedImportDict, merge_imports

from app.seam.reflex_internals import expect
from pwa.seam import component_names
from pwa.seam.npm_packages import missing
from pwa.seam.page_error import PageError, is_of_page, line_of_page
from pwa.seam.refused_components import refused

expect(Component, "_get_all_imports", "_get_imports", "_post_init")


class Written(NamedTuple):
    """A component that a page creates, and the line of the page that creates it."""

    component: type[Component]
    line: str


def check(page: BaseComponent, route: str, make: object) -> None:
    """Checks the imports of a compiled page. Calls the page's function `make` again to find the line of a problem.

    Raises:
        PageError: a component is refused, or needs a package that is not installed.
    """
    problem = problem_of(page._get_all_imports())
    if not problem:
        return
    for written, parts in itertools.groupby(_created(make) if callable(make) else (), key=lambda part: part[0]):
        own = problem_of(merge_imports(*(component._get_imports() for _written, component in parts)))
        if own:
            raise PageError(f"`{component_names.name(written.component)}` {own} ({written.line or f'page {route}'}).")
    raise PageError(f"A component {problem} (page {route}).")


def problem_of(imports: ParsedImportDict) -> str | None:
    """Returns why a component with `imports` cannot work, or None. The reason is a sentence without its subject."""
    return refused(imports) or _missing(missing(imports))


def _missing(packages: list[str]) -> str | None:
    if not packages:
        return None
    if len(packages) == 1:
        return f"needs the npm package {packages[0]}: run `make package ADD={packages[0]}`"
    return f'needs the npm packages {", ".join(packages)}: run `make package ADD="{" ".join(packages)}"`'


def _created(make: Callable[[], object]) -> Iterator[tuple[Written, Component]]:
    """Calls a page's function again. Yields each new component, and where the page creates it."""
    with _recorded() as created:
        make()
    yield from created


@contextmanager
def _recorded() -> Iterator[list[tuple[Written, Component]]]:
    created: list[tuple[Written, Component]] = []
    initialize = Component._post_init

    def record(self: Component, *args: object, **kwargs: object) -> None:
        created.append((_written(type(self), sys._getframe(1)), self))
        initialize(self, *args, **kwargs)

    Component._post_init = record  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield created
    finally:
        Component._post_init = initialize


def _written(component: type[Component], frame: FrameType | None) -> Written:
    """Returns the component and line of the page that caused `frame`, in which Reflex creates `component`. The page may
    contain another component, which creates `component`.
    """
    written = component
    while frame and not is_of_page(frame):
        written = frame.f_locals.get("cls", written)
        frame = frame.f_back
    return Written(written, line_of_page(frame)) if frame else Written(component, "")
