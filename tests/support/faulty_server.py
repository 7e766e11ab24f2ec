"""The site's server with faults: a request to `/ping` fails, and so do events of members' pages on demand.

`/ping?fault=NAME` demands it: from then on every event fails in its `handler`; or only the next one, and before its
handler: in the `middleware`, or in the `manager` of the state.

`python -m tests.support.faulty_server` serves it as `python -m app.server` does.
"""

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from reflex.event import EventHandler
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.app import app
from app.http.export import Export
from app.members.state import Doorkeeper, MembersState
from app.server import __main__ as server
from app.server import asgi
from app.settings import settings

SECRET = "jan.novak@example.com"


def create() -> ASGIApp:
    """The application."""
    return asgi.application(settings(), Export.load(), "tests.support.faulty_server:members")


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
    """The target of the members' process."""
    async with asgi.members() as backend:

        async def failing(scope: Scope, receive: Receive, send: Send) -> None:
            if scope.get("path") == "/ping":
                fault = scope["query_string"].decode().partition("fault=")[2]
                if fault:
                    FAULTS[fault]()
                    await Response()(scope, receive, send)
                    return
                raise RuntimeError(f"the rollers are stuck, says {SECRET}, see /log?token=t0ken")
            await backend(scope, receive, send)

        yield failing


async def fail(self: MembersState) -> None:
    """Any event."""
    raise RuntimeError("the plate has slipped")


def handlers() -> None:
    """Every event fails."""
    for name, handler in MembersState.event_handlers.items():
        if type(handler) is EventHandler:  # the others set variables
            MembersState.event_handlers[name] = replace(handler, fn=fail)


def middleware() -> None:
    """The next event fails in the site's middleware."""
    Doorkeeper.preprocess = stumbling(Doorkeeper.preprocess)


def manager() -> None:
    """The next event's state cannot be loaded."""
    app.state_manager.modify_state = stumbling(app.state_manager.modify_state)


FAULTS = {"handler": handlers, "middleware": middleware, "manager": manager}


def stumbling(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, whose first call fails."""
    first = iter([True])

    def stumble(*given: Any, **named: Any) -> Any:
        if next(first, False):
            raise RuntimeError("the plate has slipped")
        return function(*given, **named)

    return stumble


if __name__ == "__main__":
    server.TARGET = "tests.support.faulty_server:create"
    sys.exit(server.main())
