"""Logging: one line of printable text for every record of every library, and optionally one line of JSON per request.

Records may contain untrusted input. So each is truncated first, then scrubbed of personal data, then line breaks and
other control characters are escaped. The request log identifies nobody: no IP address, query string, cookie or user
agent.
"""

import json
import logging
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from random import randbytes
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.monitoring import scrub
from app.monitoring.request import request_id
from app.routes import match
from app.settings import Settings

HEADER = "x-request-id"
MAX_PART_CHARS = 1024
"""Of a path, and of each part of a traceback."""
MAX_MESSAGE_CHARS = 4096
"""Of a message; of a longer one, the middle is left out."""
MAX_FRAMES = 20
"""Innermost frames of a traceback."""
MAX_TRACEBACK_CHARS = 16384
"""Of a traceback; of a longer one, the middle is left out."""
OPTIONAL_FIELDS = ("request", "traceback")
"""Left out of a line of JSON when empty."""

_GIVEN = re.compile(rb"[0-9a-fA-F-]{16,64}")


def config(settings: Settings) -> dict[str, Any]:
    """The configuration of `logging` for every process of the server: all records are formatted by `Line`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": Line, "as_json": settings.log_format == "json"}},
        "handlers": {"log": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["log"], "level": "WARNING"},
        "loggers": {
            "_granian": {"handlers": [], "propagate": True},
            # It says of each form that is none what is wrong with it, and anybody can send such forms.
            "python_multipart": {"level": "ERROR"},
            # Without a level they would add their own handlers.
            "engineio.server": {"handlers": [], "level": "ERROR", "propagate": True},
            "socketio.server": {"handlers": [], "level": "ERROR", "propagate": True},
        },
    }


def shown(text: str, max_chars: int) -> str:
    """The beginning of a text as it may be logged: scrubbed of personal data, printable, at most `max_chars` long."""
    # Twice as much is scrubbed as is shown, so that an e-mail address halved by the first cut is not shown.
    return printable(scrub.text(text[: 2 * max_chars])[:max_chars])


def both_ends(text: str, max_chars: int) -> str:
    """The same, but the beginning and the end of a long text: libraries put tracebacks into messages."""
    if len(text) <= max_chars:
        return shown(text, max_chars)
    half = max_chars // 2
    _halved, *words = re.split(r"\s", text[-2 * half :], maxsplit=1)
    return f"{shown(text, half)} … {printable(scrub.text(''.join(words))[-half:])}"


def printable(text: str) -> str:
    """The text with every unprintable character escaped: line breaks, terminal codes, bidirectional controls."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


class Line(logging.Formatter):
    """Formats a record as one line: time in UTC, level, logger, request id, message, traceback. As text, or as JSON
    with these names."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line, without a line break."""
        parts = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": printable(record.name),
            "request": request_id.get(),
            "message": both_ends(_message(record), MAX_MESSAGE_CHARS),
            "traceback": _traceback(record),
        }
        if self.as_json:
            return json.dumps({name: value for name, value in parts.items() if value or name not in OPTIONAL_FIELDS})
        parts["traceback"] = parts["traceback"].replace("\n", "\\n")
        return " ".join(value for value in parts.values() if value)


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # the arguments do not fit the message's placeholders
        return f"{record.msg} {record.args}"


def _traceback(record: logging.LogRecord) -> str:
    """The traceback, line by line."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    lines = [
        shown(line, MAX_PART_CHARS)
        for part in traceback.format_exception(*record.exc_info, limit=-MAX_FRAMES)
        for line in part[: 2 * MAX_PART_CHARS].rstrip("\n").split("\n")
    ]
    text = "\n".join(lines)
    if len(text) <= MAX_TRACEBACK_CHARS:
        return text
    return f"{text[: MAX_TRACEBACK_CHARS // 2]} … {text[-MAX_TRACEBACK_CHARS // 2 :]}"


class RequestLog:
    """Gives every request an id, which may come from a proxy, and prints a line when it has been answered.

    The id is in the answer's `X-Request-Id` and in error reports (`app.monitoring.server`).
    """

    def __init__(self, app: ASGIApp, *, on: bool) -> None:
        self.app = app
        self.on = on

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        own = identity(dict(scope["headers"]).get(HEADER.encode()))
        status = size = 0

        async def named(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = own
                size = int(Headers(raw=message["headers"]).get("content-length", 0))
            await send(message)

        token = request_id.set(own)
        try:
            await self.app(scope, receive, named)
        finally:
            request_id.reset(token)
            if self.on:
                _print(scope, own, status, size, time.perf_counter() - begun)


def identity(given: bytes | None) -> str:
    """The id of a request: the one that a proxy has given it, or a new one. It is no secret."""
    if given and _GIVEN.fullmatch(given):
        return given.decode()
    return randbytes(16).hex()


def _print(scope: Scope, identity: str, status: int, size: int, seconds: float) -> None:
    found = match(scope["path"])
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": identity,
        "method": scope["method"],
        "path": shown(scope["path"], MAX_PART_CHARS),
        "route": found.place.name if found and found.valid else None,
        "status": status,
        "bytes": size,
        "ms": round(seconds * 1000, 1),
    }
    sys.stdout.write(json.dumps(line) + "\n")  # in one write, as other processes write too
    sys.stdout.flush()
