"""Reads small request bodies, small forms and query parameters."""

import asyncio
import re
from collections.abc import Mapping
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.content.errors import INCOMPLETE, TOO_LARGE

MAX_FIELDS = 20

_PAYMENT = re.compile(r"[0-9]{1,20}", re.ASCII)
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


async def read_fields(request: Request, max_bytes: int, timeout_seconds: float) -> Mapping[str, str]:
    """Returns a form's fields. Raises HTTPException if the body is too large or arrives too slowly."""
    try:
        body = await read_body(request, max_bytes, timeout_seconds)
    except TimeoutError:
        raise HTTPException(408, INCOMPLETE.msgid) from None
    return first_values(body.decode("ascii", "replace"))


async def read_body(request: Request, max_bytes: int, timeout_seconds: float) -> bytes:
    """Returns a request's body. Raises TimeoutError if it is too slow, or HTTPException (413) if it is too large."""
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and (len(announced) > 9 or int(announced) > max_bytes):
        raise HTTPException(413, TOO_LARGE.msgid)
    body = bytearray()
    async with asyncio.timeout(timeout_seconds):
        async for chunk in request.stream():
            body += chunk
            if len(body) > max_bytes:
                raise HTTPException(413, TOO_LARGE.msgid)
    return bytes(body)


def token_of(query: str) -> str:
    return parameter(query, "token", _TOKEN)


def payment_of(query: str) -> str:
    """Returns the payment ID that the payment provider has added to the query, or ""."""
    return parameter(query, "id", _PAYMENT)


def parameter(query: str, name: str, pattern: re.Pattern[str]) -> str:
    value = first_values(query).get(name, "")
    return value if pattern.fullmatch(value) else ""


def first_values(query: str) -> Mapping[str, str]:
    """Returns each parameter's first value, or an empty mapping if there are more than `MAX_FIELDS`."""
    try:
        parsed = parse_qs(query, keep_blank_values=True, max_num_fields=MAX_FIELDS)
        return {name: values[0] for name, values in parsed.items()}
    except ValueError:
        return {}
