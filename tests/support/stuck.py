"""The site's server without Reflex, where a request to `/ping` fails in the members' process, which reports it.

`python -m tests.support.stuck` serves it as `python -m app.server` does.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import ASGIApp, Receive, Scope, Send

from app.monitoring import server as monitoring
from app.server import __main__ as server
from app.server import asgi
from app.settings import settings
from tests.support import public

STUCK = "tests.support.stuck"


def create() -> ASGIApp:
    """The application."""
    return asgi.application(settings(), asgi.served_export(), f"{STUCK}:members")


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
    """The target of the members' process."""
    async with monitoring.reporting(settings(), asgi.served_export().build_id), public.members() as backend:

        async def stuck(scope: Scope, receive: Receive, send: Send) -> None:
            if scope.get("path") == "/ping":
                raise RuntimeError("the rollers are stuck")
            await backend(scope, receive, send)

        yield stuck


if __name__ == "__main__":
    server.TARGET = f"{STUCK}:create"
    sys.exit(server.main())
