"""Has Reflex write the pages into `.web`, for Next to export.

`reflex export` does that too, but makes every page, and then runs Next by itself, beside another Next that turns
telemetry off.
"""

import gc
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeGuard

from reflex.app import App
from reflex.compiler.compiler import ExecutorSafeFunctions
from reflex.components.component import CUSTOM_COMPONENTS, BaseComponent, Component
from reflex.constants import Env, Page404
from reflex.environment import environment
from reflex.utils import build, prerequisites

from app.seam.reflex_internals import expect
from pwa.seam import development, memoization, workspace
from pwa.seam.generated_code import GeneratorChangedError

expect(App, "_unevaluated_pages")
expect(Component, "_get_all_app_wrap_components", "_get_all_imports")
expect(ExecutorSafeFunctions, "COMPONENTS")
expect(prerequisites, "get_and_validate_app")

MAX_NAMED = 3
"""Pages that an error names."""


def export(known: Mapping[str, str]) -> dict[str, str]:
    """Writes the modules of all pages, and all that they need. Those in `known`, by route, are taken as they are, and
    the others made; of these, returns those that may be known next time, as nothing else is made of the page.

    Raises:
        Exception: a page cannot be made.
        GeneratorChangedError: Reflex has left pages out.
    """
    gc.disable()  # nearly all that it makes is there until it ends
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_COMPILE_PROCESSES.set(os.cpu_count())
    memoization.search_once()
    workspace.renew_modules()
    app, _ = prerequisites.get_and_validate_app()
    for route in known:
        del app._unevaluated_pages[route]
    prerequisites.get_compiled_app(export=True)
    check_all_made([*app._unevaluated_pages, Page404.SLUG])
    for route, code in known.items():
        development.write(route, code)
    build.setup_frontend(Path.cwd(), disable_telemetry=False)
    made = {} if CUSTOM_COMPONENTS else ExecutorSafeFunctions.COMPONENTS
    return {route: development.read(route) for route, page in made.items() if stands_alone(page)}


def check_all_made(routes: Iterable[str]) -> None:
    """Checks that Reflex has made these pages: it leaves all of them out, and says nothing, where a file or a variable
    that another command has left tells it to.

    Raises:
        GeneratorChangedError: it has left some out.
    """
    if missing := sorted(set(routes) - ExecutorSafeFunctions.COMPONENTS.keys()):
        raise GeneratorChangedError("compilation", f"{len(missing)} more pages, {', '.join(missing[:MAX_NAMED])} …")


def stands_alone(page: BaseComponent) -> bool:
    """Whether nothing else is made of a page: no component that pages may share, nothing that stands around all of
    them, and no setting of Next's."""
    return (
        _has_no_state(page)
        and not page._get_all_app_wrap_components()
        and not any(name.transpile for names in page._get_all_imports().values() for name in names)
    )


def _has_no_state(component: BaseComponent) -> TypeGuard[Component]:
    """Whether Reflex has taken nothing out of a component to share it among pages."""
    return isinstance(component, Component) and all(map(_has_no_state, component.children))
