"""Requests exactly these bytes from an ASGI application, which a URL library would normalise or reject."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import Message


@dataclass
class Answer:
    """An application's ASGI messages, and the response that they make."""

    messages: list[Message]

    @property
    def status(self) -> int:
        return self.messages[0]["status"]

    @property
    def headers(self) -> Headers:
        return Headers(raw=self.messages[0]["headers"])

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])


Ask = Callable[..., Answer]
