"""The ASGI application that the web server runs: the site, with members' pages in a process of their own.

The site comes before Reflex: Reflex's outer middleware would answer odd paths and CORS requests by itself, and is
slower than a static file.
"""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http import releases
from app.http.client import networks
from app.http.export import Export
from app.http.web_worker import begin_heartbeat
from app.inquiries.bookable import capacity
from app.inquiries.desk import Desk
from app.members.club import closing, club
from app.monitoring import server as monitoring
from app.server.compose import Members, assemble
from app.server.members_process import MembersProcess
from app.settings import Settings, settings

MEMBERS = f"{__name__}:members"


def create() -> ASGIApp:
    """The application.

    Raises:
        SettingsError: a setting has a value that is not allowed.
        ExportError: the site is not built.
    """
    return application(settings(), served_export(), MEMBERS)


def application(settings: Settings, export: Export, members: str) -> ASGIApp:
    """The site, with members' pages from `members`, a `Target` of `app.server.members_process`."""
    process = MembersProcess(members, partial(networks, settings=settings))
    desk = Desk(settings, capacity)
    site = assemble(process, settings, export, desk, is_starting=process.is_starting)

    async def lifespan(receive: Receive, send: Send) -> None:
        await receive()
        async with monitoring.reporting(settings, export.build_id), process.running(), desk.running():
            await send({"type": "lifespan.startup.complete"})
            begin_heartbeat()
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def application(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        return lifespan(receive, send) if scope["type"] == "lifespan" else site(scope, receive, send)

    return application


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
    """The target for members' pages, in their own process.

    Raises:
        SettingsError: the session keys cannot be stored.
    """
    from app.app import app as reflex  # here, as the import takes seconds and the web server does not need it

    backend = reflex()
    assert isinstance(backend, Starlette), (
        "expected Reflex's backend to be a Starlette application, which has a lifespan"
    )
    export = served_export()
    async with (
        monitoring.reporting(settings(), export.build_id),
        closing(club()),
        backend.router.lifespan_context(backend),
    ):
        yield Members(settings(), club(), export, backend)


def served_export() -> Export:
    """The release that this server serves, kept on the disk for as long as the process lives.

    Raises:
        ExportError: the site is not built.
    """
    release = releases.served()
    export = Export.load(release / "site")
    releases.hold(release)
    return export
