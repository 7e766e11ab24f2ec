"""Serves the small test site: `python -m tests.support.small_site_server FOLDER`."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from app import watchdog
from app.http.export import Export
from app.members.club import closing, club
from app.server import __main__ as server
from app.server import asgi
from app.server.compose import Members
from app.settings import settings
from tests.support.process_targets import block_interpreter
from tests.support.small_site import reflex

FOLDER = "SMALL_SITE"
MEMBERS = "tests.support.small_site_server:members"


def create() -> ASGIApp:
    """Returns the site's application, in which the path `/stuck` blocks the process forever."""
    site = asgi.application(settings(), Export.load(Path(os.environ[FOLDER])), MEMBERS)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path") == "/stuck":
            block_interpreter()
        await site(scope, receive, send)

    return application


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
    async with closing(club()):
        yield Members(settings(), club(), Export.load(Path(os.environ[FOLDER])), _with_members(reflex()))


def _with_members(backend: ASGIApp) -> ASGIApp:
    async def me(request: Request) -> Response:
        members = club()
        assert members
        session = await members.session(request.headers.get("cookie", ""))
        standing = session and await members.standing(session)
        known = {
            "process": os.getpid(),
            "name": session and session.name,
            "tiers": standing and sorted(standing.tiers),
            "posts": len((await members.listing()).posts),
        }
        return JSONResponse(known)

    return Router([Route("/_event/me", me)], default=backend)


if __name__ == "__main__":
    os.environ[FOLDER] = sys.argv[1]
    watchdog.MAX_MISSED = int(os.environ.get("MAX_MISSED", watchdog.MAX_MISSED))
    server.MAX_WORKER_MEGABYTES = int(os.environ.get("MAX_WORKER_MEGABYTES", server.MAX_WORKER_MEGABYTES))
    server.MEMORY_CHECK_SECONDS = 1
    server.TARGET = "tests.support.small_site_server:create"
    sys.exit(server.main(Path(sys.argv[1])))
