"""The site's server, but that every event of members' pages holds up the process that handles it as long as the file
`BUSY` is there, in the way that it names: Reflex does nothing else in the meantime.

`python -m tests.support.hanging_server` serves it as `python -m app.server` does.
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
    """The application."""
    return asgi.application(settings(), Export.load(), "tests.support.hanging_server:members")


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
    """The target of the members' process."""
    for name, handler in MembersState.event_handlers.items():
        if type(handler) is EventHandler:  # the others set variables
            MembersState.event_handlers[name] = replace(handler, fn=holding_up(handler.fn))
    async with asgi.members() as app:
        yield app


def holding_up(handler: Callable) -> Callable:
    """In place of a handler, under its name."""

    @wraps(handler)
    async def hold_up(self: MembersState) -> None:
        told = Path(os.environ["BUSY"])
        if told.exists():
            BUSY[told.read_text()](lambda: not told.exists())

    return hold_up


def sleep(released: Callable[[], bool]) -> None:
    """Sleeps, like blocking I/O without an `await`."""
    while not released():
        time.sleep(0.01)


def compute(released: Callable[[], bool]) -> None:
    """Computes, in Python."""
    while not released():
        sum(number * number for number in range(10_000))


def match(released: Callable[[], bool]) -> None:
    """Matches a slow regular expression, which blocks all threads of the process."""
    while not released():
        re.match("(a+)+$", "a" * 24 + "!")


BUSY = {"sleep": sleep, "compute": compute, "match": match}

if __name__ == "__main__":
    server.TARGET = "tests.support.hanging_server:create"
    sys.exit(server.main())
