"""`/_health`: the health check of the site and what it depends on, for monitoring."""

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
from app.server.bridge import AppFailedError
from app.settings import Settings
from app.single_flight import SingleFlight

PATH = "/_health"
TIMEOUT_SECONDS = 1
"""For each part to answer."""


class Health:
    """Checks the parts; `export` is None in development, where nothing is built.

    Concurrent requests share one check (single flight).
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
        """200 if every part is up, 503 if one is down; but 200 and "degraded" without members' pages. Public pages are
        served all the same, and keeping members' pages busy must not get the server taken out of service.
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
    """What the members' process answers: the state of the creator's token, which never causes a 503, as no restart
    helps."""
    return JSONResponse({"creator_token": club.creator_token()} if club else {})


async def _of_members(members: ASGIApp) -> dict[str, object] | None:
    """The answer of `of_members` through `members`; None if there is none in time."""
    scope = {"type": "http", "method": "GET", "path": PATH, "query_string": b"", "headers": []}
    answer: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        answer.append(message)

    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await members(scope, receive, send)
    except (TimeoutError, HTTPException, AppFailedError):
        return None
    return json.loads(b"".join(message.get("body", b"") for message in answer))


def _is_there(export: Export) -> bool:
    """Whether the build is still on disk: its index, and the home page's files."""
    home = export.resources.get("/")
    files = [representation.file for representation in home.representations.values()] if home else []
    return all((export.folder / file).is_file() for file in (INDEX, *files))


async def _redis(url: str | None) -> dict[str, bool]:
    if url is None:
        return {}
    try:
        async with Redis.from_url(url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS) as redis:
            return {"redis": bool(await redis.ping())}  # pyright: ignore[reportGeneralTypeIssues] - typed for both clients
    except (RedisError, OSError):
        return {"redis": False}
