"""URL paths as they came over the wire, made safe to look at, and addresses safe to send back."""

import re
from urllib.parse import quote, unquote_to_bytes

from starlette.exceptions import HTTPException

LONGEST = 2048
"""Bytes of a path; the site's own are far shorter."""

_MALFORMED_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_ESCAPED_SEPARATOR = re.compile(rb"%(2f|5c)", re.IGNORECASE)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\\]|//|/\.{1,2}(/|$)")
_QUERY_CHARACTERS = "!$&'()*+,;=:@/?%[]"


def decode(raw_path: bytes) -> str:
    """The decoded path of a request: absolute, without empty, `.` or `..` segments, backslashes or control characters.

    Raises:
        HTTPException: 400, for a path that no link or browser makes and that parsers read differently.
    """
    if len(raw_path) > LONGEST or not raw_path.startswith(b"/"):
        raise HTTPException(400, "The address is not valid.")
    if _MALFORMED_ESCAPE.search(raw_path) or _ESCAPED_SEPARATOR.search(raw_path):
        raise HTTPException(400, "The address is not valid.")
    try:
        path = unquote_to_bytes(raw_path).decode("utf-8")
    except UnicodeDecodeError:
        raise HTTPException(400, "The address is not valid.") from None
    if _UNSAFE.search(path):
        raise HTTPException(400, "The address is not valid.")
    return path


def address(path: str, query: bytes = b"") -> str:
    """The URL of a decoded path on this site with a raw query string, fit for a Location header."""
    return quote(path) + ("?" + quote(query, safe=_QUERY_CHARACTERS) if query else "")
