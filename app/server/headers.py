"""The security headers of every answer."""

import re
from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.members.sources import picture_sources, player_sources
from app.settings import Settings

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
"""The content security policy of HTML pages, where there are no members."""

_LINE_BREAK = re.compile(rb"[\r\n\0]")


def page_headers(settings: Settings) -> dict[str, str]:
    """The headers of HTML pages: the policy, which lets in what members' posts show where Patreon is configured.

    Every page has it: who goes on to a members' page does so within the document.
    """
    policy = dict(POLICY)
    if settings.patreon_client_id:
        policy["img-src"] = " ".join((policy["img-src"], *picture_sources(settings.patreon_url)))
        policy["frame-src"] = " ".join(player_sources())
    return {"content-security-policy": "; ".join(f"{name} {sources}" for name, sources in policy.items())}


class SecurityHeaders:
    """Adds the headers to every answer of `app`, and `page_headers` to HTML, except those that it sets itself.

    An answer with a line break inside a header is stopped with a ValueError before any of it is sent.
    """

    def __init__(self, app: ASGIApp, page_headers: Mapping[str, str]) -> None:
        self.app = app
        self.page_headers = page_headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._secure(MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, secured if scope["type"] == "http" else send)

    def _secure(self, headers: MutableHeaders) -> None:
        if any(_LINE_BREAK.search(part) for header in headers.raw for part in header):
            raise ValueError("line break in a response header")
        page = headers.get("content-type", "").startswith("text/html")
        for name, value in {**HEADERS, **(self.page_headers if page else {})}.items():
            headers.setdefault(name, value)
