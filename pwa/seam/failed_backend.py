"""Responds to every request with the error that keeps Reflex's backend from starting."""

from html import escape

from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

RELOAD_SECONDS = 2
PAGE = (
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="{seconds}"><title>Error</title>'
    '<pre role="alert" style="font: 1rem/1.5 monospace; padding: 2rem; white-space: pre-wrap">{message}</pre>'
)


def failed(message: str) -> ASGIApp:
    page = PAGE.format(seconds=RELOAD_SECONDS, message=escape(message))

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            for stage in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{stage}.complete"})
        elif scope["type"] == "http":
            await HTMLResponse(page, 500, {"cache-control": "no-store"})(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1012})

    return application
