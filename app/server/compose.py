"""Assembles the server and routes each request to the part that handles it."""

from collections.abc import Callable
from functools import cache, partial

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import counters
from app.database.database import open_database
from app.desk import endpoints as desk_endpoints
from app.desk.desk import Desk
from app.http import backend, origin, other_releases, static
from app.http.built_pages import BuiltPages
from app.http.export import Export, Resource
from app.http.media_types import HTML
from app.http.methods import READING, require_method
from app.http.websocket import bounded
from app.inquiries import booking_endpoint, form_endpoint, seats, workshop_endpoint
from app.inquiries.seats import capacity
from app.inquiries.service import InquiryService
from app.members import endpoints, scripts
from app.members.club import Club
from app.members.endpoints import Endpoints
from app.monitoring.server import OwnTraces
from app.routes import match, moves
from app.server import builds, config, head, health, home_redirect, messages, metrics, paths, security_txt
from app.server.bridge import AppFailedError
from app.server.errors import ErrorPages
from app.server.headers import SecurityHeaders, file_headers, headers, page_headers
from app.server.log import RequestLog
from app.server.members_process import MembersUnavailableError
from app.server.response_cache import ResponseCache
from app.settings import Settings
from app.vouchers.endpoint import VoucherEndpoint

READ_ONLY = {*metrics.DATA_PATHS, *metrics.MONITORING_PATHS}
MAX_SHOWN_CHARACTERS = 2048
"""The maximum length of an unknown URL in the error message."""


def compose(
    settings: Settings,
    export: Export | None = None,
    club: Club | None = None,
    inquiries: InquiryService | None = None,
    *,
    desk: Desk | None = None,
    dev: bool = False,
) -> Callable[[ASGIApp], ASGIApp]:
    """Returns a function that wraps Reflex's backend in the site's server. Both run in one process.

    Without a `club`, nobody can sign in. Without `inquiries`, no mail is sent. Without a `desk`, the desk's pages
    respond with 404. In development, `export` contains only pages that the server has fetched from Next
    (`rendered_pages.py`).
    """
    own_inquiries = inquiries or InquiryService(settings, capacity)
    return lambda reflex: assemble(
        Members(settings, club, export, reflex), settings, export, own_inquiries, desk=desk, dev=dev
    )


def assemble(
    members: ASGIApp,
    settings: Settings,
    export: Export | None,
    inquiries: InquiryService,
    *,
    is_starting: Callable[[], bool] = lambda: False,
    desk: Desk | None = None,
    dev: bool = False,
) -> ASGIApp:
    """Returns the site's server. `members` is a `Members` or a `MembersProcess`."""
    site = Server(settings, export, members, inquiries, is_starting=is_starting, desk=desk, dev=dev)
    errors = ErrorPages(site, export.errors if export else {}, page_headers(settings, has_scripts=False, dev=dev))
    secure = SecurityHeaders(OwnTraces(errors), headers(settings), page_headers(settings, dev=dev))
    kind_of = metrics.kinds(export)
    logged = RequestLog(WithoutBody(secure), kind_of, on=settings.request_log == "on")
    return ResponseCache(logged, export.resources, kind_of) if export and not logged.on and not dev else logged


class Members:
    """Routes requests to the sign-in, sign-out and webhook endpoints, or to Reflex's backend."""

    def __init__(self, settings: Settings, club: Club | None, export: Export | None, reflex: ASGIApp) -> None:
        self.club = club
        self.endpoints = Endpoints(settings, club, export, partial(page_headers, settings))
        self.reflex = reflex

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = self.reflex
        if scope["type"] == "http":
            path, query = paths.target(scope)
            if path == health.PATH:
                answer = health.members_health(self.club)
            elif path == scripts.PATH:
                answer = scripts.scripts().respond(scope, query)
            elif endpoints.owns(path, query):
                answer = await self.endpoints.respond(scope, receive, path, query)
        await answer(scope, receive, send)


class Server:
    """Routes requests to the server's own paths, to the built site, or to `members`."""

    def __init__(
        self,
        settings: Settings,
        export: Export | None,
        members: ASGIApp,
        inquiries: InquiryService,
        *,
        is_starting: Callable[[], bool],
        desk: Desk | None,
        dev: bool,
    ) -> None:
        self.settings = settings
        self.export = export
        self.build_id = export.build_id if export and not dev else None
        self.members = members
        self.inquiries = inquiries
        others: dict[str, health.Check] = {"database": inquiries.database_health}
        if settings.smtp_url:
            others["mail"] = inquiries.mail_health
        if not dev and (folder := open_database(settings).disk):
            others["disk"] = partial(health.disk, folder)
        self.health = health.Health(
            settings, None if dev else export, members, is_starting, others, has_desk=desk is not None
        )
        self.metrics = metrics.Metrics(settings, self.health, inquiries)
        self.page_headers = cache(partial(page_headers, settings, dev=dev))
        pages = BuiltPages(export, self.page_headers)
        self.desk = desk_endpoints.DeskEndpoint(settings, desk, dev=dev)
        self.inquiry_form = form_endpoint.FormEndpoint(settings, inquiries, pages, self.desk.is_staff, dev=dev)
        self.booking = booking_endpoint.BookingEndpoint(settings, inquiries, pages)
        self.vouchers = VoucherEndpoint(settings, inquiries.vouchers, inquiries.checkout, pages)
        self.workshops = workshop_endpoint.WorkshopEndpoint(inquiries, pages)
        self.dev = dev

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = {"http": self.http, "websocket": self.websocket}.get(scope["type"], self.members)
        await handler(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        head.check(scope)
        path, query = paths.target(scope)
        if backend.is_from_page(path) and not self._from_own_page(scope):
            raise origin.refusal()
        answer: ASGIApp = self.members
        if path in READ_ONLY:
            require_method(scope, *READING)
            answer = await self._own(scope, path)
        elif form_endpoint.owns(path):
            answer = await self.inquiry_form.respond(scope, receive, path)
        elif booking_endpoint.owns(path, query):
            answer = await self.booking.respond(scope, receive, path, query)
        elif self.vouchers.owns(scope["method"], path, query):
            answer = await self.vouchers.respond(scope, receive, path, query)
        elif workshop_endpoint.owns(path):
            require_method(scope, *READING)
            answer = await self.workshops.respond(path, lambda: self._answer(scope, path, query))
        elif desk_endpoints.owns(path):
            found = await self.desk.respond(scope, path, query, lambda: self._answer(scope, path, query))
            answer = found or _redirect_or_not_found(None, path, query, is_known=False)
        elif not backend.owns(path) and not endpoints.owns(path, query):
            answer = self._answer(scope, path, query)
        await answer(scope, receive, send)

    async def _own(self, scope: Scope, path: str) -> Response:
        match path:
            case config.PATH:
                return config.public_config(self.settings, self.build_id)
            case builds.PATH:
                return builds.latest_build(self.settings, self.build_id)
            case security_txt.PATH:
                return security_txt.security_txt(self.settings)
            case seats.PATH:
                return await seats.free_seats(self.inquiries)
            case health.PATH:
                return await self.health.respond()
            case health.READY_PATH:
                return self.health.ready()
            case health.LIVE_PATH:
                return self.health.live()
            case metrics.PATH:
                return await self.metrics.respond(scope)
            case _:
                raise ValueError(path)

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            head.check(scope)
            path, _query = paths.target(scope)
        except HTTPException:
            path = ""
        is_allowed = backend.is_event(path) and self._from_own_page(scope)
        own_counters = counters.own()
        own_counters.add("websockets", 1)
        try:
            await (self.members if is_allowed else _refuse)(scope, bounded(receive, send), send)
        except MembersUnavailableError:
            await _refuse(scope, receive, send)
        except AppFailedError:
            pass  # the error is already logged, and the web server closes the websocket
        finally:
            own_counters.add("websockets", -1)

    def _from_own_page(self, scope: Scope) -> bool:
        return origin.is_own_origin(scope, self.settings.site_url, dev=self.dev)

    def _answer(self, scope: Scope, path: str, query: str) -> Response:
        if messages.is_preflight(scope, path):
            return messages.preflight()
        found = self.export and _find(self.export, path, dev=self.dev)
        if not found:
            return _redirect_or_not_found(self.export, path, query)
        holder, resource = found
        require_method(scope, *READING)
        if query and (prefilled := self.inquiry_form.prefilled(path, query)):
            return prefilled
        # Reports of policy violations contain the page's URL, so private pages and pages with a query send no reports.
        is_page = resource.media_type == HTML
        headers = (
            self.page_headers(resource.styles, resource.scripts, is_reporting=not query and not _is_private(path))
            if is_page
            else {**file_headers(resource.media_type), **messages.headers(path)}
        )
        if path == home_redirect.ROOT:
            return home_redirect.home(self.settings, holder, resource, scope, query, headers)
        return static.respond(holder, resource, scope, headers)


class WithoutBody:
    """Removes the bodies of responses to HEAD requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_bare(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        await self.app(scope, receive, send_bare if scope.get("method") == "HEAD" else send)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    # Closing the websocket before accepting it makes the handshake fail with 403.
    await send({"type": "websocket.close", "code": 1008})


def _is_private(path: str) -> bool:
    found = match(path)
    return bool(found and found.place.route.private)


def _find(export: Export, path: str, *, dev: bool) -> tuple[Export, Resource] | None:
    resource = export.find(path)
    if resource:
        return export, resource
    return None if dev else other_releases.find(export, path)


def _redirect_or_not_found(export: Export | None, path: str, query: str, *, is_known: bool = True) -> Response:
    page_path = path.removesuffix("/")
    target = page_path if export and export.is_page(page_path) else dict(moves()).get(page_path)
    if target:
        return RedirectResponse(paths.address(target, query), 308, {"cache-control": static.CACHING["revalidate"]})
    found = match(page_path) if is_known else None
    full_path = _shortened_address(path, query)
    if found and not found.valid:  # the contract requires capitals here (docs/contract.md, "Error page")
        raise HTTPException(404, f"Page Not Found: {full_path}")
    raise HTTPException(404, f"Page not found: {full_path}")


def _shortened_address(path: str, query: str) -> str:
    full_path = f"{path}?{query}" if query else path
    return full_path if len(full_path) <= MAX_SHOWN_CHARACTERS else full_path[: MAX_SHOWN_CHARACTERS - 1] + "…"
