"""Parses multipart forms with strict limits."""

import re
from collections.abc import AsyncGenerator

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartException, MultiPartParser

MAX_HEADER_BYTES = 1_000  # longer headers would be slow to parse

_BOUNDARY = re.compile(rb"[0-9A-Za-z'()+_,./:=? -]{1,70}")  # the syntax in RFC 2046, section 5.1.1


class StrictParser(MultiPartParser):
    """Parses multipart forms. Accepts only UTF-8, because some other encodings are slow to decode.

    `maxima` are Starlette's `max_files`, `max_fields` and `max_part_size`. Raises MultiPartException if the boundary is
    invalid or a part's header is too long.
    """

    spool_max_size = 64 * 1024

    def __init__(self, headers: Headers, stream: AsyncGenerator[bytes, None], **maxima: int) -> None:
        content_type = headers.get("content-type", "")[:MAX_HEADER_BYTES]
        boundary = parse_options_header(content_type)[1].get(b"boundary", b"")
        if not _BOUNDARY.fullmatch(boundary):
            raise MultiPartException("no boundary")
        utf8_only = Headers({"content-type": f'multipart/form-data; boundary="{boundary.decode()}"'})
        super().__init__(utf8_only, stream, **maxima)

    def on_headers_finished(self) -> None:
        if len(self._current_part.content_disposition or b"") > MAX_HEADER_BYTES:
            raise MultiPartException("a header is too long")
        super().on_headers_finished()
