"""Reads the form of a request. Its size is counted while it arrives, so that nobody can fill memory or disk."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from app.content.inquiry import MAX_FILES, TOO_LARGE, UNREADABLE
from app.i18n import Text
from app.inquiries.model import MAX_FILE_BYTES

MAX_TEXT_BYTES = 200_000
"""Size of all texts, which are in memory while a form arrives."""
MAX_BYTES = MAX_FILES * MAX_FILE_BYTES + MAX_TEXT_BYTES
"""Size of a body: the files, and the texts around them."""
MAX_FIELDS = 40
MAX_FIELD_BYTES = 64_000
TIMEOUT_SECONDS = 900
"""For a body to arrive: files may come over a slow line."""
STALL_SECONDS = 30
"""For the next part of a body to arrive."""
MAX_HEADER_BYTES = 1_000
"""Of a content type or disposition: the time to parse one grows with the square of its length."""
MAX_FILE_BYTES_IN_MEMORY = 64 * 1024
"""Of each file; the rest is written to a temporary file."""

# RFC 2046, section 5.1.1.
_BOUNDARY = re.compile(rb"[0-9A-Za-z'()+_,./:=? -]{1,70}")


class RefusedError(Exception):
    """A form is refused, with an HTTP status and a sentence about the reason. `is_wasted` if it took time and came to
    nothing."""

    def __init__(self, status: int, reason: Text, *, is_wasted: bool = False) -> None:
        super().__init__(status)
        self.status = status
        self.reason = reason
        self.is_wasted = is_wasted


@dataclass(frozen=True)
class Sent:
    """The contents of a form: the first text of each field, and the files, which are closed with the form."""

    fields: dict[str, str] = field(repr=False)
    files: tuple[UploadFile, ...] = field(repr=False)


class _Parser(MultiPartParser):
    """Parses the form of a request. Texts are UTF-8: a charset that the request names is not used, as Python's codecs
    can be slow, and stay in memory."""

    spool_max_size = MAX_FILE_BYTES_IN_MEMORY

    def __init__(self, request: Request, most: int) -> None:
        super().__init__(
            Headers({"content-type": f'multipart/form-data; boundary="{_boundary(request)}"'}),
            self._counted(request, most),
            max_files=MAX_FILES + 1,  # one more is said beside the field; browsers send an empty one for none
            max_fields=MAX_FIELDS,
            max_part_size=MAX_FIELD_BYTES,
        )
        self._is_whole = False
        self._text_bytes = 0

    def on_headers_finished(self) -> None:
        if len(self._current_part.content_disposition or b"") > MAX_HEADER_BYTES:
            raise MultiPartException("a header is too long")
        super().on_headers_finished()

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        if self._current_part.file is None:
            self._text_bytes += end - start
            if self._text_bytes > MAX_TEXT_BYTES:
                raise RefusedError(413, TOO_LARGE)
        super().on_part_data(data, start, end)

    def on_part_end(self) -> None:
        if self._current_part.file is None:
            self._current_part.data.decode()  # fails here; Starlette would read it as Latin-1
        super().on_part_end()

    def on_end(self) -> None:
        self._is_whole = True

    async def _counted(self, request: Request, most: int) -> AsyncGenerator[bytes, None]:
        """Yields what arrives. Refuses here, as the parser then closes the files that it has opened."""
        arrived = 0
        chunks = request.stream()
        while True:
            async with asyncio.timeout(STALL_SECONDS):
                chunk = await anext(chunks, None)
            if chunk is None:
                break
            arrived += len(chunk)
            if arrived > most:
                raise RefusedError(413, TOO_LARGE)
            yield chunk
        if not self._is_whole:
            raise RefusedError(400, UNREADABLE)


@asynccontextmanager
async def sent(request: Request, most: int | None = None) -> AsyncIterator[Sent]:
    """Reads the form of a request, which is there during the block. It has at most `most` bytes, or `MAX_BYTES`.

    Raises:
        RefusedError: it is too large, too slow, or not a complete form in UTF-8.
        ClientDisconnect: the sender has gone.
    """
    most = MAX_BYTES if most is None else most
    _check_announced(request, most)
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            form = await _Parser(request, most).parse()
    except TimeoutError:
        raise RefusedError(408, UNREADABLE, is_wasted=True) from None
    except (MultiPartException, ValueError):
        raise RefusedError(400, UNREADABLE) from None
    try:
        yield _sent(form)
    finally:
        await form.close()


def _boundary(request: Request) -> str:
    """Returns the boundary between the parts.

    Raises:
        RefusedError: there is none, or it has characters that none may have.
    """
    boundary = parse_options_header(request.headers.get("content-type", ""))[1].get(b"boundary", b"")
    if not _BOUNDARY.fullmatch(boundary):
        raise RefusedError(400, UNREADABLE)
    return boundary.decode("ascii")


def _check_announced(request: Request, most: int) -> None:
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced[:20]) > most:
        raise RefusedError(413, TOO_LARGE)
    content_type = request.headers.get("content-type", "")
    if len(content_type) > MAX_HEADER_BYTES or not content_type.lower().startswith("multipart/form-data"):
        raise RefusedError(415, UNREADABLE)


def _sent(form: FormData) -> Sent:
    fields: dict[str, str] = {}
    files: list[UploadFile] = []
    for name, value in form.multi_items():
        if isinstance(value, str):
            fields.setdefault(name, value)
        elif value.filename or value.size:
            files.append(value)
    return Sent(fields, tuple(files))
