"""The security headers of every answer."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

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
"""The content security policy of HTML pages without any optional setting."""
ANALYTICS = {
    "script-src": "https://*.googletagmanager.com",
    "img-src": "https://*.google-analytics.com https://*.googletagmanager.com",
    "connect-src": "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
}
"""What the analytics tag needs, according to Google's documentation."""

STRICT_TRANSPORT = {"strict-transport-security": "max-age=31536000"}
"""On https: browsers use nothing else for a year. Without subdomains, which may be run by others."""

_LINE_BREAK = re.compile(rb"[\r\n\0]")


def headers(settings: Settings) -> dict[str, str]:
    """The headers of every answer under these settings."""
    return {**HEADERS, **(STRICT_TRANSPORT if settings.site_url.startswith("https:") else {})}


def page_headers(settings: Settings) -> dict[str, str]:
    """What HTML pages have in addition to `headers` under these settings.

    Every page has the same: navigating, even to members' pages, stays within the document and its policy.
    """
    allowed = {name: [sources] for name, sources in POLICY.items()}
    for addition in _additions(settings):
        for name, sources in addition.items():
            allowed.setdefault(name, []).append(sources)
    policy = "; ".join(f"{name} {' '.join(sources)}" for name, sources in allowed.items())
    return {"content-security-policy": policy, **({"document-policy": "js-profiling"} if settings.sentry_dsn else {})}


def _additions(settings: Settings) -> Iterator[Mapping[str, str]]:
    """What each configured feature adds to the policy."""
    if settings.i18n_messages == "dynamic" and settings.i18n_base_url:
        yield {"connect-src": settings.i18n_base_url}
    if settings.sentry_dsn:
        yield {"connect-src": origin(settings.sentry_dsn)}
    if settings.analytics_id:
        yield ANALYTICS
    if settings.patreon_client_id:
        yield {"img-src": " ".join(picture_sources(settings.patreon_url)), "frame-src": " ".join(player_sources())}


def origin(dsn: str) -> str:
    """The origin of a Sentry DSN, as a source of the policy."""
    parts = urlsplit(dsn)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


class SecurityHeaders:
    """Adds `headers` to every answer of `app`, and `page_headers` to HTML, unless it sets them itself.

    Raises:
        ValueError: a header contains a line break; nothing of the answer is sent.
    """

    def __init__(self, app: ASGIApp, headers: Mapping[str, str], page_headers: Mapping[str, str]) -> None:
        self.app = app
        self.headers = headers
        self.page_headers = {**headers, **page_headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._secure(MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, secured if scope["type"] == "http" else send)

    def _secure(self, sent: MutableHeaders) -> None:
        if any(_LINE_BREAK.search(part) for header in sent.raw for part in header):
            raise ValueError("line break in a response header")
        is_page = sent.get("content-type", "").startswith("text/html")
        for name, value in (self.page_headers if is_page else self.headers).items():
            sent.setdefault(name, value)
