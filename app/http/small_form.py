"""Reads small forms and query parameters."""

import asyncio
import re
from collections.abc import Mapping
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request

MAX_FIELDS = 20

_PAYMENT = re.compile(r"[0-9]{1,20}", re.ASCII)
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


async def read_fields(request: Request, max_bytes: int, timeout_seconds: float) -> Mapping[str, str]:
    """Returns a form's fields. Raises HTTPException if the body is too large or arrives too slowly."""
    body = b""
    try:
        async with asyncio.timeout(timeout_seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > max_bytes:
                    raise HTTPException(413, "This form is too large.")
    except TimeoutError:
        raise HTTPException(408, "This form is incomplete.") from None
    return _parsed(body.decode("ascii", "replace"))


def token_of(query: str) -> str:
    """Returns the query's `token`, or "" if the token is missing or malformed."""
    return parameter(query, "token", _TOKEN)


def payment_of(query: str) -> str:
    """Returns the payment ID that a payment provider has added to the query, or ""."""
    return parameter(query, "id", _PAYMENT)


def parameter(query: str, name: str, pattern: re.Pattern[str]) -> str:
    """Returns a query parameter. Returns "" if the parameter is missing or does not match `pattern`."""
    value = _parsed(query).get(name, "")
    return value if pattern.fullmatch(value) else ""


def _parsed(text: str) -> Mapping[str, str]:
    try:
        return {name: values[0] for name, values in parse_qs(text, max_num_fields=MAX_FIELDS).items()}
    except ValueError:
        return {}
