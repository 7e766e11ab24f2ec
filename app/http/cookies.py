"""A request's Cookie header and its values, and cookie names that only this host can set."""

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope


def header(scope: Scope) -> str:
    """The Cookie header, joined, as HTTP/2 may split it."""
    return "; ".join(Headers(scope=scope).getlist("cookie"))


def values(scope: Scope) -> dict[str, str]:
    """The cookies by name, unchecked."""
    return cookie_parser(header(scope))


def own_name(name: str, *, secure: bool) -> str:
    """A cookie's full name; browsers accept one with `__Host-` only from this host over https."""
    return f"__Host-{name}" if secure else name
