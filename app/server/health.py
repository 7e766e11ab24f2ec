"""`/_health`: whether this process and what it needs are well, for whoever watches over the server."""

from redis.asyncio import Redis
from redis.exceptions import RedisError
from starlette.responses import JSONResponse, Response

from app.members.club import Club
from app.server.export import INDEX, Export
from app.settings import Settings

PATH = "/_health"
PATIENCE = 1
"""Seconds that Redis gets to answer."""


async def respond(settings: Settings, export: Export | None, club: Club | None = None) -> Response:
    """200 when all is well, 503 when a part is down; `export` is None in development, where nothing is built.

    The creator's token is no part: public pages are well without it, and no restart helps.
    """
    parts: dict[str, bool] = {}
    if export:
        parts["build"] = _is_there(export)
    if settings.redis_url:
        parts["redis"] = await _answers(settings.redis_url)
    well = all(parts.values())
    status = {
        "status": "up" if well else "down",
        "build": export and export.build_id,
        "parts": {name: "up" if up else "down" for name, up in parts.items()},
        **({"creator_token": club.creator_token()} if club else {}),
    }
    return JSONResponse(status, 200 if well else 503, {"cache-control": "no-store"})


def _is_there(export: Export) -> bool:
    """Whether the build is still on the disk: its index, and the files of the home page."""
    home = export.resources.get("/")
    files = [representation.file for representation in home.representations.values()] if home else []
    return all((export.folder / file).is_file() for file in (INDEX, *files))


async def _answers(redis_url: str) -> bool:
    try:
        async with Redis.from_url(redis_url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE) as redis:
            return bool(await redis.ping())  # pyright: ignore[reportGeneralTypeIssues] - typed for both clients
    except (RedisError, OSError):
        return False
