"""The site's server with two faults: a request to `/ping` fails, and so does every event of members' pages.

`python -m tests.monitoring.failing` serves it as `python -m app.server` does.
"""

import sys
from dataclasses import replace

from reflex.event import EventHandler
from starlette.types import ASGIApp, Receive, Scope, Send

from app.app import app
from app.members.state import MembersState
from app.monitoring import server as monitoring
from app.server import __main__ as server
from app.server.compose import compose
from app.server.export import Export
from app.settings import settings

SECRET = "jan.novak@example.com"


def create() -> ASGIApp:
    """The application."""
    export = Export.load()
    app.register_lifespan_task(monitoring.reporting, settings=settings(), release=export.build_id)
    for name, handler in MembersState.event_handlers.items():
        if type(handler) is EventHandler:  # the others set variables
            MembersState.event_handlers[name] = replace(handler, fn=fail)
    backend = app()

    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path") == "/ping":
            raise RuntimeError(f"the rollers are stuck, says {SECRET}, see /log?token=t0ken")
        await backend(scope, receive, send)

    return compose(settings(), export)(failing)


async def fail(self: MembersState) -> None:
    """Any event."""
    raise RuntimeError("the plate has slipped")


if __name__ == "__main__":
    server.TARGET = "tests.monitoring.failing:create"
    sys.exit(server.main())
