"""Finds the components that a page creates, each with the line of code that creates it."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import NamedTuple

from reflex.components.component import Component

from app.seam.reflex_internals import expect
from pwa.seam.page_error import is_of_page, line_of_page

expect(Component, "_post_init")


class Written(NamedTuple):
    component: type[Component]
    line: str


def created_by(make: Callable[[], object]) -> list[tuple[Written, Component]]:
    """Returns the components that a page's function creates, with their line numbers."""
    created: list[tuple[Written, Component]] = []
    initialize = Component._post_init

    def record(self: Component, *args: object, **kwargs: object) -> None:
        created.append((_written(type(self), sys._getframe(1)), self))
        initialize(self, *args, **kwargs)

    Component._post_init = record  # pyright: ignore[reportAttributeAccessIssue]
    try:
        make()
    finally:
        Component._post_init = initialize
    return created


def _written(component: type[Component], frame: FrameType | None) -> Written:
    """Returns the class whose `create` method the page calls, and the line of the call.

    The class can differ from `component`, because some classes create other components.
    """
    written = component
    while frame and not is_of_page(frame):
        written = frame.f_locals.get("cls", written)
        frame = frame.f_back
    return Written(written, line_of_page(frame)) if frame else Written(component, "")
