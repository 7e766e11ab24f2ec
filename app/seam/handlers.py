"""The allowlist of Reflex events: the site's own events, and those that load a page."""

import inspect
from collections.abc import Iterator
from typing import Any

from pydantic import create_model
from reflex.event import EventHandler, get_hydrate_event
from reflex.state import BaseState, OnLoadInternalState, State

from app.members.frames import Payload, Payloads
from app.seam.reflex_internals import expect

expect(State, "set_is_hydrated", "event_handlers")
expect(OnLoadInternalState, "on_load_internal")


def payloads() -> Payloads:
    """Returns the payload models of the allowed events, by name."""
    handlers = [
        State.event_handlers["set_is_hydrated"],
        OnLoadInternalState.event_handlers["on_load_internal"],
        *(handler for state in _own_states(State) for handler in state.event_handlers.values()),
    ]
    own = {_name(handler): _payload(handler) for handler in handlers if type(handler) is EventHandler}
    return {get_hydrate_event(State): Payload, **own}  # pyright: ignore[reportArgumentType]


def _own_states(state: type[BaseState]) -> Iterator[type[BaseState]]:
    for each in state.get_substates():
        if each.__module__.startswith("app."):
            yield each
        yield from _own_states(each)


def _name(handler: EventHandler) -> str:
    return f"{handler.state_full_name}.{handler.fn.__name__}"


def _payload(handler: EventHandler) -> type[Payload]:
    _self, *parameters = inspect.signature(handler.fn).parameters.values()
    fields: dict[str, Any] = {each.name: (each.annotation, ...) for each in parameters}
    return create_model(handler.fn.__name__, __base__=Payload, __module__=handler.fn.__module__, **fields)
