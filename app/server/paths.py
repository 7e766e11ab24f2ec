"""Request targets as they came over the wire, made safe to look at, and addresses safe to send back."""

import re
from urllib.parse import quote, unquote_to_bytes

from starlette.exceptions import HTTPException
from starlette.types import Scope

LONGEST = 2048
"""Bytes of a path; the site's own are far shorter."""

_UNSAFE_ESCAPE = re.compile(rb"%(?![0-9a-f]{2})|%2f|%5c", re.IGNORECASE)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\\]|//|/\.{1,2}(/|$)")
_QUERY_CHARACTERS = "!$&'()*+,;=:@/?%[]"


def raw(scope: Scope) -> bytes:
    """The path of a request as it came, still percent-encoded: servers decode `scope["path"]` each in their own way."""
    given = scope.get("raw_path")
    return quote(scope["path"]).encode() if given is None else given


def target(scope: Scope) -> tuple[str, str]:
    """The path of a request, decoded, and its query string as it came.

    The path is absolute, without empty, `.` or `..` segments, backslashes or control characters.

    Raises:
        HTTPException: 400, for a target that no link or browser makes and that parsers read differently.
    """
    raw_path = raw(scope)
    try:
        path = unquote_to_bytes(raw_path).decode("utf-8")
        query = scope["query_string"].decode("utf-8")
    except UnicodeDecodeError:
        path = query = ""
    if len(raw_path) > LONGEST or _UNSAFE_ESCAPE.search(raw_path) or not path.startswith("/") or _UNSAFE.search(path):
        raise HTTPException(400, "The address is not valid.")
    return path, query


def address(path: str, query: str = "") -> str:
    """The URL of a decoded path on this site with a query string, fit for a Location header."""
    return quote(path) + ("?" + quote(query, safe=_QUERY_CHARACTERS) if query else "")
