"""Serves the built site's files with encodings, ETags, ranges and caching (RFC 9110, RFC 9111)."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import anyio
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from app.http.export import IDENTITY, Export, Representation, Resource
from app.http.negotiation import content_coding

CACHING = {
    "immutable": "public, max-age=31536000, immutable",
    "day": "public, max-age=86400",
    "revalidate": "public, max-age=0, must-revalidate",
}

MAX_CACHED_FILE_BYTES = 64 * 1024
"""Larger files are not cached, and are sent in chunks of this size."""
PATHSEND = "http.response.pathsend"
"""An ASGI extension: the application asks the web server to send a file."""

MAX_CACHED_FILES = 512

_ETAG = re.compile(r'(?:W/)?("[^"]*")')
_RANGE = re.compile(r"bytes=(?:([0-9]{1,18})-([0-9]{0,18})|-([0-9]{1,18}))")


def respond(export: Export, resource: Resource, scope: Scope, overrides: Mapping[str, str] | None = None) -> Response:
    """Responds to GET or HEAD with a file. `overrides` adds or replaces headers.

    Raises:
        HTTPException: 416 if the range starts after the end of the file.
    """
    request = Headers(scope=scope)
    coding = content_coding(_header(request, "accept-encoding"), resource.representations)
    representation = resource.representations[coding]
    has_codings = len(resource.representations) > 1
    headers = {
        "content-type": resource.media_type,
        "cache-control": CACHING[resource.cache],
        "etag": representation.etag,
        **({"vary": "Accept-Encoding"} if has_codings else {"accept-ranges": "bytes"}),
        **({"content-encoding": coding} if coding != IDENTITY else {}),
        **(overrides or {}),
    }
    if _etag_matches(_header(request, "if-none-match"), representation.etag):
        del headers["content-type"]
        return Response(status_code=304, headers=headers)
    file = export.folder / representation.file
    part = None if has_codings else _requested_range(request, scope, representation)
    if part:
        headers["content-range"] = f"bytes {part.start}-{part.stop - 1}/{representation.size}"
        return FilePart(file, part, 206, headers)
    if representation.size > MAX_CACHED_FILE_BYTES:
        return FilePart(file, range(representation.size), 200, headers)
    return Response(content(file, representation.etag), headers=headers)


class FilePart(Response):
    """A response with a file or a part of it. A web server that supports `PATHSEND` sends complete files itself."""

    def __init__(self, file: Path, part: range, status_code: int, headers: Mapping[str, str]) -> None:
        super().__init__(status_code=status_code, headers={**headers, "content-length": str(len(part))})
        self.file = file
        self.part = part

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start: Message = {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        if scope["method"] == "HEAD":
            await send(start)
            await send({"type": "http.response.body", "body": b""})
        elif self.status_code == 200 and PATHSEND in (scope.get("extensions") or {}):
            # Check that the file exists, because the web server's own 404 response lacks our error page.
            await anyio.Path(self.file).stat()
            await send(start)
            await send({"type": PATHSEND, "path": str(self.file)})
        else:
            await self._send_chunks(start, send)

    async def _send_chunks(self, start: Message, send: Send) -> None:
        # Open the file first, so that a missing file still gets an error page.
        async with await anyio.open_file(self.file, "rb") as file:
            await send(start)
            at = await file.seek(self.part.start)
            while at < self.part.stop:
                chunk = await file.read(min(MAX_CACHED_FILE_BYTES, self.part.stop - at))
                if not chunk:
                    raise EOFError(f"{self.file} is shorter than its index says")
                at += len(chunk)
                await send({"type": "http.response.body", "body": chunk, "more_body": at < self.part.stop})


@lru_cache(MAX_CACHED_FILES)
def content(file: Path, _etag: str) -> bytes:
    return file.read_bytes()


def _header(request: Headers, name: str) -> str | None:
    return ",".join(request.getlist(name)) or None


def _etag_matches(if_none_match: str | None, etag: str) -> bool:
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or etag in _ETAG.findall(if_none_match)


def _requested_range(request: Headers, scope: Scope, representation: Representation) -> range | None:
    asked = _RANGE.fullmatch(request.get("range", "").strip())
    etag, size = representation.etag, representation.size
    if not asked or scope["method"] != "GET" or request.get("if-range", etag) != etag:
        return None
    first, last, suffix = asked.groups()
    if suffix:
        part = range(max(size - int(suffix), 0), size)
    else:
        part = range(int(first), min(int(last) + 1, size) if last else size)
    if first and last and int(first) > int(last):
        return None
    if not part:
        raise HTTPException(416, "The file has no such range.", {"Content-Range": f"bytes */{size}"})
    return part
