"""Names each state of `rx.ComponentState` after the page and the state's number on the page.

Reflex itself numbers all states in the order of creation. The server evaluates only some pages, so these numbers would
differ between the build and the server.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from reflex.compiler.compiler import into_component
from reflex.components.component import Component
from reflex.istate import dynamic
from reflex.state import ComponentState, State

from app.seam.reflex_internals import expect

expect(ComponentState, "create", "get_component", "_per_component_state_instance_count")

_page: ContextVar[str] = ContextVar("page", default="")
_created: ContextVar[Counter[str]] = ContextVar("created")
_elsewhere: Counter[str] = Counter()


def support() -> None:
    """Replaces `rx.ComponentState.create`. A second call does nothing."""
    ComponentState.create = classmethod(_create)  # pyright: ignore[reportAttributeAccessIssue]


def modules() -> set[str]:
    return {each.__module__ for each in _subclasses(ComponentState)}


def _subclasses(of: type) -> Iterator[type]:
    for each in of.__subclasses__():
        yield each
        yield from _subclasses(each)


@contextmanager
def of_page(path: str) -> Iterator[None]:
    """Adds the page's `path` to the names of new states for the duration of the `with` block."""
    page, created = _page.set(re.sub(r"\W+", "_", path)), _created.set(Counter())
    try:
        yield
    finally:
        _page.reset(page)
        _created.reset(created)


def _create(cls: type[ComponentState], *children: Any, **props: Any) -> Component:
    created = _created.get(_elsewhere)
    created[cls.__name__] += 1
    name = f"{cls.__name__}{_page.get()}_n{created[cls.__name__]}"
    state: Any = getattr(dynamic, name, None)
    if state is None or cls not in state.__mro__:  # the state already exists if a page is compiled again
        state = type(name, (cls, State), {"__module__": dynamic.__name__}, mixin=False)
        setattr(dynamic, name, state)  # Reflex searches the module `dynamic` for the class
    component = into_component(state.get_component(*children, **props))
    component.State = state
    return component
