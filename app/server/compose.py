"""Assembles the server from its parts, and routes each request to one of them."""

from collections.abc import Callable
from functools import cache, partial

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http import backend, other_releases, static
from app.http.export import Export, Resource
from app.http.media_types import HTML
from app.http.websocket import bounded
from app.inquiries import places, reception
from app.inquiries.bookable import capacity
from app.inquiries.desk import Desk
from app.members import endpoints
from app.members.club import Club
from app.members.endpoints import Endpoints
from app.monitoring.server import OwnTraces
from app.routes import match
from app.server import builds, config, head, health, home_redirect, paths, security_txt
from app.server.bridge import AppFailedError
from app.server.errors import ErrorPages
from app.server.headers import SecurityHeaders, file_headers, headers, page_headers
from app.server.log import RequestLog
from app.server.members_process import MembersUnavailableError
from app.server.response_cache import ResponseCache
from app.settings import Settings

MAX_SHOWN_CHARACTERS = 2048
"""Of an address that leads nowhere, in the message that says so: a query may be far longer than a path."""


def compose(
    settings: Settings,
    export: Export | None = None,
    club: Club | None = None,
    desk: Desk | None = None,
    *,
    dev: bool = False,
) -> Callable[[ASGIApp], ASGIApp]:
    """A function that wraps Reflex's backend into the site's server, in one process. Without a `club` nobody can sign
    in; the `desk` is one that sends no mail, unless it is given.

    Without an `export`, as in development where Next serves the pages, only the server's own paths and the backend's
    are answered here. For the rest there is no page: Next has been asked before.
    """
    place = desk or Desk(settings, capacity)
    return lambda reflex: assemble(Members(settings, club, export, reflex), settings, export, place, dev=dev)


def assemble(
    members: ASGIApp,
    settings: Settings,
    export: Export | None,
    desk: Desk,
    *,
    is_starting: Callable[[], bool] = lambda: False,
    dev: bool = False,
) -> ASGIApp:
    """The site's server around `members`: a `Members`, or a `MembersProcess`, which knows whether it `is_starting`.
    Inquiries go to the `desk`."""
    site = Server(settings, export, members, desk, is_starting=is_starting, dev=dev)
    errors = ErrorPages(site, export.errors if export else {}, page_headers(settings, has_scripts=False))
    secure = SecurityHeaders(OwnTraces(errors), headers(settings), page_headers(settings))
    logged = RequestLog(WithoutBody(secure), on=settings.request_log == "on")
    return ResponseCache(logged, export.resources) if export and not logged.on else logged


class Members:
    """Routes each members' request: to sign-in, sign-out and webhook, or to Reflex's backend."""

    def __init__(self, settings: Settings, club: Club | None, export: Export | None, reflex: ASGIApp) -> None:
        self.club = club
        self.endpoints = Endpoints(settings, club, export)
        self.reflex = reflex

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = self.reflex
        if scope["type"] == "http":
            path, query = paths.target(scope)
            if path == health.PATH:
                answer = health.of_members(self.club)
            elif endpoints.owns(path, query):
                answer = await self.endpoints.respond(scope, receive, path, query)
        await answer(scope, receive, send)


class Server:
    """Routes each request: to the server's own paths, to the built site, or to `members`; failures are raised."""

    def __init__(
        self,
        settings: Settings,
        export: Export | None,
        members: ASGIApp,
        desk: Desk,
        *,
        is_starting: Callable[[], bool],
        dev: bool,
    ) -> None:
        self.settings = settings
        self.export = export
        self.members = members
        mail = {"mail": desk.health} if settings.smtp_url else {}
        self.health = health.Health(settings, export, members, is_starting, mail)
        self.page_headers = cache(partial(page_headers, settings))
        self.reception = reception.Reception(settings, desk, export, self.page_headers)
        self.places = places.Places(desk)
        self.dev = dev

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = {"http": self.http, "websocket": self.websocket}.get(scope["type"], self.members)
        await handler(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        head.check(scope)
        path, query = paths.target(scope)
        if backend.is_event(path) and not self._from_own_page(scope):
            raise HTTPException(403, "This site does not answer other sites.")
        answer: ASGIApp = self.members
        build_id = self.export and self.export.build_id
        if path == config.PATH:
            _allow_reading(scope)
            answer = config.public_config(self.settings, build_id)
        elif path == builds.PATH:
            _allow_reading(scope)
            answer = builds.latest_build(self.settings, build_id)
        elif path == security_txt.PATH:
            _allow_reading(scope)
            answer = security_txt.security_txt(self.settings)
        elif path == health.PATH:
            _allow_reading(scope)
            answer = await self.health.respond()
        elif reception.owns(path):
            answer = await self.reception.respond(scope, receive, path)
        elif path == places.PATH:
            _allow_reading(scope)
            answer = await self.places.respond()
        elif not backend.owns(path) and not endpoints.owns(path, query):
            answer = self._answer(scope, path, query)
        await answer(scope, receive, send)

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            head.check(scope)
            path, _query = paths.target(scope)
        except HTTPException:
            path = ""
        welcome = backend.is_event(path) and self._from_own_page(scope)
        try:
            await (self.members if welcome else _refuse)(scope, bounded(receive, send), send)
        except MembersUnavailableError:
            await _refuse(scope, receive, send)
        except AppFailedError:
            pass  # it is logged, and the web server closes the socket

    def _from_own_page(self, scope: Scope) -> bool:
        return backend.is_own_origin(scope, self.settings.site_url, dev=self.dev)

    def _answer(self, scope: Scope, path: str, query: str) -> Response:
        found = self.export and _find(self.export, path)
        if not found:
            return _elsewhere(self.export, path, query)
        holder, resource = found
        _allow_reading(scope)
        if query and (prefilled := self.reception.prefilled(path, query)):
            return prefilled
        # A query may hold what nobody else is to know, and a report has the whole address.
        is_page = resource.media_type == HTML
        headers = (
            self.page_headers(resource.styles, is_reporting=not query) if is_page else file_headers(resource.media_type)
        )
        if path == home_redirect.ROOT:
            return home_redirect.home(self.settings, holder, resource, scope, query, headers)
        return static.respond(holder, resource, scope, headers)


class WithoutBody:
    """Answers HEAD like GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def bare(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        await self.app(scope, receive, bare if scope.get("method") == "HEAD" else send)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    # Closing before accepting answers the handshake with 403.
    await send({"type": "websocket.close", "code": 1008})


def _find(export: Export, path: str) -> tuple[Export, Resource] | None:
    """What is at `path`, and the release that has it."""
    resource = export.find(path)
    return (export, resource) if resource else other_releases.find(export, path)


def _elsewhere(export: Export | None, path: str, query: str) -> Response:
    bare = path.removesuffix("/")
    if export and export.is_page(bare):
        return RedirectResponse(paths.address(bare, query), 308, {"cache-control": static.CACHING["revalidate"]})
    found = match(bare)
    full_path = _shown(path, query)
    if found and not found.valid:
        raise HTTPException(404, f"Page Not Found: {full_path}")
    raise HTTPException(404, f"Page not found: {full_path}")


def _shown(path: str, query: str) -> str:
    full_path = f"{path}?{query}" if query else path
    return full_path if len(full_path) <= MAX_SHOWN_CHARACTERS else full_path[: MAX_SHOWN_CHARACTERS - 1] + "…"


def _allow_reading(scope: Scope) -> None:
    if scope["method"] not in static.METHODS:
        allowed = {"Allow": ", ".join(static.METHODS)}
        raise HTTPException(405, "Method not allowed", allowed)
