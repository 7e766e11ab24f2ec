"""The reaches into what Reflex and Socket.IO keep to themselves: each says what it expects when it is imported, so that
another version of theirs stops the start with a sentence, and not a visitor with an error."""

import inspect
from collections.abc import Callable
from typing import Any


class InternalsChanged(Exception):
    """A library is not what this project was written for."""

    def __init__(self, where: str, expected: str) -> None:
        super().__init__(
            f"{where} has changed: expected {expected}. The project is written for reflex 0.7.14 and "
            "python-socketio 5.18; look for `expect` in pwa/seam for what depends on it."
        )


def expect(owner: Any, *names: str) -> None:
    """Checks that a class, a module or an object has these attributes.

    Raises:
        InternalsChanged: it has not.
    """
    for name in names:
        if not hasattr(owner, name) and name not in getattr(owner, "__annotations__", {}):
            raise InternalsChanged(getattr(owner, "__name__", type(owner).__name__), f"`{name}`")


def expect_parameters(function: Callable[..., Any], *names: str) -> None:
    """Checks that a function takes these parameters first.

    Raises:
        InternalsChanged: it does not.
    """
    if tuple(inspect.signature(function).parameters)[: len(names)] != names:
        raise InternalsChanged(function.__qualname__, f"the parameters {', '.join(names)}")
