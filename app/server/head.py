"""Checks the size of a request's query and headers before parsing."""

from starlette.exceptions import HTTPException
from starlette.types import Scope

from app.content.errors import LONG_ADDRESS, LONG_HEADERS

MAX_HEAD_BYTES = 64 * 1024
"""The maximum total size of a request's headers. granian reads up to twice as much before rejecting a request."""
MAX_HEADER_BYTES = 8 * 1024
"""The maximum size of one header. Cookies have their own limit (`app.http.cookies`)."""
MAX_QUERY_BYTES = 8 * 1024


def check(scope: Scope) -> None:
    if len(scope["query_string"]) > MAX_QUERY_BYTES:
        raise HTTPException(414, LONG_ADDRESS.msgid)
    total = longest = 0
    for name, value in scope["headers"]:
        total += len(name) + len(value)
        longest = longest if name == b"cookie" else max(longest, len(value))
    if total > MAX_HEAD_BYTES or longest > MAX_HEADER_BYTES:
        raise HTTPException(431, LONG_HEADERS.msgid)
