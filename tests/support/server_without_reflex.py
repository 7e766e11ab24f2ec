"""Runs the server without Reflex, which takes seconds to import: `python -m tests.support.server_without_reflex`.

Nobody can sign in to this server.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from app.monitoring import server as monitoring
from app.server import __main__ as server
from app.server import asgi
from app.server.compose import Members
from app.settings import settings

WITHOUT_REFLEX = "tests.support.server_without_reflex"


def create() -> ASGIApp:
    return asgi.application(settings(), asgi.served_export(), f"{WITHOUT_REFLEX}:members")


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
    export = asgi.served_export()
    async with monitoring.reporting(settings(), export.build_id):
        yield Members(settings(), None, export, backend)


async def backend(scope: Scope, receive: Receive, send: Send) -> None:
    if scope.get("path") == "/ping":
        raise RuntimeError("the rollers are stuck")
    raise HTTPException(404)


if __name__ == "__main__":
    server.TARGET = f"{WITHOUT_REFLEX}:create"
    sys.exit(server.main())
