"""A request's Cookie header and its values, and cookie names that only this host can set."""

from starlette.datastructures import Headers
from starlette.types import Scope

MAX_CHARS = 8 * 1024
"""A longer Cookie header is ignored: other sites of the domain may have set most of it."""


def header(scope: Scope) -> str:
    """Returns the Cookie header, joined, as HTTP/2 may split it; empty if it is too long."""
    joined = "; ".join(Headers(scope=scope).getlist("cookie"))
    return joined if len(joined) <= MAX_CHARS else ""


def value(header: str, name: str) -> str:
    """Returns the value of the last cookie with this name in a Cookie header, unchecked; empty if there is none.

    Python's unquoting of values, which Starlette's `cookie_parser` uses, takes quadratic time (CVE-2024-7592): 7 s for
    60 kB. Our own values need no escapes.
    """
    found = ""
    for cookie in header.split(";"):
        its_name, _, its_value = cookie.partition("=")
        if its_name.strip() == name:
            found = its_value.strip().strip('"')
    return found


def own_name(name: str, *, secure: bool) -> str:
    """Returns a cookie's full name; browsers accept one with `__Host-` only from this host over https."""
    return f"__Host-{name}" if secure else name
