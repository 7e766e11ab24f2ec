"""The security headers of every answer."""

import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self' blob:",
    "media-src": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
"""The content security policy of HTML pages."""

PAGE_HEADERS = {"content-security-policy": "; ".join(f"{name} {sources}" for name, sources in POLICY.items())}

_LINE_BREAK = re.compile(rb"[\r\n\0]")


class SecurityHeaders:
    """Adds the headers to every answer of `app`, except those that it sets itself.

    An answer with a line break inside a header is stopped with a ValueError before any of it is sent.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                _secure(MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, secured if scope["type"] == "http" else send)


def _secure(headers: MutableHeaders) -> None:
    if any(_LINE_BREAK.search(part) for header in headers.raw for part in header):
        raise ValueError("line break in a response header")
    page = headers.get("content-type", "").startswith("text/html")
    for name, value in {**HEADERS, **(PAGE_HEADERS if page else {})}.items():
        headers.setdefault(name, value)
