"""A small built site, Reflex's backend played by a few lines, and ways to ask the server made of both."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx
import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message

from app.server.compose import compose
from app.server.export import Export, write_index
from app.settings import Settings, load

ERROR_PAGE = '<html lang="{}"><title>%%title%%</title><b>%%status%%</b><h1>%%title%%</h1><p>%%message%%</p></html>'
FILES = {
    "index.html": "<h1>Domů</h1>" * 50,
    "en.html": "<h1>Home</h1>" * 50,
    "about.html": "<h1>O nás</h1>" * 50,
    "en/about.html": "<h1>About</h1>" * 50,
    "vouchers.html": "<h1>Poukazy</h1>",
    "vouchers/workshop.html": "<h1>Dílna</h1>",
    "patreon/private/[postId].html": "<h1>Příspěvek</h1>",
    "en/patreon/private/[postId].html": "<h1>Post</h1>",
    "404.html": "Next's own",
    "errors/cs.html": ERROR_PAGE.format("cs"),
    "errors/en.html": ERROR_PAGE.format("en"),
    "sitemap.xml": "<urlset></urlset>" * 20,
    "manifest.webmanifest": '{"name": "Otisk"}' * 20,
    "sw.js": "self.skipWaiting();" * 20,
    "studio-otisk.vcf": "BEGIN:VCARD",
    "_next/static/chunks/pages/patreon/private/[postId]-1.js": "export default 1;" * 20,
    "_next/static/chunks/main-1.js": "".join(f"const a{n} = {n * n};\n" for n in range(20_000)),
    "pictures/small-1.png": Random(1).randbytes(1_000),
    "pictures/large-1.avif": Random(2).randbytes(300_000),
    "pictures/empty-1.gif": b"",
}
SECRET = "nobody may read this"


def lay_out(root: Path, *names: str) -> Path:
    """Writes the small site, or these files of it, as a build leaves it; outside, a file that must never be served."""
    for name in names or FILES:
        content = FILES[name]
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    (root.parent / "secret.txt").write_text(SECRET)
    return root


async def _boom(_request):
    raise RuntimeError("a secret of the backend")


async def _cut(_request):
    async def body():
        yield b"begun"
        raise RuntimeError("too late")

    return StreamingResponse(body(), headers={"content-length": "1000"})


async def _socket(websocket):
    await websocket.accept()
    await websocket.close()


def reflex() -> ASGIApp:
    """A stand-in for Reflex's backend: a Starlette application with an event socket and two probes."""
    return Starlette(
        routes=[
            Route("/ping", lambda _request: PlainTextResponse("pong")),
            Route("/_event/503", lambda _request: PlainTextResponse("unwell", 503)),
            Route("/_event/boom", _boom),
            Route("/_event/cut", _cut),
            Route("/_event/500", lambda _request: PlainTextResponse("its own 500", 500)),
            Route("/_event/", lambda _request: PlainTextResponse("polled"), methods=["GET", "POST"]),
            WebSocketRoute("/_event/", _socket),
            Route("/elsewhere", lambda _request: PlainTextResponse("backend")),
        ]
    )


@pytest.fixture(scope="session")
def root(tmp_path_factory) -> Path:
    """The folder of the small site, indexed."""
    root = lay_out(tmp_path_factory.mktemp("dist") / "site")
    write_index(root, "build-1")
    return root


@pytest.fixture(scope="session")
def export(root) -> Export:
    return Export.load(root)


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


def open_client(app: ASGIApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://otisk.test")


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
