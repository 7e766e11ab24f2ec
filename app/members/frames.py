"""What a browser may send to Reflex, and what is left of it.

A message is a frame of Engine.IO, in it a packet of Socket.IO, in it mostly an event of Reflex's. Our client sends few
kinds of them, so whatever looks different was not sent by one of our pages.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from reflex import constants

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


class Refused(Exception):
    """What no page of ours does. `str(error)` says what is wrong in words of our own, `code` is the websocket's."""

    def __init__(self, reason: str, code: int = POLICY) -> None:
        super().__init__(reason)
        self.code = code


class Payload(BaseModel):
    """What comes with an event: arguments of its handler, and nothing else."""

    model_config = ConfigDict(strict=True, extra="forbid")


Payloads = Mapping[str, type[Payload]]
"""The events that are let through, by name (`pwa.seam.handlers`)."""


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
