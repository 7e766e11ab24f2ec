"""Pages that Next renders under `reflex run`. The server uses these pages instead of the built site."""

import re
import shutil
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import httpx
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.folders import ROOT
from app.http.export import IDENTITY, Export, Representation, Resource
from app.http.filled_page import without_scripts
from app.http.media_types import HTML, TYPES
from app.i18n import Language, language_of
from app.inquiries import form_endpoint
from app.pages.error import error_route
from app.routes import match, url_for
from app.server import dev_styles, dev_worker, paths

NEXT_URL = "DEVELOPMENT_URL"
"""The environment variable with the URL of `next dev`."""
FOR_SERVER = "x-rendered-for-server"
"""A header that marks this server's requests to Next, so that Next does not forward them back."""
FOLDER = ROOT / ".cache" / "rendered"
"""The folder for fetched pages. It is outside `.web`, where new files would make Tailwind recompile the styles."""
TIMEOUT_SECONDS = 120
"""The timeout of a request to Next, which can be slow on a busy machine."""

_TIMES = re.compile(r"\?(ts|v)=\d+(?=\")")
"""Matches the timestamps that `next dev` adds to the URLs of scripts and styles."""
_HIDING = re.compile(r"<(style|noscript) data-next-hide-fouc\b.*?</\1>(</noscript>)?", re.DOTALL)
"""Matches the elements with which `next dev` hides a page until its scripts run."""


class RenderedPages:
    """Fetches pages from Next and adds them to the `Export` that the server serves.

    Fetches error pages and offline pages only once, because the process restarts when their Python code changes.
    """

    def __init__(self, next_url: str, folder: Path = FOLDER, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.next_url = next_url
        self.folder = folder
        self.transport = transport
        self.resources: dict[str, Resource] = {}
        self.errors: dict[str, str] = {}
        self.styles_version: int | None = None
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.export = Export(self.folder, "", self.resources, {}, self.errors)

    def before(self, compose: Callable[[ASGIApp], ASGIApp]) -> Callable[[ASGIApp], ASGIApp]:
        """Wraps `compose`, so that the server first fetches the pages that a request needs."""

        def composed(reflex: ASGIApp) -> ASGIApp:
            server = compose(reflex)

            async def application(scope: Scope, receive: Receive, send: Send) -> None:
                answer = await self._fetch_for(scope) if scope["type"] == "http" else None
                await (answer or server)(scope, receive, send)

            return application

        return composed

    async def _fetch_for(self, scope: Scope) -> Response | None:
        """Fetches the requested page from Next. Returns a response, or None if the wrapped server has to respond."""
        try:
            path, _query = paths.target(scope)
        except HTTPException:
            path = ""
        found = match(path)
        if path == dev_worker.PATH:
            return dev_worker.script(await self._offline_pages())
        if path == dev_styles.PATH:
            await self._compile_styles()
        elif form_endpoint.owns(path):
            await self._fetch_page(url_for("inquiry", language_of(path)), dev_styles.with_styles)
        elif found and found.valid:
            return await self._fetch_page(path)
        elif path not in self.resources and _is_document(scope):
            await self._fetch_error_page(language_of(path))
        return None

    async def _offline_pages(self) -> dict[str, str]:
        """Fetches the offline pages only once, so that their hashes stay the same. Returns the hashes."""
        if not dev_worker.is_on():
            return {}
        for path in dev_worker.OFFLINE:
            if path not in self.resources:
                await self._fetch_page(path, dev_styles.with_styles)
        found = {path: self.resources.get(path) for path in dev_worker.OFFLINE}
        files = {path: self.folder / page.representations[IDENTITY].file for path, page in found.items() if page}
        return {path: b64encode(sha256(file.read_bytes()).digest()).decode() for path, file in files.items()}

    async def _compile_styles(self) -> None:
        version = dev_styles.version()
        if version != self.styles_version:
            self._store(dev_styles.PATH, await dev_styles.compiled(), TYPES[".css"])
            self.styles_version = version

    async def _fetch_page(self, path: str, change: Callable[[str], str] = str) -> Response | None:
        answer = await self._get(path)
        if answer is None or not answer.is_success:
            return answer and HTMLResponse(answer.text, answer.status_code)
        self._store(path, change(_plain(answer.text)).encode(), HTML)
        return None

    async def _fetch_error_page(self, language: Language) -> None:
        if language.code in self.errors:
            return
        answer = await self._get(error_route(language))
        if answer and answer.is_success:
            self.errors[language.code] = dev_styles.with_styles(without_scripts(_plain(answer.text)))

    def _store(self, path: str, content: bytes, media_type: str) -> None:
        file = self.folder / sha256(content).hexdigest()
        file.write_bytes(content)
        representation = Representation(file.name, len(content), f'"{file.name[:16]}"')
        self.resources[path] = Resource(media_type, "revalidate", {IDENTITY: representation})

    async def _get(self, path: str) -> httpx.Response | None:
        headers = {"accept": HTML, FOR_SERVER: "yes"}
        async with httpx.AsyncClient(
            base_url=self.next_url, transport=self.transport, trust_env=False, timeout=TIMEOUT_SECONDS
        ) as client:
            try:
                return await client.get(path, headers=headers)
            except httpx.TransportError:
                return None


def _is_document(scope: Scope) -> bool:
    """Whether a browser requests a page.

    Other requests must not fetch Next's error page, because compiling that page would reload every open page.
    """
    return "text/html" in Headers(scope=scope).get("accept", "")


def _plain(html: str) -> str:
    """Removes timestamps from Next's HTML and makes the HTML visible without scripts."""
    return _TIMES.sub("", _HIDING.sub("", html))
