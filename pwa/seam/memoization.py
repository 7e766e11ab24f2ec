"""Speeds up Reflex's search for components with state, which otherwise takes quadratic time on deeply nested pages."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from reflex.compiler import compiler
from reflex.components.component import BaseComponent, Component
from reflex.vars.base import Var

from app.seam.reflex_internals import expect, expect_parameters

expect(Var, "_get_all_var_data")
expect_parameters(Component._get_vars, "self", "include_children", "ignore_ids")
expect_parameters(compiler.compile_stateful_components, "pages")


def memoize_search() -> None:
    """Makes Reflex read the variables of each component only once."""
    search = compiler.compile_stateful_components

    def memoized_search(pages: Iterable[Component]) -> tuple[str, str, list[BaseComponent]]:
        with _memoized_variables():
            return search(pages)

    compiler.compile_stateful_components = memoized_search


@contextmanager
def _memoized_variables() -> Iterator[None]:
    look_up = Component._get_vars
    known: dict[int, tuple[Component, list[Var]]] = {}  # storing a component prevents Python from reusing its id

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
