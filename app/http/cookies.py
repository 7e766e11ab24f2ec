"""Cookie headers and names."""

from starlette.datastructures import Headers
from starlette.types import Scope

MAX_CHARS = 8 * 1024
"""A longer header is ignored: other sites of the domain may have set most of it."""


def header(scope: Scope) -> str:
    """Returns the whole header, which HTTP/2 may split."""
    joined = "; ".join(Headers(scope=scope).getlist("cookie"))
    return joined if len(joined) <= MAX_CHARS else ""


def value(header: str, name: str) -> str:
    """Returns the last value with this name, unescaped.

    Starlette's `cookie_parser` takes quadratic time (CVE-2024-7592): 7 s for 60 kB.
    """
    found = ""
    for cookie in header.split(";"):
        cookie_name, _, cookie_value = cookie.partition("=")
        if cookie_name.strip() == name:
            found = cookie_value.strip().strip('"')
    return found


def own_name(name: str, *, secure: bool) -> str:
    """Returns the cookie's full name; only this host can set `__Host-`."""
    return f"__Host-{name}" if secure else name
