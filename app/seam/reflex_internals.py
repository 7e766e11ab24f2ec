"""Checks private names in Reflex and Socket.IO. If a new version changes a name, the import fails."""

import inspect
from collections.abc import Callable
from typing import Any


class InternalsChangedError(Exception):
    def __init__(self, where: str, expected: str) -> None:
        super().__init__(
            f"{where} has changed: expected {expected}. The project is written for reflex 0.7.14 and "
            "python-socketio 5.18; search app/seam and pwa/seam for `expect` to find what depends on it."
        )


def expect(owner: Any, *names: str) -> None:
    """Raises InternalsChangedError unless `owner` has the attributes `names`."""
    for name in names:
        if not hasattr(owner, name) and name not in getattr(owner, "__annotations__", {}):
            raise InternalsChangedError(getattr(owner, "__name__", type(owner).__name__), f"`{name}`")


def expect_parameters(function: Callable[..., Any], *names: str) -> None:
    """Raises InternalsChangedError unless the first parameters of `function` are `names`."""
    if tuple(inspect.signature(function).parameters)[: len(names)] != names:
        raise InternalsChangedError(function.__qualname__, f"the parameters {', '.join(names)}")
