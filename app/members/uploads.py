"""Checks uploads (`rx.upload_files`). Limits their size and rejects uploads to handlers that no page uses.

Reflex itself would accept all files of any size and store them in memory.
"""

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath

from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http import cookies, multipart, origin
from app.http.backend import UPLOAD
from app.http.client import networks
from app.http.draining import Body, Drain
from app.http.methods import require_method
from app.http.rate_limiter import RateLimiter, TooFastError
from app.http.shares import Shares
from app.i18n import language_of, use
from app.members.frames import AllowedEvents, Token
from app.members.handshake import cookie
from app.members.tabs import Holder, SessionOf, SessionUnknownError, SignedIn, Tabs, is_session_of
from app.settings import Settings

MAX_FILES = 10
MAX_MEGABYTES = 50
MAX_BYTES = MAX_MEGABYTES * 1_000_000
"""The maximum size of a request. The reverse proxy rejects larger requests (`deploy/nginx.conf`)."""
MAX_NAME_CHARS = 100
MAX_HEADER_BYTES = multipart.MAX_HEADER_BYTES
CHUNK_TIMEOUT_SECONDS, BODY_TIMEOUT_SECONDS = 30, 900
MAX_UPLOADS, MAX_UPLOADS_OF_SENDER, RESERVED_UPLOADS = 16, (4, 8, 16), 4
"""Limits on simultaneous uploads: in total and per sender. The last `RESERVED_UPLOADS` are reserved for senders with no
other upload and no recent failures.
"""
UPLOAD_RATE = 0.5, 20
"""The maximum number of uploads per second, and the burst, for each sender."""
HEADERS = {"cache-control": "no-store"}
PAGE_HEADER = "page-path"
"""A request header with the page's path, which determines the handler's language (`pwa/seam/replacements/axios.js`)."""

logger = logging.getLogger(__name__)

Processing = Callable[[str, str, Sequence[UploadFile]], AsyncIterator[str]]
"""Passes uploaded files to a tab's event handler, and yields the resulting page updates."""

_TOKEN = TypeAdapter[str](Token)


@dataclass(eq=False)
class Sender:
    """The sender of an upload. While a signed-in sender uploads files, no other visitor can use the same tab token."""

    session: SignedIn | None
    visitor: str
    cookie: str


class UploadGuard:
    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        tabs: Tabs,
        allowed_events: Callable[[], AllowedEvents],
        session_of: SessionOf,
        process: Processing,
    ) -> None:
        self.app = app
        self._settings = settings
        self._tabs = tabs
        self._allowed_events = allowed_events
        self._session_of = session_of
        self._process = process
        self._shares = Shares(MAX_UPLOADS, MAX_UPLOADS_OF_SENDER, RESERVED_UPLOADS)
        self._drain = Drain(MAX_UPLOADS, MAX_UPLOADS_OF_SENDER)
        self._rate = RateLimiter(*UPLOAD_RATE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].rstrip("/") != UPLOAD:
            # Reflex would publish all uploaded files below this path.
            if scope["type"] == "http" and scope["path"].startswith(UPLOAD):
                raise HTTPException(404, f"Page not found: {scope['path']}")
            await self.app(scope, receive, send)
            return
        require_method(scope, "POST")
        sender = networks(scope, self._settings)
        body = Body(receive)
        if not self._shares.try_acquire(sender):
            await self._drain.take(body, sender)
            raise HTTPException(503, "Too many uploads at once. Try again.", {"retry-after": "5"})
        is_finished = False
        try:
            await self._upload(scope, body, send, sender)
            is_finished = True
        except (ClientDisconnect, TimeoutError):
            await Response(status_code=400)(scope, receive, send)
        except HTTPException as refusal:
            logger.info("Upload refused (%s)", refusal.detail)
            await self._drain.take(body, sender)
            await PlainTextResponse(f"{refusal.detail}\n", refusal.status_code, refusal.headers)(scope, receive, send)
        finally:
            self._shares.release(sender, failed=not is_finished)

    async def _upload(self, scope: Scope, body: Body, send: Send, sender: Sequence[str]) -> None:
        headers = Headers(scope=scope)
        token, handler = self._target(headers)
        try:
            await asyncio.sleep(self._rate.wait(sender[0]))
        except TooFastError:
            raise HTTPException(429, "Too many uploads. Try again later.", {"retry-after": "30"}) from None
        session = await self._session(cookies.header(scope))
        visitor = Sender(session, session.person, cookies.header(scope)) if session else Sender(None, sender[0], "")
        if await self._tabs.is_taken(token, visitor.visitor, self._has_session):
            raise HTTPException(403, "This tab belongs to another member.")
        cookie.set(visitor.cookie)
        async with _files(Request(scope, _limited(body.receive))) as files:
            self._tabs.enter(token, visitor)
            try:
                updates = self._process(token, handler, files)
                response = StreamingResponse(updates, 200, HEADERS, "application/x-ndjson")
                with use(language_of(headers.get(PAGE_HEADER, ""))):
                    await response(scope, body.receive, send)
            finally:
                await self._tabs.leave(token, visitor)

    def _target(self, headers: Headers) -> tuple[str, str]:
        if not origin.is_fetched_from(headers, "same-origin"):
            raise origin.refusal()
        handler = headers.get("reflex-event-handler", "")
        if handler not in self._allowed_events().uploads:
            raise HTTPException(403, "No page of this site uploads files to this handler.")
        announced = headers.get("content-length", "")
        if announced.isdecimal() and (len(announced) > 12 or int(announced) > MAX_BYTES):
            raise _too_large()
        try:
            return _TOKEN.validate_python(headers.get("reflex-client-token", "")), handler
        except ValidationError:
            raise HTTPException(400, "The upload names no tab.") from None

    async def _has_session(self, holder: Holder) -> bool:
        return is_session_of(await self._session(holder.cookie), holder)

    async def _session(self, cookie_header: str) -> SignedIn | None:
        try:
            return await self._session_of(cookie_header)
        except SessionUnknownError:
            raise HTTPException(503, "The session cannot be checked now. Try again.", {"retry-after": "5"}) from None


@asynccontextmanager
async def _files(request: Request) -> AsyncGenerator[list[UploadFile]]:
    """Yields the uploaded files and closes them at the end. Raises HTTPException if the upload is invalid or empty."""
    try:
        async with asyncio.timeout(BODY_TIMEOUT_SECONDS):
            parser = multipart.StrictParser(request.headers, request.stream(), max_files=MAX_FILES, max_fields=0)
            form = await parser.parse()
    except (MultiPartException, ValueError):
        raise HTTPException(400, f"The upload is not readable, or has more than {MAX_FILES} files.") from None
    try:
        files = [file for file in form.getlist("files") if isinstance(file, UploadFile)]
        if not files:
            raise HTTPException(400, "The upload contains no files.")
        yield files
    finally:
        await form.close()


def safe_name(given: str | None) -> str:
    name = PurePosixPath((given or "").replace("\\", "/")).name
    name = re.sub(r"[^\w .()-]", "_", name)[-MAX_NAME_CHARS:].lstrip(". ")
    return name or "file"


def _limited(receive: Receive) -> Receive:
    received = 0

    async def limited() -> Message:
        nonlocal received
        async with asyncio.timeout(CHUNK_TIMEOUT_SECONDS):
            message = await receive()
        received += len(message.get("body", b""))
        if received > MAX_BYTES:
            raise _too_large()
        return message

    return limited


def _too_large() -> HTTPException:
    return HTTPException(413, f"The files are larger than {MAX_MEGABYTES} MB together.")
