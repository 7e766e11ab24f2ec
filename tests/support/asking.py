"""Types for the `ask` fixture, which sends requests byte for byte. An HTTP library would change invalid requests."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import Message


@dataclass
class Answer:
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
