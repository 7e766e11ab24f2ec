"""Checks that a page's components work on this site and that their npm packages are installed."""

import itertools

from reflex.components.component import Component, CustomComponent
from reflex.utils.imports import ParsedImportDict, merge_imports

from app.seam.reflex_internals import expect
from pwa.seam import component_names
from pwa.seam.created_components import created_by
from pwa.seam.npm_packages import missing
from pwa.seam.page_error import PageError
from pwa.seam.page_scope import all_imports
from pwa.seam.refused_components import refused

expect(Component, "_get_all_imports", "_get_imports")


def check(page: Component, route: str, make: object) -> None:
    """Raises a PageError if one of the page's components is unsupported or its package is missing.

    Then calls `make`, the page's function, to find the line that creates the component.
    """
    problem = problem_of(all_imports(page))
    if not problem:
        return
    for written, parts in itertools.groupby(created_by(make) if callable(make) else (), key=lambda part: part[0]):
        own = problem_of(merge_imports(*(_imports(component) for _written, component in parts)))
        if own:
            name = "rx.memo" if written.component is CustomComponent else component_names.name(written.component)
            raise PageError(f"`{name}` {own} ({written.line or f'page {route}'}).")
    raise PageError(f"A component {problem} (page {route}).")


def _imports(component: Component) -> ParsedImportDict:
    return all_imports(component) if isinstance(component, CustomComponent) else component._get_imports()


def problem_of(imports: ParsedImportDict) -> str | None:
    """Returns why a component cannot work, or None. The caller adds the component's name."""
    return refused(imports) or _missing(missing(imports))


def _missing(packages: list[str]) -> str | None:
    if not packages:
        return None
    if len(packages) == 1:
        return f"needs the npm package {packages[0]}: run `make package ADD={packages[0]}`"
    return f'needs the npm packages {", ".join(packages)}: run `make package ADD="{" ".join(packages)}"`'
