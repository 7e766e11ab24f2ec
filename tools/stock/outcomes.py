"""Compiles each of Reflex's components in a separate page and collects the errors."""

from collections.abc import Callable

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
    """Returns `WORKS` or an error message for each component, keyed by name."""
    pages.extend_compiler()
    return {
        name: _outcome(SAMPLES.get(name) or SAMPLES.get(name.rpartition(".")[0]) or component.create)
        for name, component in component_names.components().items()
    }


def _outcome(make: Make) -> str:
    page = UnevaluatedPage(make, "try", "Try", None, "", None, [], None)
    try:
        component, _uses_state = compiler.compile_unevaluated_page(page.route, page)
        [searched] = compiler.compile_stateful_components([component])[2]
        compiler.compile_page(page.route, searched, None)
    except (PageError, UnsupportedError) as error:
        return str(error)
    return WORKS
