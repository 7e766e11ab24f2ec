"""The application that the web server runs: the site, and beside it, in a process of its own, what is for members.

The site stands before Reflex, so that nothing answers before it does: Reflex's own outer layer answers odd paths and
CORS requests by itself, and takes longer than a static file does.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http.export import Export
from app.members.club import closing, club
from app.monitoring import server as monitoring
from app.server.apart import Apart
from app.server.compose import Members, around
from app.settings import Settings, settings

MEMBERS = f"{__name__}:members"


def create() -> ASGIApp:
    """The application.

    Raises:
        SettingsError: a setting has a value that is not allowed.
        ExportError: the site is not built.
    """
    return application(settings(), Export.load(), MEMBERS)


def application(settings: Settings, export: Export, members: str) -> ASGIApp:
    """The site, and what is for members as the target `members` has it (`app.server.apart.Target`)."""
    apart = Apart(members)
    site = around(apart, settings, export, is_starting=apart.is_starting)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await site(scope, receive, send)
            return
        await receive()
        async with monitoring.reporting(settings, export.build_id), apart.running():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    return application


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
    """What is for members, in its own process.

    Raises:
        SettingsError: session keys cannot be kept.
    """
    from app.app import app as reflex  # here, as it takes seconds that the site has no need of

    backend = reflex()
    assert isinstance(backend, Starlette), "Reflex's backend was a Starlette application, which has a lifespan"
    export = Export.load()
    async with (
        monitoring.reporting(settings(), export.build_id),
        closing(club()),
        backend.router.lifespan_context(backend),
    ):
        yield Members(settings(), club(), export, backend)
