"""Compiles each of Reflex's components in a separate page, and collects the errors."""

from collections.abc import Callable, Iterator

from reflex.app import UnevaluatedPage
from reflex.compiler import compiler
from reflex.components.component import Component

from app.seam.scripts import UnsupportedError
from pwa.seam import component_names, pages
from pwa.seam.page_error import PageError
from tools.stock.samples import SAMPLES

WORKS = "works"
ELEMENTS = "rx.el."

Make = Callable[[], Component]


def outcomes() -> dict[str, str]:
    """Returns `WORKS` or an error message for each component, keyed by the component's name."""
    pages.extend_compiler()
    return {name: _outcome(make) for name, make in samples().items()}


def samples() -> dict[str, Make]:
    """Returns functions that create the components, keyed by the component's name."""
    return {
        name: SAMPLES.get(name) or SAMPLES.get(name.rpartition(".")[0]) or component.create
        for name, component in component_names.components().items()
    }


def working() -> Iterator[tuple[str, Make]]:
    """Yields the components that compile without errors, except HTML elements and duplicates."""
    found = outcomes()
    every = samples()
    seen: set[Make] = set()
    for name, outcome in found.items():
        make = every[name]
        if outcome == WORKS and make not in seen and not name.startswith(ELEMENTS):
            seen.add(make)
            yield name, make


def _outcome(make: Make) -> str:
    page = UnevaluatedPage(make, "try", "Try", None, "", None, [], None)
    try:
        component, _uses_state = compiler.compile_unevaluated_page(page.route, page)
        [searched] = compiler.compile_stateful_components([component])[2]
        compiler.compile_page(page.route, searched, None)
    except (PageError, UnsupportedError) as error:
        return str(error)
    return WORKS
