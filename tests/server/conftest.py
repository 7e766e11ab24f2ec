"""A small built site, Reflex's backend played by a few lines, and ways to ask the server made of both."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message

from app.server.compose import compose
from app.settings import Settings, load
from tests.support.small_site import open_client, reflex


@pytest.fixture
def settings(monkeypatch) -> Settings:
    """The settings of a site that nobody has configured."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return load(_env_file=None)


@pytest.fixture
def application(settings, export) -> ASGIApp:
    return compose(settings, export)(reflex())


@pytest.fixture
async def client(application) -> AsyncIterator[httpx.AsyncClient]:
    async with open_client(application) as client:
        yield client


@dataclass
class Answer:
    """What an application sent: its messages as they were, and the parts of a response that they make."""

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


@pytest.fixture(scope="session")
def ask() -> Iterator[Ask]:
    """Asks an application for exactly these bytes, as a client that a URL library would not let through."""
    with asyncio.Runner() as runner:

        def ask(app: ASGIApp, raw_path: bytes, *, query=b"", method="GET", headers=(), kind="http", **scope) -> Answer:
            messages: list[Message] = []

            async def receive() -> Message:
                return {"type": "websocket.connect"} if kind == "websocket" else {"type": "http.request"}

            async def send(message: Message) -> None:
                messages.append(message)

            request = {
                "type": kind,
                "http_version": "1.1",
                "path": raw_path.decode("latin-1"),
                "raw_path": raw_path,
                "query_string": query,
                "root_path": "",
                "headers": list(headers),
                "scheme": "http",
                **({"method": method} if kind == "http" else {"subprotocols": []}),
                **scope,
            }
            runner.run(app(request, receive, send))  # pyright: ignore[reportArgumentType]
            return Answer(messages)

        yield ask
