"""Lists the events that browsers are allowed to send: events of the site's states, and events that load a page."""

import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from pydantic import Field, create_model
from pydantic.errors import PydanticUserError
from reflex.event import EventHandler, get_hydrate_event
from reflex.istate import dynamic
from reflex.state import BaseState, OnLoadInternalState, State, UpdateVarsInternalState

from app.folders import ROOT
from app.members.frames import AllowedEvents, Payload, StoredValues
from app.seam.reflex_internals import expect
from app.seam.uploads import files_parameter

expect(State, "set_is_hydrated", "event_handlers", "_is_client_storage", "get_substates", "base_vars")
expect(OnLoadInternalState, "on_load_internal")
expect(UpdateVarsInternalState, "update_vars_internal")

PACKAGE = "app."
NO_FILES = Annotated[list[Any], Field(max_length=0)]
"""The type of an argument for files: an empty list, because browsers upload files separately."""


@cache
def allowed_events() -> AllowedEvents:
    """Returns the events that browsers are allowed to send. Must be called after all pages exist."""
    payloads: dict[str, type[Payload]] = {
        get_hydrate_event(State): Hydration,  # pyright: ignore[reportArgumentType]
        _name(UpdateVarsInternalState, "update_vars_internal"): _stored_values(),
    }
    refused: dict[str, str] = {}
    uploads: set[str] = set()
    described: dict[str, str] = {}
    handlers = [
        State.event_handlers["set_is_hydrated"],
        OnLoadInternalState.event_handlers["on_load_internal"],
        *(handler for state in own_states() for handler in state.event_handlers.values()),
    ]
    for handler in handlers:
        if type(handler) is not EventHandler:
            continue  # omits events such as `setvar`, which could set any variable
        name = f"{handler.state_full_name}.{handler.fn.__name__}"
        described[name] = f"`{handler.fn.__qualname__}` ({_line(handler)})"
        try:
            payloads[name] = _payload(handler)
            if files_parameter(handler):
                uploads.add(name)
        except UncheckedArgumentsError as error:
            refused[name] = str(error)
    return AllowedEvents(payloads, refused, frozenset(uploads), described)


def own_states(state: type[BaseState] = State) -> Iterator[type[BaseState]]:
    for each in state.get_substates():
        if _is_own(each):
            yield each
        yield from own_states(each)


class Hydration(Payload):
    """The arguments of the event that requests the whole state.

    `person` and `shown` describe the contents of a members' page (`MembersState._resume`).
    """

    resuming: bool = False
    person: str = Field("", max_length=64)
    shown: int = Field(0, ge=0)


class UncheckedArgumentsError(Exception):
    """Raised when a handler's arguments have no types, or types that cannot be checked."""

    def __init__(self, handler: EventHandler, arguments: str) -> None:
        super().__init__(f"`{handler.fn.__qualname__}` needs {arguments}: {_line(handler)}")


def _line(handler: EventHandler) -> str:
    code = handler.fn.__code__
    file = Path(code.co_filename)
    shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.name
    return f"{shown}:{code.co_firstlineno}"


def _is_own(state: type[BaseState]) -> bool:
    # If a function or component defines a state, Reflex moves the state to the module `dynamic`.
    if state.__module__ != dynamic.__name__:
        return state.__module__.startswith(PACKAGE)
    original = getattr(state, "__original_module__", "")
    return any(each.startswith(PACKAGE) for each in (original, *(base.__module__ for base in state.__mro__)))


def _name(state: type[BaseState], handler: str) -> str:
    return f"{state.get_full_name()}.{handler}"


def _stored_values() -> type[Payload]:
    """Returns a model for the event that sends values from the browser's storage, such as `rx.LocalStorage`."""
    stored = [
        f"{state.get_full_name()}.{name}"
        for state in own_states()
        for name in state.base_vars
        if state._is_client_storage(name)
    ]
    fields: dict[str, Any] = {
        f"value_{number}": (str | None, Field(None, alias=name)) for number, name in enumerate(stored)
    }
    values = create_model("stored_values", __base__=StoredValues, **fields)
    return create_model("update_vars_internal", __base__=Payload, vars=(values, ...))


def _payload(handler: EventHandler) -> type[Payload]:
    """Returns a model that checks a handler's arguments. Raises UncheckedArgumentsError if this is not possible."""
    _self, *parameters = inspect.signature(handler.fn).parameters.values()
    if any(each.annotation is each.empty or each.kind is not each.POSITIONAL_OR_KEYWORD for each in parameters):
        raise UncheckedArgumentsError(handler, "annotated arguments")
    hints = get_type_hints(handler.fn, include_extras=True) if parameters else {}
    files = files_parameter(handler)
    fields: dict[str, Any] = {  # uses generated names, because Pydantic ignores names such as `_value`
        f"argument_{number}": (
            NO_FILES if each.name == files else hints[each.name],
            Field(... if each.default is each.empty else each.default, alias=each.name),
        )
        for number, each in enumerate(parameters)
    }
    try:
        return create_model(handler.fn.__name__, __base__=Payload, __module__=handler.fn.__module__, **fields)
    except PydanticUserError:
        raise UncheckedArgumentsError(handler, "arguments of types that can be checked, such as str or int") from None
