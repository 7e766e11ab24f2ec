"""Decodes request paths and encodes redirect URLs."""

import re
from urllib.parse import quote, unquote_to_bytes

from starlette.exceptions import HTTPException
from starlette.types import Scope

MAX_PATH_BYTES = 2048

_UNSAFE_ESCAPE = re.compile(rb"%(?![0-9a-f]{2})|%2f|%5c", re.IGNORECASE)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\\]|//|/\.{1,2}(/|$)")
_QUERY_CHARACTERS = "!$&'()*+,;=:@/?%[]"


def raw(scope: Scope) -> bytes:
    """Returns the percent-encoded path. Prefers `raw_path`, because web servers decode `path` in different ways."""
    given = scope.get("raw_path")
    return quote(scope["path"]).encode() if given is None else given


def target(scope: Scope) -> tuple[str, str]:
    """Returns the decoded path and the percent-encoded query.

    The path has no backslashes or control characters, and no empty, `.` or `..` segments.

    Raises:
        HTTPException: 400 if the path or query is not valid.
    """
    raw_path = raw(scope)
    try:
        path = unquote_to_bytes(raw_path).decode("utf-8")
        query = scope["query_string"].decode("utf-8")
    except UnicodeDecodeError:
        path = query = ""
    is_too_long = len(raw_path) > MAX_PATH_BYTES
    if is_too_long or _UNSAFE_ESCAPE.search(raw_path) or not path.startswith("/") or _UNSAFE.search(path):
        raise HTTPException(400, "The address is not valid.")
    return path, query


def address(path: str, query: str = "") -> str:
    return quote(path) + ("?" + quote(query, safe=_QUERY_CHARACTERS) if query else "")
