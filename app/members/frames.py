"""What a browser may send to Reflex, and what is left of it.

A message is a frame of Engine.IO, in it a packet of Socket.IO, in it mostly an event of Reflex's. Our client sends few
kinds of them, so whatever looks different was not sent by one of our pages.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    create_model,
    field_validator,
)
from reflex import constants
from reflex.event import EventHandler, get_hydrate_event
from reflex.state import BaseState, OnLoadInternalState, State

from app.members.internals import expect

LARGEST = 4096
"""Characters of a message: four times the longest that our pages send, with the query that trackers add to a link."""
LONGEST_PATH = 2048
"""Characters of a path; the server answers no longer ones (`app.server.paths`)."""
LONGEST_VALUE = 128
"""Characters of what stands for a parameter in a path."""

POLICY, LATER = 1008, 1013
"""Codes of closed websockets: what was sent is not taken; there is no room now."""

NAMESPACE = str(constants.Endpoint.EVENT)
CONNECT = f"40{NAMESPACE},"
LEAVE = f"41{NAMESPACE},"
PONG = "3"
EVENT = f"42{NAMESPACE},"

expect(State, "set_is_hydrated")
expect(OnLoadInternalState, "on_load_internal")


class Refused(Exception):
    """What no page of ours does. `str(error)` says what is wrong in words of our own, `code` is the websocket's."""

    def __init__(self, reason: str, code: int = POLICY) -> None:
        super().__init__(reason)
        self.code = code


class Payload(BaseModel):
    """What comes with an event: arguments of its handler, and nothing else."""

    model_config = ConfigDict(strict=True, extra="forbid")


Payloads = Mapping[str, type[Payload]]
"""The events that are let through, by name."""


def _path(address: str) -> str:
    path = re.split("[?#]", address, maxsplit=1)[0]
    if not path.startswith("/") or len(path) > LONGEST_PATH or not path.isprintable():
        raise ValueError("no path")
    return path


Address = Annotated[str, AfterValidator(_path)]
Pattern = Annotated[str, Field(pattern=r"^/[a-zA-Z0-9_/\[\]-]{0,200}$")]
Token = Annotated[str, Field(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]


class Router(BaseModel):
    """Where a page is, as Next says it. Of the query, the parameters of the path are left; of the address, the path."""

    model_config = ConfigDict(strict=True)

    pathname: Pattern
    query: dict[str, JsonValue]
    asPath: Address

    @field_validator("query")
    @classmethod
    def _parameters(cls, query: dict[str, JsonValue], info: ValidationInfo) -> dict[str, JsonValue]:
        names = re.findall(r"\[(\w+)]", info.data.get("pathname", ""))
        left = {name: query[name] for name in names if name in query}
        for value in left.values():
            if not isinstance(value, str) or len(value) > LONGEST_VALUE or not value.isprintable():
                raise ValueError("a parameter is a short text")
        return left


class Event(BaseModel):
    """An event as Reflex gets it."""

    model_config = ConfigDict(strict=True)

    token: Token
    name: str
    router_data: Router
    payload: dict[str, JsonValue]

    @property
    def message(self) -> str:
        """The message that has the event and nothing else."""
        return f'{EVENT}["event",{self.model_dump_json()}]'


_PACKET = TypeAdapter(tuple[Literal["event"], Event])


def event(message: str, payloads: Payloads) -> Event:
    """The event in a message that begins with `EVENT`.

    Raises:
        Refused: it is not an event that one of our pages sends.
    """
    try:
        _, found = _PACKET.validate_json(message[len(EVENT) :])
        if found.name not in payloads:
            raise Refused("an event that no page sends")
        payloads[found.name].model_validate(found.payload)
    except ValidationError as error:
        raise Refused(f"an event of another shape ({error.errors(include_input=False)[0]['type']})") from None
    return found


def payloads() -> Payloads:
    """What is let through: the handlers of the site's own states, and what Reflex needs to load a page.

    Reflex has more that anybody could send: errors of the browser, variables that the browser keeps, `setvar`.
    """
    handlers = [
        State.event_handlers["set_is_hydrated"],
        OnLoadInternalState.event_handlers["on_load_internal"],
        *(handler for state in _own_states(State) for handler in state.event_handlers.values()),
    ]
    own = {_name(handler): _payload(handler) for handler in handlers if type(handler) is EventHandler}
    return {get_hydrate_event(State): Payload, **own}  # pyright: ignore[reportArgumentType] - it asks for its name


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
