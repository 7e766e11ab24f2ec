"""Errors as Patreon answers with them."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

from starlette.responses import JSONResponse, Response


def error(status: int, name: str, detail: str, *, code: int = 1, **more: Any) -> JSONResponse:
    """An error in Patreon's format."""
    body = {
        "code": code,
        "code_name": name,
        "detail": detail,
        "id": str(uuid4()),
        "status": str(status),
        "title": detail,
    }
    return JSONResponse({"errors": [{**body, **more}]}, status)


def throttled(seconds: float) -> Response:
    """Too many requests; the next one after so many seconds."""
    answer = error(429, "RequestThrottled", "You have made too many attempts.", retry_after_seconds=seconds)
    answer.headers["retry-after"] = str(seconds)
    return answer


def unauthorized() -> Response:
    """No token, or one that is not good."""
    detail = "The server could not verify that you are authorized to access the URL requested."
    return error(401, "Unauthorized", detail)


def not_found(what: str, id: str) -> Response:
    """There is no such thing."""
    return error(404, f"{what}NotFound", f"{what} with id {id} was not found.")


async def cut() -> AsyncIterator[bytes]:
    """The body of an answer whose connection breaks."""
    yield b'{"data": '
    raise ConnectionError("dropped, as told")
