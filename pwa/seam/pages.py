"""Extends Reflex's page compiler: checks packages and adds the providers and style sheets that components need."""

from collections.abc import Callable, Iterable

from reflex.app import UnevaluatedPage
from reflex.compiler import compiler
from reflex.components.component import BaseComponent, Component, CustomComponent

from app.seam.reflex_internals import expect_parameters
from pwa.seam import page_packages, page_scope, refused_components

expect_parameters(compiler.compile_unevaluated_page, "route", "page")
expect_parameters(compiler.compile_components, "components")
expect_parameters(compiler.compile_page, "path", "component", "state")
expect_parameters(compiler._compile_stateful_components, "page_components")


def extend_compiler() -> None:
    """Patches Reflex's compiler. A second call does nothing."""
    if not hasattr(compiler, "extended"):
        refused_components.refuse_components()
        _extend_evaluation(compiler.compile_unevaluated_page)
        _extend_writing(compiler.compile_page)
        _extend_memos(compiler.compile_components)
        _extend_sharing(compiler._compile_stateful_components)
        compiler.extended = True  # pyright: ignore[reportAttributeAccessIssue]


def _extend_evaluation(evaluate: Callable[..., tuple[Component, bool]]) -> None:
    def evaluate_and_check(
        route: str, page: UnevaluatedPage, *args: object, **kwargs: object
    ) -> tuple[Component, bool]:
        try:
            component, uses_state = evaluate(route, page, *args, **kwargs)
        except ModuleNotFoundError as error:
            if error.name == refused_components.PLOTLY:
                raise refused_components.without_plotly(error) from None
            raise
        page_packages.check(component, route, page.component)
        return page_scope.scoped(component), uses_state

    compiler.compile_unevaluated_page = evaluate_and_check


def _extend_writing(write: Callable[..., tuple[str, str]]) -> None:
    def write_with_providers(path: str, component: BaseComponent, state: object) -> tuple[str, str]:
        output, code = write(path, component, state)
        return output, page_scope.with_providers(component, code)

    compiler.compile_page = write_with_providers


def _extend_memos(write: Callable[..., tuple[str, str, object]]) -> None:
    def write_with_styling(components: Iterable[CustomComponent]) -> tuple[str, str, object]:
        output, code, imports = write(components)
        return output, page_scope.with_page_styling(code), imports

    compiler.compile_components = write_with_styling  # pyright: ignore[reportAttributeAccessIssue]


def _extend_sharing(share: Callable[[list[BaseComponent]], str]) -> None:
    def share_few(pages: list[BaseComponent]) -> str:
        page_scope.without_sharing(pages)
        return share(pages)

    compiler._compile_stateful_components = share_few
