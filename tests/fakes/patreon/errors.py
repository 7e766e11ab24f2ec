"""Creates error responses in Patreon's format."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

from starlette.responses import JSONResponse, Response


def error(status: int, name: str, detail: str, *, code: int = 1, **more: Any) -> JSONResponse:
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
    answer = error(429, "RequestThrottled", "You have made too many attempts.", retry_after_seconds=seconds)
    answer.headers["retry-after"] = str(seconds)
    return answer


def unauthorized() -> Response:
    detail = "The server could not verify that you are authorized to access the URL requested."
    return error(401, "Unauthorized", detail)


def not_found(what: str, id: str) -> Response:
    return error(404, f"{what}NotFound", f"{what} with id {id} was not found.")


async def cut() -> AsyncIterator[bytes]:
    yield b'{"data": '
    raise ConnectionError("connection dropped")
