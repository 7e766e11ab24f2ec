"""Writes the pages into `.web`. Replaces `reflex export`, which always compiles all pages and starts Next twice."""

import gc
import os
import shutil
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeGuard

from reflex.app import App
from reflex.compiler.compiler import ExecutorSafeFunctions
from reflex.components.component import CUSTOM_COMPONENTS, BaseComponent, Component
from reflex.constants import Env, Page404
from reflex.environment import environment
from reflex.utils import build, prerequisites

from app.folders import WEB
from app.seam.reflex_internals import expect
from pwa.seam import development, memoization, package_styles, workspace
from pwa.seam.generated_code import GeneratorChangedError

expect(App, "_unevaluated_pages")
expect(build, "set_env_json")
expect(Component, "_get_all_app_wrap_components", "_get_all_imports")
expect(ExecutorSafeFunctions, "COMPONENTS")
expect(prerequisites, "get_and_validate_app")

MAX_NAMED_PAGES = 3


class Exported(NamedTuple):
    """The cacheable code of newly compiled pages, and the errors of failing pages, both keyed by route."""

    cacheable: dict[str, str]
    errors: dict[str, Exception]


def export(cached: Mapping[str, str]) -> Exported:
    """Compiles pages that are not in `cached`, then writes all pages. Pages that cannot be compiled are empty.

    Raises:
        GeneratorChangedError: Reflex has skipped pages.
    """
    gc.disable()  # garbage collection would take time and free almost nothing
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_COMPILE_PROCESSES.set(os.cpu_count())
    memoization.memoize_search()
    workspace.restore_modules()
    app, _ = prerequisites.get_and_validate_app()
    for route in cached:
        del app._unevaluated_pages[route]
    with development.failing_alone() as errors:
        prerequisites.get_compiled_app(export=True)
    check_all_compiled([*app._unevaluated_pages, Page404.SLUG])
    for route, code in cached.items():
        development.write(route, code)
    package_styles.publish(map(development.read, development.routes()))
    build.set_env_json()
    # Deletes files of an earlier `reflex run`, because Next would publish them.
    shutil.rmtree(WEB / workspace.PUBLIC, ignore_errors=True)
    compiled = {} if CUSTOM_COMPONENTS else ExecutorSafeFunctions.COMPONENTS
    cacheable = (route for route, page in compiled.items() if route not in errors and is_cacheable(page))
    return Exported({route: development.read(route) for route in cacheable}, errors)


def check_all_compiled(routes: Iterable[str]) -> None:
    if missing := sorted(set(routes) - ExecutorSafeFunctions.COMPONENTS.keys()):
        raise GeneratorChangedError(
            "compilation", f"{len(missing)} more pages, {', '.join(missing[:MAX_NAMED_PAGES])} …"
        )


def is_cacheable(page: BaseComponent) -> bool:
    """Whether compiling a page changes only the page's own file."""
    return (
        _has_no_state(page)
        and not page._get_all_app_wrap_components()
        and not any(name.transpile for names in page._get_all_imports().values() for name in names)
    )


def _has_no_state(component: BaseComponent) -> TypeGuard[Component]:
    return isinstance(component, Component) and all(map(_has_no_state, component.children))
