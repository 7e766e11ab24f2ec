"""Checks websocket messages. Accepts only messages that the site's pages send."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
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

MAX_PATH_CHARS = 2048
MAX_PARAMETER_CHARS = 128

CLOSE_POLICY_VIOLATION, CLOSE_TRY_AGAIN_LATER = 1008, 1013
"""Websocket close codes (RFC 6455 and IANA)."""

NAMESPACE = str(constants.Endpoint.EVENT)
CONNECT = f"40{NAMESPACE},"
DISCONNECT = f"41{NAMESPACE},"
PONG = "3"
EVENT = f"42{NAMESPACE},"


class FrameRefusedError(Exception):
    """Raised when the server refuses a client's message.

    The error's text is logged, so it must not contain the client's input. `is_mistake` means that the site's own code
    is at fault.
    """

    def __init__(self, reason: str, code: int = CLOSE_POLICY_VIOLATION, *, is_mistake: bool = False) -> None:
        super().__init__(reason)
        self.code = code
        self.is_mistake = is_mistake


class Payload(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class StoredValues(Payload):
    """Values from the browser's storage. Unknown names are ignored, because an earlier release may have stored them."""

    model_config = ConfigDict(extra="ignore")


@dataclass(frozen=True)
class AllowedEvents:
    """The events that browsers are allowed to send.

    `payloads` maps events to their argument types. `refused` maps forbidden events to reasons. `uploads` contains the
    events that upload files. `handlers` maps events to descriptions of their handlers.
    """

    payloads: Mapping[str, type[Payload]]
    refused: Mapping[str, str]
    uploads: frozenset[str] = frozenset()
    handlers: Mapping[str, str] = field(default_factory=dict[str, str])
    reported: set[str] = field(default_factory=set[str])
    """Events whose invalid arguments were reported. Each is reported once, so that clients cannot fill the log."""


def _path(address: str) -> str:
    path = re.split("[?#]", address, maxsplit=1)[0]
    if not path.startswith("/") or len(path) > MAX_PATH_CHARS or not path.isprintable():
        raise ValueError("not a path")
    return path


Address = Annotated[str, AfterValidator(_path)]
Pattern = Annotated[str, Field(pattern=r"^/[a-zA-Z0-9_/\[\]-]{0,200}$")]
EventId = Annotated[str, Field(pattern=r"^[0-9a-z]{1,32}$")]
Token = Annotated[str, Field(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]


class Router(BaseModel):
    model_config = ConfigDict(strict=True)

    pathname: Pattern
    query: dict[str, JsonValue]
    asPath: Address

    @field_validator("query")
    @classmethod
    def _parameters(cls, query: dict[str, JsonValue], info: ValidationInfo) -> dict[str, JsonValue]:
        names = re.findall(r"\[(\w+)]", info.data.get("pathname", ""))
        parameters = {name: query[name] for name in names if name in query}
        for value in parameters.values():
            if not isinstance(value, str) or len(value) > MAX_PARAMETER_CHARS or not value.isprintable():
                raise ValueError("a parameter must be a short text")
        return parameters


class Event(BaseModel):
    model_config = ConfigDict(strict=True)

    token: Token
    name: str
    router_data: Router
    payload: dict[str, JsonValue]
    id: EventId | None = None

    @property
    def message(self) -> str:
        return f'{EVENT}["event",{self.model_dump_json()}]'


_PACKET = TypeAdapter(tuple[Literal["event"], Event])


def event(message: str, allowed: AllowedEvents) -> Event:
    """Returns the event in a message that begins with `EVENT`. Raises FrameRefusedError if the message is invalid."""
    try:
        _, found = _PACKET.validate_json(message[len(EVENT) :])
        if found.name in allowed.refused:
            raise FrameRefusedError(allowed.refused[found.name], is_mistake=True)
        if found.name not in allowed.payloads:
            raise FrameRefusedError("unknown event")
    except ValidationError as error:
        raise FrameRefusedError(f"invalid event ({error.errors(include_input=False)[0]['type']})") from None
    _check_payload(found, allowed)
    return found


def _check_payload(found: Event, allowed: AllowedEvents) -> None:
    model = allowed.payloads[found.name]
    try:
        checked = model.model_validate_json(json.dumps(found.payload))
        if isinstance(getattr(checked, "vars", None), StoredValues):
            found.payload = checked.model_dump(by_alias=True, exclude_unset=True)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        argument = next(iter(first["loc"]), None)
        is_known = argument in {field.alias or name for name, field in model.model_fields.items()}
        what = f"`{argument}`: {first['msg']}" if is_known else first["type"]
        is_mistake = found.name not in allowed.reported
        allowed.reported.add(found.name)
        handler = allowed.handlers.get(found.name, "an event")
        raise FrameRefusedError(f"{handler} does not accept its arguments ({what})", is_mistake=is_mistake) from None
