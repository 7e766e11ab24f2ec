"""Health checks: `/_health` for monitoring, `/_health/ready` for load balancers, `/_health/live` for supervisors."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Scope

from app.database.errors import StoreError
from app.folders import free_bytes
from app.http.export import INDEX, Export
from app.inquiries.limits import MIN_FREE_BYTES_FOR_FILES
from app.members.club import Club
from app.server.bridge import AppFailedError
from app.settings import Settings
from app.single_flight import SingleFlight
from app.supervision import states

PATH = "/_health"
READY_PATH = "/_health/ready"
LIVE_PATH = "/_health/live"
TIMEOUT_SECONDS = 5
"""The timeout of a check, long enough for a slow disk or a process that has just started."""
MIN_FREE_BYTES = 256 * 1024**2
"""The free disk space below which the disk counts as full, even for inquiries without files."""
WELL = {"up", "ending"}

Check = Callable[[], Awaitable[Mapping[str, object]]]
"""A function that checks one part of the site. The returned `status` is "up" if the part works."""

UNCACHED = {"cache-control": "no-store"}

logger = logging.getLogger(__name__)


class Health:
    """Checks the parts of the site. Simultaneous requests share one check."""

    def __init__(
        self,
        settings: Settings,
        export: Export | None,
        members: ASGIApp,
        is_starting: Callable[[], bool],
        others: Mapping[str, Check],
        *,
        has_desk: bool,
    ) -> None:
        self._settings = settings
        self._export = export
        self._members = members
        self._is_starting = is_starting
        self._others = others
        self._has_desk = has_desk
        self._checks: SingleFlight[dict[str, Any]] = SingleFlight()
        self._failures: dict[str, str] = {}
        """The reasons of failed checks, keyed by the site's part."""

    async def respond(self) -> Response:
        """Returns the states of the site's parts. Without built pages, the HTTP status is 503.

        If another part is down, the site is "degraded" with status 200, because the public pages still work.
        """
        status = await self.status()
        return JSONResponse(status, 503 if status["status"] == "down" else 200, UNCACHED)

    async def status(self) -> dict[str, Any]:
        return await self._checks.do(PATH, self._check)

    def ready(self) -> Response:
        return _state(is_up=self._is_built())

    def live(self) -> Response:
        """Returns 200. A process that hangs would not respond."""
        return _state(is_up=True)

    def _is_built(self) -> bool:
        if not self._export:
            return True
        home = self._export.resources.get("/")
        files = [representation.file for representation in home.representations.values()] if home else []
        return all((self._export.folder / file).is_file() for file in (INDEX, *files))

    async def _check(self) -> dict[str, Any]:
        is_redis_up, members, others = await asyncio.gather(
            _ping_redis(self._settings.redis_url), self._ask_members(), self._ask_others()
        )
        is_built = self._is_built()
        details = dict(members or {})
        tasks = {**_tasks(), **details.pop("tasks", {})}
        parts: dict[str, object] = {}
        if self._export:
            parts["build"] = _up_or_down(is_built)
        if is_redis_up is not None:
            parts["redis"] = _up_or_down(is_redis_up)
        parts["members"] = "up" if members is not None else "starting" if self._is_starting() else "down"
        for name, task in tasks.items():
            parts[name] = "up" if task["state"] == "running" else "failing"
        for name, detail in others.items():
            parts[name] = detail["status"]
        if "creator_token" in details:
            parts["creator_token"] = details["creator_token"]["status"]
        is_well = set(parts.values()) <= WELL
        return {
            "status": "down" if not is_built else "up" if is_well else "degraded",
            "build": self._export and self._export.build_id,
            "parts": parts,
            "desk": "on" if self._has_desk else "off",
            **({"tasks": tasks} if tasks else {}),
            **others,
            **details,
        }

    async def _ask_members(self) -> dict[str, Any] | None:
        return None if self._is_starting() else await _request_members_health(self._members)

    async def _ask_others(self) -> dict[str, Mapping[str, object]]:
        details = await asyncio.gather(*(self._details(name, check) for name, check in self._others.items()))
        return dict(zip(self._others, details, strict=True))

    async def _details(self, name: str, check: Check) -> Mapping[str, object]:
        """Returns the part's state. Logs when a failure starts, when its reason changes, and when it is over."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                details = await check()
        except Exception as error:
            # Logs only the type of unknown errors, because their messages may contain secrets.
            reason = str(error) if isinstance(error, StoreError) else type(error).__name__
            if self._failures.get(name) != reason:
                logger.error("Health check of %s failed (%s)", name, reason)
            self._failures[name] = reason
            return {"status": "down"}
        if self._failures.pop(name, None):
            logger.warning("Health check of %s succeeds again", name)
        return details


def members_health(club: Club | None) -> Response:
    return JSONResponse({"tasks": _tasks(), **({"creator_token": club.creator_token()} if club else {})})


async def disk(folder: Path) -> Mapping[str, object]:
    free = free_bytes(folder)
    status = "full" if free < MIN_FREE_BYTES else "low" if free < MIN_FREE_BYTES_FOR_FILES else "up"
    return {"status": status, "free_megabytes": free // 1024**2}


def _state(*, is_up: bool) -> Response:
    return JSONResponse({"status": _up_or_down(is_up)}, 200 if is_up else 503, UNCACHED)


def _up_or_down(is_up: bool) -> str:
    return "up" if is_up else "down"


def _tasks() -> dict[str, dict[str, str | int]]:
    return {name: state.as_json() for name, state in states().items()}


async def _request_members_health(members: ASGIApp) -> dict[str, Any] | None:
    """Returns the members process's status, or None if the request fails or times out."""
    scope: Scope = {"type": "http", "method": "GET", "path": PATH, "query_string": b"", "headers": []}
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


async def _ping_redis(url: str | None) -> bool | None:
    """Returns whether Redis responds, or None if the settings name no Redis."""
    if url is None:
        return None
    try:
        redis: Any = Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
            url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS
        )
        async with redis:
            return bool(await redis.ping())
    except (RedisError, OSError):
        return False
