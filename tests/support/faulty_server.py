"""Starts the site's server with faults: `python -m tests.support.faulty_server`.

- `/ping` always fails.
- After `/ping?fault=handler`, every event handler fails.
- After `/ping?fault=middleware`, the next event fails in Reflex's middleware.
- After `/ping?fault=manager`, the next event fails in Reflex's state manager.
"""

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from reflex.event import EventHandler
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http.export import Export
from app.server import __main__ as server
from app.server import asgi
from app.settings import settings

SECRET = "jan.novak@example.com"


def create() -> ASGIApp:
    return asgi.application(settings(), Export.load(), "tests.support.faulty_server:members")


@asynccontextmanager
async def members() -> AsyncIterator[ASGIApp]:
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


async def fail(self: object) -> None:
    raise RuntimeError("the plate has slipped")


# Import the site's states only inside the functions below. Web workers import the parent process's `app` modules again,
# and Reflex rejects a second definition of a state.


def handlers() -> None:
    from app.members.state import MembersState

    for name, handler in MembersState.event_handlers.items():
        if type(handler) is EventHandler:
            MembersState.event_handlers[name] = replace(handler, fn=fail)


def middleware() -> None:
    from app.members.state import SessionMiddleware

    SessionMiddleware.preprocess = failing_once(SessionMiddleware.preprocess)


def manager() -> None:
    from app.app import app

    app.state_manager.modify_state = failing_once(app.state_manager.modify_state)


FAULTS = {"handler": handlers, "middleware": middleware, "manager": manager}


def failing_once(function: Callable[..., Any]) -> Callable[..., Any]:
    first = iter([True])

    def fail_first(*given: Any, **named: Any) -> Any:
        if next(first, False):
            raise RuntimeError("the plate has slipped")
        return function(*given, **named)

    return fail_first


if __name__ == "__main__":
    server.TARGET = "tests.support.faulty_server:create"
    sys.exit(server.main())
