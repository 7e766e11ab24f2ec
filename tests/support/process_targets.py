"""Applications for tests of `MembersProcess`, which runs each application in another process."""

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LIFE_LOG = "LIFE_OF_THE_PART"
"""The environment variable with the path of the log file."""


def target(name: str) -> str:
    return f"{__name__}:{name}"


@asynccontextmanager
async def telling() -> AsyncIterator[ASGIApp]:
    """Yields an application that responds with its process ID. Writes a file when the application starts and ends."""
    life = Path(os.environ[LIFE_LOG])
    life.write_text("begun")
    yield tell
    life.write_text("ended")


async def tell(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/die":
        os._exit(7)
    if scope["path"] == "/stuck":
        block_interpreter()
    if scope["path"] == "/wait":
        await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] in ("/wait", "/silence"):
        await asyncio.sleep(60)
    await PlainTextResponse(str(os.getpid()))(scope, receive, send)


def block_interpreter() -> None:
    re.match(r"(a+)+$", "a" * 100 + "b")


@asynccontextmanager
async def busy() -> AsyncIterator[ASGIApp]:
    """Yields an application whose path `/_event/busy` blocks the event loop for a minute."""
    from app.server.compose import Members
    from app.settings import load
    from tests.support.small_site import reflex

    backend = reflex()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/_event/busy":
            time.sleep(60)
        await backend(scope, receive, send)

    yield Members(load(_env_file=None), None, None, app)


@asynccontextmanager
async def failing() -> AsyncIterator[ASGIApp]:
    raise SystemExit(5)
    yield


@asynccontextmanager
async def broken() -> AsyncIterator[ASGIApp]:
    from app.monitoring import server as monitoring
    from app.settings import settings

    async with monitoring.reporting(settings(), "build-1"):
        raise RuntimeError("The import failed")
        yield


async def ask(app: ASGIApp, path: str = "/", begun: asyncio.Event | None = None) -> str:
    """Returns the text of the application's response. Sets the event `begun` when the response starts."""
    answer: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        answer.append(message)
        if begun:
            begun.set()

    async with asyncio.timeout(60):
        await app({"type": "http", "method": "GET", "path": path, "headers": []}, receive, send)
    return b"".join(message.get("body", b"") for message in answer).decode()


def members_processes() -> set[int]:
    return {process.pid for process in psutil.Process().children() if "app.server.members_process" in process.cmdline()}
