"""Starts a server whose event handlers can hang: `python -m tests.support.hanging_server`.

While the file `$BUSY` exists, event handlers hang. The file contains the kind of hang: `sleep`, `compute` or `match`.
"""

import os
import re
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path

from reflex.event import EventHandler
from starlette.types import ASGIApp

from app.http.export import Export
from app.members.state import MembersState
from app.server import __main__ as server
from app.server import asgi
from app.settings import settings


def create() -> ASGIApp:
    return asgi.application(settings(), Export.load(), "tests.support.hanging_server:members")


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
    for name, handler in MembersState.event_handlers.items():
        if type(handler) is EventHandler:
            MembersState.event_handlers[name] = replace(handler, fn=hanging(handler.fn))
    async with asgi.members() as app:
        yield app


def hanging(handler: Callable) -> Callable:
    """Returns an event handler that hangs while the file `$BUSY` exists, and otherwise does nothing."""

    @wraps(handler)
    async def hang(self: MembersState) -> None:
        busy_file = Path(os.environ["BUSY"])
        if busy_file.exists():
            BUSY[busy_file.read_text()](lambda: not busy_file.exists())

    return hang


def sleep(released: Callable[[], bool]) -> None:
    """Blocks one thread."""
    while not released():
        time.sleep(0.01)


def compute(released: Callable[[], bool]) -> None:
    while not released():
        sum(number * number for number in range(10_000))


def match(released: Callable[[], bool]) -> None:
    """Runs a slow regular expression, which blocks all threads."""
    while not released():
        re.match("(a+)+$", "a" * 24 + "!")


BUSY = {"sleep": sleep, "compute": compute, "match": match}

if __name__ == "__main__":
    server.TARGET = "tests.support.hanging_server:create"
    sys.exit(server.main())
