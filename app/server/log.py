"""What was asked and how it was answered: an id for every request, and one line of JSON, where the log is on.

Nothing in a line tells who asked: no IP address, no query string, no cookie, no user agent.
"""

import json
import re
import sys
import time
from datetime import UTC, datetime
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.monitoring import scrub
from app.monitoring.request import request_id

HEADER = "x-request-id"
LONGEST = 1024
"""Characters of a path that are logged."""

_GIVEN = re.compile(r"[0-9a-fA-F-]{16,64}")


class RequestLog:
    """Gives every answer of `app` the request's id, which a proxy may have given, and prints a line when it is over.

    The id goes into `X-Request-Id`, and into reports of errors (`app.monitoring.server`).
    """

    def __init__(self, app: ASGIApp, *, on: bool) -> None:
        self.app = app
        self.on = on

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        given = Headers(scope=scope).get(HEADER, "")
        identity = given if _GIVEN.fullmatch(given) else uuid4().hex
        status = size = 0

        async def named(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = identity
                size = int(Headers(raw=message["headers"]).get("content-length", 0))
            await send(message)

        token = request_id.set(identity)
        try:
            await self.app(scope, receive, named)
        finally:
            request_id.reset(token)
            if self.on:
                _print(scope, identity, status, size, time.perf_counter() - begun)


def _print(scope: Scope, identity: str, status: int, size: int, seconds: float) -> None:
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": identity,
        "method": scope["method"],
        "path": _shown(scope["path"]),
        "status": status,
        "bytes": size,
        "ms": round(seconds * 1000, 1),
    }
    sys.stdout.write(json.dumps(line) + "\n")  # in one piece, as other processes write too
    sys.stdout.flush()


def _shown(path: str) -> str:
    # Twice as much is scrubbed as is shown, so that there is nothing in it of an address that the first cut has halved.
    return scrub.text(path[: 2 * LONGEST])[:LONGEST]
