"""Reads forms with limits on size and time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request

from app.content.inquiry import problem
from app.content.inquiry_messages import TOO_LARGE, UNREADABLE
from app.http.multipart import MAX_HEADER_BYTES, StrictParser
from app.i18n import Text
from app.inquiries import limits


@dataclass(eq=False)
class FormError(Exception):
    """Raised when a form is rejected. The visitor sees `reason`."""

    status: int
    reason: Text
    is_timeout: bool = False


@dataclass(frozen=True)
class Form:
    """The contents of a form: the first value of each text field, and the files."""

    fields: dict[str, str] = field(repr=False)
    files: tuple[UploadFile, ...] = field(repr=False)


class _Parser(StrictParser):
    def __init__(self, request: Request, max_bytes: int) -> None:
        super().__init__(
            request.headers,
            self._counted(request, max_bytes),
            max_files=limits.MAX_FIELDS,  # `on_headers_finished` enforces a lower limit with a clearer error
            max_fields=limits.MAX_FIELDS,
            max_part_size=limits.MAX_FIELD_BYTES,
        )
        self._is_complete = False
        self._text_bytes = 0

    def on_headers_finished(self) -> None:
        super().on_headers_finished()
        if self._current_files > limits.MAX_FILES + 1:  # one extra file is allowed, so that check.py can report it
            raise FormError(413, problem("", "files"))

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        if self._current_part.file is None:
            self._text_bytes += end - start
            if self._text_bytes > limits.MAX_TEXT_BYTES:
                raise FormError(413, TOO_LARGE)
        super().on_part_data(data, start, end)

    def on_part_end(self) -> None:
        if self._current_part.file is None:
            self._current_part.data.decode()  # rejects invalid UTF-8, which Starlette would decode as Latin-1
        super().on_part_end()

    def on_end(self) -> None:
        self._is_complete = True

    async def _counted(self, request: Request, max_bytes: int) -> AsyncGenerator[bytes, None]:
        arrived = 0
        chunks = request.stream()
        while True:
            async with asyncio.timeout(limits.CHUNK_TIMEOUT_SECONDS):
                chunk = await anext(chunks, None)
            if chunk is None:
                break
            arrived += len(chunk)
            if arrived > max_bytes:
                raise FormError(413, TOO_LARGE)
            yield chunk
        if not self._is_complete:
            raise FormError(400, UNREADABLE)


@asynccontextmanager
async def read_form(request: Request, max_bytes: int) -> AsyncGenerator[Form]:
    """Reads a form. Closes the form's files when the `with` block ends.

    Raises:
        FormError: the form is too large, too slow or invalid.
        ClientDisconnect: the client has disconnected.
    """
    _check_headers(request, max_bytes)
    try:
        async with asyncio.timeout(body_timeout(_declared_bytes(request))):
            form = await _Parser(request, max_bytes).parse()
    except TimeoutError:
        raise FormError(408, UNREADABLE, is_timeout=True) from None
    except (MultiPartException, ValueError):
        raise FormError(400, UNREADABLE) from None
    try:
        yield _contents(form)
    finally:
        await form.close()


def body_timeout(size: int) -> float:
    """Returns the number of seconds within which a body of `size` bytes must arrive."""
    return limits.MIN_BODY_TIMEOUT_SECONDS + size / limits.MIN_BYTES_PER_SECOND


def _check_headers(request: Request, max_bytes: int) -> None:
    if _declared_bytes(request) > max_bytes:
        raise FormError(413, TOO_LARGE)
    content_type = request.headers.get("content-type", "")
    if len(content_type) > MAX_HEADER_BYTES or not content_type.lower().startswith("multipart/form-data"):
        raise FormError(415, UNREADABLE)


def _declared_bytes(request: Request) -> int:
    """Returns the declared length, or 0 if the request declares none. Browsers always declare a length."""
    length = request.headers.get("content-length", "")
    return int(length[:20]) if length.isdecimal() else 0


def _contents(form: FormData) -> Form:
    fields: dict[str, str] = {}
    files: list[UploadFile] = []
    for name, value in form.multi_items():
        if isinstance(value, str):
            fields.setdefault(name, value)
        elif value.filename or value.size:
            files.append(value)
    return Form(fields, tuple(files))
