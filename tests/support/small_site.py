"""Creates a small built site and a fake Reflex for tests."""

import asyncio
from pathlib import Path
from random import Random

import httpx
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

ERROR_PAGE = '<html lang="{}"><title>%%title%%</title><b>%%status%%</b><h1>%%title%%</h1><p>%%message%%</p></html>'


FILES = {
    "index.html": "<h1>Domů</h1>" * 50,
    "en.html": "<h1>Home</h1>" * 50,
    "about.html": "<h1>O nás</h1>" * 50,
    "en/about.html": "<h1>About</h1>" * 50,
    "vouchers.html": '<h1 style="color:red">Poukazy</h1><p style="color:red" id="style">Dárek</p>',
    "vouchers/workshop.html": "<h1>Dílna</h1><script>start()</script>",
    "patreon/private/[postId].html": "<h1>Příspěvek</h1>",
    "en/patreon/private/[postId].html": "<h1>Post</h1>",
    "404.html": "Next's own",
    "errors/cs.html": ERROR_PAGE.format("cs"),
    "errors/en.html": ERROR_PAGE.format("en"),
    "sitemap.xml": "<urlset></urlset>" * 20,
    "manifest.webmanifest": '{"name": "Otisk"}' * 20,
    "sw.js": "self.skipWaiting();" * 20,
    "studio-otisk.vcf": "BEGIN:VCARD",
    "en/workshops/2027-01-16.ics": "BEGIN:VCALENDAR",
    "_next/static/chunks/pages/patreon/private/[postId]-1.js": "export default 1;" * 20,
    "_next/static/chunks/main-1.js": "".join(f"const a{n} = {n * n};\n" for n in range(20_000)),
    "pictures/small-1.png": Random(1).randbytes(1_000),
    "pictures/large-1.avif": Random(2).randbytes(300_000),
    "pictures/empty-1.gif": b"",
}


SECRET = "nobody may read this"


def lay_out(root: Path, *names: str) -> Path:
    """Writes the files `names` (default: all) and a secret file, which the site must not serve."""
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


async def _slow(_request):
    async def body():
        yield b"begun"
        await asyncio.sleep(1)
        yield b", ended"

    return StreamingResponse(body())


async def _socket(websocket):
    await websocket.accept()
    await websocket.close()


async def _open_socket(websocket):
    await websocket.accept()
    async for _text in websocket.iter_text():
        pass


def reflex() -> ASGIApp:
    """Returns a fake Reflex with an event socket and test endpoints."""
    return Starlette(
        routes=[
            Route("/ping", lambda _request: PlainTextResponse("pong")),
            Route("/_event/503", lambda _request: PlainTextResponse("unwell", 503)),
            Route("/_event/boom", _boom),
            Route("/_event/cut", _cut),
            Route("/_event/slow", _slow),
            WebSocketRoute("/_event/open", _open_socket),
            Route("/_event/500", lambda _request: PlainTextResponse("its own 500", 500)),
            Route("/_event/", lambda _request: PlainTextResponse("polled"), methods=["GET", "POST"]),
            WebSocketRoute("/_event/", _socket),
            Route("/elsewhere", lambda _request: PlainTextResponse("backend")),
        ]
    )


def open_client(app: ASGIApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://otisk.test")
