"""Cookies of a request: their header in one piece, their values, and names that only this host can set."""

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope


def header(scope: Scope) -> str:
    """The Cookie header, which HTTP/2 may send in pieces."""
    return "; ".join(Headers(scope=scope).getlist("cookie"))


def values(scope: Scope) -> dict[str, str]:
    """The cookies by name, unchecked."""
    return cookie_parser(header(scope))


def own_name(name: str, *, secure: bool) -> str:
    """The name of a cookie of ours; `__Host-` has browsers take it from this host over https only."""
    return f"__Host-{name}" if secure else name
