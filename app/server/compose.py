"""The whole server out of its parts: who answers which request."""

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.members import endpoints
from app.members.club import Club
from app.members.endpoints import Endpoints
from app.monitoring.server import OwnTraces
from app.routes import match
from app.server import backend, builds, config, health, paths, root, static
from app.server.errors import ErrorPages
from app.server.export import Export
from app.server.headers import SecurityHeaders, page_headers
from app.server.log import RequestLog
from app.settings import Settings


def compose(
    settings: Settings, export: Export | None = None, club: Club | None = None, *, dev: bool = False
) -> Callable[[ASGIApp], ASGIApp]:
    """What turns Reflex's backend into the site's server. Without a `club` nobody can sign in.

    Without an `export`, as in development where Next serves the pages, only the paths that the server owns are answered
    here and the rest is left to the backend.
    """

    def wrap(reflex: ASGIApp) -> ASGIApp:
        site = Server(settings, export, club, reflex, dev=dev)
        pages = OwnTraces(ErrorPages(site, export.errors if export else {}))
        return RequestLog(WithoutBody(SecurityHeaders(pages, page_headers(settings))), on=settings.request_log == "on")

    return wrap


class Server:
    """Sends each request to who answers it: Reflex's backend, the settings, the way in for members, or the built site;
    failures leave as exceptions."""

    def __init__(
        self, settings: Settings, export: Export | None, club: Club | None, reflex: ASGIApp, *, dev: bool
    ) -> None:
        self.settings = settings
        self.export = export
        self.club = club
        self.members = Endpoints(settings, club, export)
        self.reflex = reflex
        self.dev = dev

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = {"http": self.http, "websocket": self.websocket}.get(scope["type"], self.reflex)
        await handler(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, query = paths.target(scope)
        if backend.is_event(path) and not self._from_own_page(scope):
            raise HTTPException(403, "This site does not answer other sites.")
        answer: ASGIApp = self.reflex
        build_id = self.export and self.export.build_id
        if path == config.PATH:
            _allow_reading(scope)
            answer = config.respond(self.settings, build_id)
        elif path == builds.PATH:
            _allow_reading(scope)
            answer = builds.respond(self.settings, build_id)
        elif path == health.PATH:
            _allow_reading(scope)
            answer = await health.respond(self.settings, self.export, self.club)
        elif endpoints.owns(path, query):
            answer = await self.members.respond(scope, receive, path, query)
        elif self.export and not backend.owns(path):
            answer = _answer(self.settings, self.export, scope, path, query)
        await answer(scope, receive, send)

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            path, _query = paths.target(scope)
        except HTTPException:
            path = ""
        welcome = backend.is_event(path) and self._from_own_page(scope)
        await (self.reflex if welcome else _refuse)(scope, receive, send)

    def _from_own_page(self, scope: Scope) -> bool:
        return backend.is_own_origin(scope, self.settings.site_url, dev=self.dev)


class WithoutBody:
    """Answers HEAD as GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def bare(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        await self.app(scope, receive, bare if scope.get("method") == "HEAD" else send)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    # Closed before it is accepted: the handshake is answered with 403.
    await send({"type": "websocket.close", "code": 1008})


def _answer(settings: Settings, export: Export, scope: Scope, path: str, query: str) -> Response:
    resource = export.find(path)
    if resource is None:
        return _elsewhere(export, path, query)
    _allow_reading(scope)
    if path == root.ROOT:
        return root.respond(settings, export, resource, scope, query)
    return static.respond(export, resource, scope)


def _elsewhere(export: Export, path: str, query: str) -> Response:
    bare = path.removesuffix("/")
    if export.is_page(bare):
        return RedirectResponse(paths.address(bare, query), 308, {"cache-control": static.CACHING["revalidate"]})
    found = match(bare)
    if found and not found.valid:
        full_path = f"{path}?{query}" if query else path
        raise HTTPException(404, f"Page Not Found: {full_path}")
    raise HTTPException(404, f"Page not found: {path}")


def _allow_reading(scope: Scope) -> None:
    if scope["method"] not in static.METHODS:
        allowed = {"Allow": ", ".join(static.METHODS)}
        raise HTTPException(405, "Method not allowed", allowed)
