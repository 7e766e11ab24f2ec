"""`/_health`: whether the site and what it needs are well, for whoever watches over the server."""

import asyncio
import json
from collections.abc import Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message

from app.http.export import INDEX, Export
from app.members.club import Club
from app.server.bridge import Failed
from app.settings import Settings
from app.single_flight import SingleFlight

PATH = "/_health"
PATIENCE = 1
"""Seconds that each part gets to answer."""


class Health:
    """Knows how the parts are; `export` is None in development, where nothing is built.

    However many ask at the same time, each part is asked once.
    """

    def __init__(
        self, settings: Settings, export: Export | None, members: ASGIApp, is_starting: Callable[[], bool]
    ) -> None:
        self._settings = settings
        self._export = export
        self._members = members
        self._is_starting = is_starting
        self._looks: SingleFlight[Response] = SingleFlight()

    async def respond(self) -> Response:
        """200 when all is well, 503 when a part is down, but not for what is for members alone: then it is 200 and
        "degraded". Public pages are served all the same, and who keeps that part busy must not have the server taken
        away from everybody.
        """
        return await self._looks.do(PATH, self._look)

    async def _look(self) -> Response:
        redis, members = await asyncio.gather(_redis(self._settings.redis_url), self._ask_members())
        parts = {**({"build": _is_there(self._export)} if self._export else {}), **redis}
        well = all(parts.values())
        without_members = "starting" if self._is_starting() else "down"
        status = {
            "status": "down" if not well else "degraded" if members is None else "up",
            "build": self._export and self._export.build_id,
            "parts": {
                **{name: "up" if up else "down" for name, up in parts.items()},
                "members": without_members if members is None else "up",
            },
            **(members or {}),
        }
        return JSONResponse(status, 200 if well else 503, {"cache-control": "no-store"})

    async def _ask_members(self) -> dict[str, object] | None:
        return None if self._is_starting() else await _of_members(self._members)


def of_members(club: Club | None) -> Response:
    """That what is for members answers, and how the creator's token stands: public pages are well without it, and no
    restart helps."""
    return JSONResponse({"creator_token": club.creator_token()} if club else {})


async def _of_members(members: ASGIApp) -> dict[str, object] | None:
    """What `of_members` says, as `members` answers; None where it does not."""
    scope = {"type": "http", "method": "GET", "path": PATH, "query_string": b"", "headers": []}
    answer: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        answer.append(message)

    try:
        async with asyncio.timeout(PATIENCE):
            await members(scope, receive, send)
    except (TimeoutError, HTTPException, Failed):
        return None
    return json.loads(b"".join(message.get("body", b"") for message in answer))


def _is_there(export: Export) -> bool:
    """Whether the build is still on the disk: its index, and the files of the home page."""
    home = export.resources.get("/")
    files = [representation.file for representation in home.representations.values()] if home else []
    return all((export.folder / file).is_file() for file in (INDEX, *files))


async def _redis(url: str | None) -> dict[str, bool]:
    if url is None:
        return {}
    try:
        async with Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE) as redis:
            return {"redis": bool(await redis.ping())}  # pyright: ignore[reportGeneralTypeIssues] - typed for both clients
    except (RedisError, OSError):
        return {"redis": False}
