"""The cookies of a request to Reflex's backend, kept where only the server sees them.

Reflex puts a handshake's headers into the state of a tab, and the state into the page (and into Redis): a cookie that
scripts must not read would be read by the first that looks.
"""

from contextvars import ContextVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

cookie: ContextVar[str] = ContextVar("cookie", default="")
"""The Cookie header of the handshake whose events are being handled. Socket.IO handles each in a task of its own, which
has the context of the connection."""


class Handshake:
    """Takes the cookies off every request to `app`, and has them in `cookie`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if "headers" in scope:
            cookie.set("; ".join(Headers(scope=scope).getlist("cookie")))
            scope = {**scope, "headers": [(name, value) for name, value in scope["headers"] if name != b"cookie"]}
        await self.app(scope, receive, send)
