"""Error pages (docs/contract.md, "Error page")."""

import logging
import re
from collections.abc import Mapping
from html import escape
from pathlib import PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.content.errors import HINTS, MESSAGES, OTHERWISE, TITLES
from app.content.studio import STUDIO
from app.http.gone import GoneError
from app.http.media_types import IMMUTABLE, TYPES
from app.http.negotiation import wants_page
from app.i18n import LANGUAGES, Language, Text, language_of, use
from app.server import paths
from app.server.bridge import AppFailedError

FAILED = "The server could not answer this request."
MINIMAL = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>%%title%%</title>'
    '<h1>%%status%% %%title%%</h1><p lang="en">%%message%%</p>'
    f'<p><a href="/">{escape(STUDIO.name)}</a></p></html>'
)
"""The error page of a site without a build, such as in development."""

LINK = "underline decoration-ink-soft decoration-2 underline-offset-4"
_MARKER = re.compile(r"%%(status|title|message|hint)%%")
_FILES = ("/_next/", *IMMUTABLE)

logger = logging.getLogger(__name__)


class ErrorPages:
    """Responds with an error page after an exception in `app`. Exceptions other than HTTPException get the status 500.

    `templates` contains HTML keyed by language code, with the markers `%%status%%`, `%%title%%`, `%%message%%` and
    `%%hint%%`. An exception after the start of the response is raised again.
    """

    def __init__(
        self, app: ASGIApp, templates: Mapping[str, str], page_headers: Mapping[str, str] | None = None
    ) -> None:
        self.app = app
        self.templates = templates
        self.page_headers = page_headers or {}
        # Loads all texts now, so that the server does not start if a catalog is missing.
        self.titles = {language: _translated({**TITLES, 0: OTHERWISE}, language) for language in LANGUAGES}
        self.hints = {language: _translated(HINTS, language) for language in LANGUAGES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = _Answer(send)
        try:
            await self.app(scope, receive, answer)
            await answer.release()
        except Exception as error:
            if answer.started:
                raise
            await self.respond(scope, _as_http(scope, error))(scope, receive, send)

    def respond(self, scope: Scope, error: HTTPException) -> Response:
        """Returns an error page in the path's language.

        Returns plain text if the client does not accept HTML, or if a page requests a file. A visitor who opens a
        file's URL gets an HTML page.
        """
        headers = {**(error.headers or {}), "cache-control": "no-store"}
        path, request = paths.raw(scope).decode("latin-1"), Headers(scope=scope)
        # Does not use Sec-Fetch-Dest, because the service worker changes it.
        is_part = _is_file(path) and request.get("sec-fetch-mode") != "navigate"
        if is_part or not wants_page(request.get("accept")):
            return PlainTextResponse(error.detail + "\n", error.status_code, headers)
        language = language_of(path)
        known = self.titles[language].get(error.status_code)
        values = {
            "status": str(error.status_code),
            "title": known or self._heading(error.detail, language),
            "message": error.detail if known else "",
            "hint": self.hints[language].get(error.status_code, ""),
        }
        shown = {name: escape(value) for name, value in values.items()}
        if isinstance(error, GoneError):
            link = f'<a href="{escape(error.path)}" class="{LINK}">{escape(error.label)}</a>'
            shown["hint"] = f"{escape(error.hint)} {link}"
        template = self.templates.get(language.code, MINIMAL)
        page = _MARKER.sub(lambda marker: shown[marker[1]], template)
        return HTMLResponse(page, error.status_code, {**self.page_headers, **headers})

    def _heading(self, detail: str, language: Language) -> str:
        with use(language):
            return str(MESSAGES.get(detail, detail)) or self.titles[language][0]


class _Answer:
    """Delays a response with status 500. If Starlette then raises an exception, an error page is sent instead."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.started = False
        self.held: list[Message] = []

    async def __call__(self, message: Message) -> None:
        if self.held or message.get("status") == 500:
            self.held.append(message)
        else:
            await self.send(message)
            self.started = True

    async def release(self) -> None:
        for message in self.held:
            await self.send(message)


def _as_http(scope: Scope, error: Exception) -> HTTPException:
    if isinstance(error, HTTPException):
        return error
    if not isinstance(error, AppFailedError):  # the members process logs its own errors
        logger.error("%s %r failed", scope["method"], scope["path"], exc_info=error)
    return HTTPException(500, FAILED)


def _translated(texts: Mapping[int, Text], language: Language) -> dict[int, str]:
    with use(language):
        return {status: str(text) for status, text in texts.items()}


def _is_file(path: str) -> bool:
    suffix = PurePosixPath(path).suffix
    return path.startswith(_FILES) or (suffix != ".html" and suffix in TYPES)
