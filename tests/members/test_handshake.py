"""The cookie of a handshake is known to what handles its events, and to nothing else."""

import asyncio

import pytest
from starlette.types import Receive, Scope, Send

from app.members.handshake import Handshake, cookie

pytestmark = pytest.mark.anyio


async def nothing(*_message: object) -> dict:
    return {}


def handshake(*cookies: bytes, kind: str = "websocket") -> Scope:
    headers = [(b"host", b"otisk.example"), *((b"cookie", each) for each in cookies)]
    return {"type": kind, "path": "/_event/", "headers": headers}


@pytest.mark.parametrize(
    ("cookies", "known"),
    [((), ""), ((b"session=a; x=y",), "session=a; x=y"), ((b"session=a", b"x=y"), "session=a; x=y")],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_taken_off_and_kept(cookies: tuple[bytes, ...], known: str, kind: str) -> None:
    seen: list[object] = []

    async def backend(scope: Scope, receive: Receive, send: Send) -> None:
        seen.extend((scope["headers"], await asyncio.create_task(later())))

    async def later() -> str:
        return cookie.get()

    await Handshake(backend)(handshake(*cookies, kind=kind), nothing, nothing)  # pyright: ignore
    assert seen == [[(b"host", b"otisk.example")], known]


async def test_connections_know_their_own() -> None:
    both = asyncio.Barrier(2)
    seen: dict[str, str] = {}

    async def backend(scope: Scope, receive: Receive, send: Send) -> None:
        await both.wait()
        seen[scope["path"]] = cookie.get()

    async def connect(name: bytes) -> None:
        await Handshake(backend)({**handshake(b"session=" + name), "path": name.decode()}, nothing, nothing)  # pyright: ignore

    await asyncio.gather(connect(b"pavla"), connect(b"edvard"))
    assert seen == {"pavla": "session=pavla", "edvard": "session=edvard"}
