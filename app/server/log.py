"""Logging: one line per record and optionally one line of JSON per request.

Records can contain untrusted text, so the log shortens them, removes personal data and escapes unprintable characters.
Lines about requests contain no IP address, query, cookie or user agent.
"""

import json
import logging
import os
import re
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from random import randbytes
from typing import Any, TextIO

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import counters
from app.monitoring import scrub
from app.monitoring.request import request_id
from app.routes import match
from app.server.repeats import message_of
from app.settings import Settings

HEADER = "x-request-id"
RAW_HEADER = HEADER.encode()
MAX_PART_CHARS = 1024
MAX_MESSAGE_CHARS = 4096
MAX_FRAMES = 20
"""The maximum number of logged frames. A traceback keeps the innermost ones."""
MAX_TRACEBACK_CHARS = 16384
OPTIONAL_FIELDS = ("request", "traceback")
JOURNAL = "JOURNAL_STREAM"
"""The environment variable with the device and inode of the journal's socket (systemd.exec(5))."""
PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}
"""The journal's priorities (sd-daemon(3)), keyed by log level."""

KindOf = Callable[[str], counters.Kind]
"""A function that maps a path to a kind of request for the metrics, such as `page` or `file`."""

_GIVEN = re.compile(rb"[0-9a-fA-F-]{16,64}")


def config(settings: Settings) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": "app.server.log.Line",
                "as_json": settings.log_format == "json",
                "has_priority": is_journal(sys.stderr),
            }
        },
        "handlers": {"log": {"class": "app.server.repeats.CountingHandler", "formatter": "line"}},
        "root": {"handlers": ["log"], "level": "WARNING"},
        "loggers": {
            "_granian": {"handlers": [], "propagate": True},
            # Omits warnings about malformed forms, because anybody can fill the log with them.
            "python_multipart": {"level": "ERROR"},
            # Without a level, Socket.IO would add its own handlers to these loggers.
            "engineio.server": {"handlers": [], "level": "ERROR", "propagate": True},
            "socketio.server": {"handlers": [], "level": "ERROR", "propagate": True},
        },
    }


def is_journal(stream: TextIO) -> bool:
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):  # `stream` is not a file
        return False
    return os.environ.get(JOURNAL) == f"{found.st_dev}:{found.st_ino}"


def print_error(error: Exception) -> None:
    priority = f"<{PRIORITIES[logging.ERROR]}>" if is_journal(sys.stderr) else ""
    print(f"{priority}{error}", file=sys.stderr)


def excerpt(text: str, max_chars: int) -> str:
    """Returns the start of a string, escaped and without personal data."""
    # Removes personal data before truncating, because a truncated email address would not be recognised.
    return printable(scrub.text(text[: 2 * max_chars])[:max_chars])


def both_ends(text: str, max_chars: int) -> str:
    if len(text) <= max_chars:
        return excerpt(text, max_chars)
    half = max_chars // 2
    _halved, *words = re.split(r"\s", text[-2 * half :], maxsplit=1)
    return f"{excerpt(text, half)} … {printable(scrub.text(''.join(words))[-half:])}"


def printable(text: str) -> str:
    """Escapes unprintable characters, such as line breaks, terminal codes and bidirectional controls."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


class Line(logging.Formatter):
    def __init__(self, *, as_json: bool, has_priority: bool = False) -> None:
        super().__init__()
        self.as_json = as_json
        self.has_priority = has_priority

    def format(self, record: logging.LogRecord) -> str:
        priority = PRIORITIES.get(record.levelno, PRIORITIES[logging.INFO])
        return f"<{priority}>{self._line(record)}" if self.has_priority else self._line(record)

    def _line(self, record: logging.LogRecord) -> str:
        parts = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": printable(record.name),
            "request": request_id.get(),
            "message": both_ends(message_of(record), MAX_MESSAGE_CHARS),
            "traceback": _traceback(record),
        }
        if self.as_json:
            return json.dumps({name: value for name, value in parts.items() if value or name not in OPTIONAL_FIELDS})
        parts["traceback"] = parts["traceback"].replace("\n", "\\n")
        return " ".join(value for value in parts.values() if value)


def _traceback(record: logging.LogRecord) -> str:
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    lines = [
        excerpt(line, MAX_PART_CHARS)
        for part in traceback.format_exception(*record.exc_info, limit=-MAX_FRAMES)
        for line in part[: 2 * MAX_PART_CHARS].rstrip("\n").split("\n")
    ]
    text = "\n".join(lines)
    if len(text) <= MAX_TRACEBACK_CHARS:
        return text
    return f"{text[: MAX_TRACEBACK_CHARS // 2]} … {text[-MAX_TRACEBACK_CHARS // 2 :]}"


class RequestLog:
    """Assigns an ID to each request. Counts it after the response and, if `on` is true, logs it."""

    def __init__(self, app: ASGIApp, kind_of: KindOf, *, on: bool) -> None:
        self.app = app
        self.on = on
        self._kind_of = kind_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        own = identity(dict(scope["headers"]).get(RAW_HEADER))
        status = size = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = own
                size = int(Headers(raw=message["headers"]).get("content-length", 0))
            await send(message)

        token = request_id.set(own)
        try:
            await self.app(scope, receive, send_with_id)
        finally:
            request_id.reset(token)
            seconds = time.perf_counter() - started
            counters.own().observe(self._kind_of(scope["path"]), status, seconds)
            if self.on:
                _print(scope, own, status, size, seconds)


def identity(given: bytes | None) -> str:
    if given and _GIVEN.fullmatch(given):
        return given.decode()
    return randbytes(16).hex()


def _print(scope: Scope, identity: str, status: int, size: int, seconds: float) -> None:
    found = match(scope["path"])
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": identity,
        "method": scope["method"],
        "path": excerpt(scope["path"], MAX_PART_CHARS),
        "route": found.place.name if found and found.valid else None,
        "status": status,
        "bytes": size,
        "ms": round(seconds * 1000, 1),
    }
    sys.stdout.write(json.dumps(line) + "\n")  # one write, so that lines from different processes do not interleave
    sys.stdout.flush()
