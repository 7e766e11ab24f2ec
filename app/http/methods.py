"""Restricts the methods of requests."""

from starlette.exceptions import HTTPException
from starlette.types import Scope

from app.content.errors import NOT_ALLOWED

READING = ("GET", "HEAD")


def require_method(scope: Scope, *allowed: str) -> None:
    """Raises HTTPException with status 405 unless the request's method is in `allowed`."""
    if scope["method"] not in allowed:
        raise HTTPException(405, NOT_ALLOWED.msgid, {"Allow": ", ".join(allowed)})
