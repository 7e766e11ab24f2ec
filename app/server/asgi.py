"""The ASGI application of the web server.

The site's server wraps Reflex, so that Reflex's middleware does not respond to malformed paths and CORS requests.
"""

from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from app.desk.desk import open_desk
from app.http import releases
from app.http.client import networks
from app.http.export import Export
from app.http.web_worker import begin_heartbeat
from app.inquiries.seats import capacity
from app.inquiries.service import InquiryService
from app.members.club import closing, club
from app.monitoring import server as monitoring
from app.server.built_settings import check_build
from app.server.compose import Members, assemble
from app.server.members_process import MembersProcess
from app.settings import Settings, settings

MEMBERS = f"{__name__}:members"


def create() -> ASGIApp:
    return application(settings(), served_export(), MEMBERS)


def application(settings: Settings, export: Export, members: str) -> ASGIApp:
    """Returns the site's ASGI application. `members` is the import path of the members' application."""
    process = MembersProcess(members, partial(networks, settings=settings))
    inquiries = InquiryService(settings, capacity)
    site = assemble(process, settings, export, inquiries, is_starting=process.is_starting, desk=open_desk(settings))

    async def lifespan(receive: Receive, send: Send) -> None:
        await receive()
        async with monitoring.reporting(settings, export.build_id), process.running(), inquiries.running():
            check_build(settings, export.settings)
            await send({"type": "lifespan.startup.complete"})
            begin_heartbeat()
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def application(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        return lifespan(receive, send) if scope["type"] == "lifespan" else site(scope, receive, send)

    return application


@asynccontextmanager
async def members() -> AsyncGenerator[ASGIApp]:
    """Yields the ASGI application of the members process. Raises SettingsError if the session keys cannot be stored."""
    export = served_export()
    async with monitoring.reporting(settings(), export.build_id):
        from app.app import app as reflex  # this import is slow, and the web server does not need it

        backend = reflex()
        assert isinstance(backend, Starlette), (
            "expected Reflex's backend to be a Starlette application, which has a lifespan"
        )
        async with closing(club()), backend.router.lifespan_context(backend):
            yield Members(settings(), club(), export, backend)


def served_export() -> Export:
    """Loads the release to serve, and locks it against deletion. Raises ExportError if the site is not built."""
    release = releases.served()
    export = Export.load(release / "site")
    releases.hold(release)
    return export
