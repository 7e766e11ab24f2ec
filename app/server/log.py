"""What the server says: one line of printable text for every record, whoever wrote it, and one of JSON for every
request where the log of requests is on.

Much of it may have been sent by anybody. So it is cut before anything looks at it, then rid of what tells who somebody
is, then of line breaks and whatever else would make more of a line than text. In the log of requests nothing tells who
asked: no IP address, no query string, no cookie, no user agent.
"""

import json
import logging
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.monitoring import scrub
from app.monitoring.request import request_id
from app.settings import Settings

HEADER = "x-request-id"
LONGEST = 1024
"""Characters that are logged of a path, and of each part of a traceback."""
LONGEST_MESSAGE = 4096
"""Characters of a message; of a longer one, the middle is left out."""
FRAMES = 20
"""Entries of a traceback that are logged: the innermost."""
LONGEST_TRACEBACK = 16384
"""Characters of a traceback; of a longer one, the middle is left out."""
OPTIONAL = ("request", "traceback")
"""What a line says where there is one."""

_GIVEN = re.compile(r"[0-9a-fA-F-]{16,64}")


def config(settings: Settings) -> dict[str, Any]:
    """The configuration of `logging`, for every process of the server: what all loggers say goes through `Line`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": Line, "as_json": settings.log_format == "json"}},
        "handlers": {"log": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["log"], "level": "WARNING"},
        "loggers": {
            "_granian": {"handlers": [], "propagate": True},
            # With a level of their own, they get no handler of their own.
            "engineio.server": {"handlers": [], "level": "ERROR", "propagate": True},
            "socketio.server": {"handlers": [], "level": "ERROR", "propagate": True},
        },
    }


def shown(text: str, longest: int) -> str:
    """So much of a text as a log may have: without what tells who somebody is, in printable characters."""
    # Twice as much is scrubbed as is shown, so that there is nothing in it of an address that the first cut has halved.
    return printable(scrub.text(text[: 2 * longest])[:longest])


def both_ends(text: str, longest: int) -> str:
    """The same, of a long text its beginning and its end: libraries put tracebacks into messages."""
    if len(text) <= longest:
        return shown(text, longest)
    half = longest // 2
    _halved, *words = re.split(r"\s", text[-2 * half :], maxsplit=1)
    return f"{shown(text, half)} … {printable(scrub.text(''.join(words))[-half:])}"


def printable(text: str) -> str:
    """The text with everything escaped that is no printable character: line breaks, terminal codes, what turns the
    direction of writing."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


class Line(logging.Formatter):
    """One line for a record: its time in UTC, level, logger, request and message, and the traceback. As text, or as
    JSON with these names."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        parts = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": printable(record.name),
            "request": request_id.get(),
            "message": both_ends(_message(record), LONGEST_MESSAGE),
            "traceback": _traceback(record),
        }
        if self.as_json:
            return json.dumps({name: value for name, value in parts.items() if value or name not in OPTIONAL})
        parts["traceback"] = parts["traceback"].replace("\n", "\\n")
        return " ".join(value for value in parts.values() if value)


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # what does not fit the message's placeholders
        return f"{record.msg} {record.args}"


def _traceback(record: logging.LogRecord) -> str:
    """The traceback, line by line."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    lines = [
        shown(line, LONGEST)
        for part in traceback.format_exception(*record.exc_info, limit=-FRAMES)
        for line in part[: 2 * LONGEST].rstrip("\n").split("\n")
    ]
    text = "\n".join(lines)
    if len(text) <= LONGEST_TRACEBACK:
        return text
    return f"{text[: LONGEST_TRACEBACK // 2]} … {text[-LONGEST_TRACEBACK // 2 :]}"


class RequestLog:
    """Gives every answer of `app` the request's id, which a proxy may have given, and prints a line when it is over.

    The id goes into `X-Request-Id`, and into reports of errors (`app.monitoring.server`).
    """

    def __init__(self, app: ASGIApp, *, on: bool) -> None:
        self.app = app
        self.on = on

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        given = Headers(scope=scope).get(HEADER, "")
        identity = given if _GIVEN.fullmatch(given) else uuid4().hex
        status = size = 0

        async def named(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = identity
                size = int(Headers(raw=message["headers"]).get("content-length", 0))
            await send(message)

        token = request_id.set(identity)
        try:
            await self.app(scope, receive, named)
        finally:
            request_id.reset(token)
            if self.on:
                _print(scope, identity, status, size, time.perf_counter() - begun)


def _print(scope: Scope, identity: str, status: int, size: int, seconds: float) -> None:
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": identity,
        "method": scope["method"],
        "path": shown(scope["path"], LONGEST),
        "status": status,
        "bytes": size,
        "ms": round(seconds * 1000, 1),
    }
    sys.stdout.write(json.dumps(line) + "\n")  # in one piece, as other processes write too
    sys.stdout.flush()
