"""Reads and names cookies."""

from starlette.datastructures import Headers
from starlette.types import Scope

MAX_CHARS = 8 * 1024
"""The maximum total length of Cookie headers. Above it, no cookies are read."""

# Stripping `\xa0` would turn `\xa0__Host-session`, which other hosts can set, into `__Host-session`.
_BLANKS = " \t"


def header(scope: Scope) -> str:
    """Joins Cookie headers. HTTP/2 allows several."""
    joined = "; ".join(Headers(scope=scope).getlist("cookie"))
    return joined if len(joined) <= MAX_CHARS else ""


def value(header: str, name: str) -> str:
    """Returns a cookie's last value. Starlette's parser is slow (CVE-2024-7592)."""
    found = ""
    for cookie in header.split(";"):
        cookie_name, _, cookie_value = cookie.partition("=")
        if cookie_name.strip(_BLANKS) == name:
            found = cookie_value.strip(_BLANKS).strip('"')
    return found


def own_name(name: str, *, secure: bool) -> str:
    """Adds `__Host-` if `secure` is true, so that only this host can set the cookie."""
    return f"__Host-{name}" if secure else name
