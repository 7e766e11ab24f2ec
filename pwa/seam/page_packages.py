"""Checks that a page's components work on this site and that their npm packages are installed."""

import itertools

from reflex.components.component import BaseComponent, Component
from reflex.utils.imports import ParsedImportDict, merge_imports

from app.seam.reflex_internals import expect
from pwa.seam import component_names
from pwa.seam.created_components import created_by
from pwa.seam.npm_packages import missing
from pwa.seam.page_error import PageError
from pwa.seam.refused_components import refused

expect(Component, "_get_all_imports", "_get_imports")


def check(page: BaseComponent, route: str, make: object) -> None:
    """Raises a PageError if a component is unsupported or its package is missing.

    Calls `make`, the page's function, to find the component's line for the error message.
    """
    problem = problem_of(page._get_all_imports())
    if not problem:
        return
    for written, parts in itertools.groupby(created_by(make) if callable(make) else (), key=lambda part: part[0]):
        own = problem_of(merge_imports(*(component._get_imports() for _written, component in parts)))
        if own:
            raise PageError(f"`{component_names.name(written.component)}` {own} ({written.line or f'page {route}'}).")
    raise PageError(f"A component {problem} (page {route}).")


def problem_of(imports: ParsedImportDict) -> str | None:
    """Returns the reason why a component cannot work, or None. The caller adds the component's name."""
    return refused(imports) or _missing(missing(imports))


def _missing(packages: list[str]) -> str | None:
    if not packages:
        return None
    if len(packages) == 1:
        return f"needs the npm package {packages[0]}: run `make package ADD={packages[0]}`"
    return f'needs the npm packages {", ".join(packages)}: run `make package ADD="{" ".join(packages)}"`'
