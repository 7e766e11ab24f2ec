"""Makes Reflex's search for stateful components take as long as pages are large, not as the square of that.

For each component it asks for the variables of all below it, and so looks each up once for every one around it.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from reflex.compiler import compiler
from reflex.components.component import BaseComponent, Component
from reflex.vars.base import Var

from app.seam.reflex_internals import expect, expect_parameters

expect(Var, "_get_all_var_data")
expect_parameters(Component._get_vars, "self", "include_children", "ignore_ids")
expect_parameters(compiler.compile_stateful_components, "pages")


def search_once() -> None:
    """Has every component looked at once when Reflex searches pages."""
    search = compiler.compile_stateful_components

    def searching(pages: Iterable[Component]) -> tuple[str, str, list[BaseComponent]]:
        with _remembering():
            return search(pages)

    compiler.compile_stateful_components = searching


@contextmanager
def _remembering() -> Iterator[None]:
    """Remembers of each component the variables that matter here, of it and of what is below it: those with data."""
    look_up = Component._get_vars
    known: dict[int, tuple[Component, list[Var]]] = {}  # with the component, so that no other one gets its id

    def look_up_once(
        self: Component, include_children: bool = False, ignore_ids: set[int] | None = None
    ) -> Iterator[Var]:
        if not include_children:
            return look_up(self)
        if id(self) not in known:
            found = [var for var in look_up(self) if var._get_all_var_data()]
            for child in self.children:
                if isinstance(child, Component):
                    found += child._get_vars(include_children=True)
            known[id(self)] = self, found
        return iter(known[id(self)][1])

    Component._get_vars = look_up_once
    try:
        yield
    finally:
        Component._get_vars = look_up
