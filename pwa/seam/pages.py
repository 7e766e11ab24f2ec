"""Extends Reflex's page compiler: checks packages and adds the providers and style sheets that components need."""

from functools import cache
from typing import Any

from reflex.app import UnevaluatedPage
from reflex.compiler import compiler
from reflex.components.component import BaseComponent, Component, CustomComponent
from reflex.state import BaseState

from app.seam.reflex_internals import expect_parameters
from pwa.seam import page_packages, page_scope, refused_components

expect_parameters(compiler.compile_unevaluated_page, "route", "page")
expect_parameters(compiler.compile_components, "components")
expect_parameters(compiler.compile_page, "path", "component", "state")
expect_parameters(compiler._compile_stateful_components, "page_components")


_evaluate = compiler.compile_unevaluated_page
_write_page = compiler.compile_page
_write_memos = compiler.compile_components
_share = compiler._compile_stateful_components


@cache
def extend_compiler() -> None:
    """Patches Reflex's compiler. A second call does nothing."""
    refused_components.refuse_components()
    compiler.compile_unevaluated_page = _evaluate_and_check
    compiler.compile_page = _write_with_providers
    compiler.compile_components = _write_with_styling  # pyright: ignore[reportAttributeAccessIssue]
    compiler._compile_stateful_components = _share_few


def _evaluate_and_check(route: str, page: UnevaluatedPage, *args: Any, **kwargs: Any) -> tuple[Component, bool]:
    try:
        component, uses_state = _evaluate(route, page, *args, **kwargs)
    except ModuleNotFoundError as error:
        if error.name == refused_components.PLOTLY:
            raise refused_components.without_plotly(error) from None
        raise
    page_packages.check(component, route, page.component)
    return page_scope.scoped(component), uses_state


def _write_with_providers(path: str, component: BaseComponent, state: type[BaseState] | None) -> tuple[str, str]:
    output, code = _write_page(path, component, state)
    return output, page_scope.with_providers(component, code)


def _write_with_styling(components: set[CustomComponent]) -> tuple[str, str, object]:
    output, code, imports = _write_memos(components)
    return output, page_scope.with_page_styling(code), imports


def _share_few(pages: list[BaseComponent]) -> str:
    page_scope.without_sharing(pages)
    return _share(pages)
