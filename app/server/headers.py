"""Security headers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from urllib.parse import urlencode, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.content.destination import destination, is_mail
from app.http.export import Resource
from app.http.media_types import HTML
from app.members.sources import picture_sources, player_sources
from app.settings import Settings

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
UNUSED = (
    "accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer",
    "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
"""Browser features that are disabled in pages and in their frames."""
NONE = "'none'"
POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",
    "media-src": "'self'",
    "frame-src": NONE,
    "object-src": NONE,
    "frame-ancestors": NONE,
    "base-uri": NONE,
    "form-action": "'self'",
}
"""The Content-Security-Policy of HTML pages. Optional settings add sources.

Omits `manifest-src`, because WebKitGTK reports an error for this directive on each page. Manifests fall
back to `default-src`.
"""
TYPED = {"require-trusted-types-for": "'script'", "trusted-types": NONE}
OTHER_POLICY = {
    "default-src": NONE,
    "connect-src": "'self'",  # allows the service worker's requests
    "frame-ancestors": NONE,
    "base-uri": NONE,
    "form-action": NONE,
    **TYPED,
}
"""The security policy for responses other than HTML pages and images, in case a browser opens them directly."""
PICTURE_POLICY = {**OTHER_POLICY, "style-src": "'unsafe-inline'"}
"""The security policy for images. Allows inline styles, because browsers add them when they open an image."""
PICTURE_HEADERS = {"cross-origin-resource-policy": "cross-origin"}
"""Additional headers of images. They let image search engines show the images."""
DEVELOPMENT = {
    "script-src": "'unsafe-eval'",
    "style-src": "'unsafe-inline'",
    "connect-src": "http://localhost:* ws://localhost:*",
}
"""CSP sources that `next dev` needs for `eval`, its error overlay, and the backend on another port."""
ANALYTICS = {
    "script-src": "https://*.googletagmanager.com",
    "img-src": "https://*.google-analytics.com https://*.googletagmanager.com",
    "connect-src": "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
}
"""CSP sources that Google's documentation lists for the analytics tag."""

STRICT_TRANSPORT = {"strict-transport-security": "max-age=31536000"}
"""HSTS for one year. Subdomains are not included, because they might belong to other sites."""

REVISION = "x-headers-revision"
"""A header whose value depends on the settings. When its value changes, the service worker replaces cached pages."""

ENDPOINT = "csp"

Sources = dict[str, list[str]]
"""Allowed sources, keyed by CSP directive."""

_LINE_BREAK = re.compile(rb"[\r\n\0]")


def headers(settings: Settings) -> dict[str, str]:
    return {**HEADERS, **(STRICT_TRANSPORT if settings.site_url.startswith("https:") else {})}


def page_headers(
    settings: Settings,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    *,
    is_reporting: bool = False,
    has_scripts: bool = True,
    dev: bool = False,
) -> dict[str, str]:
    """Returns the additional headers of HTML pages. `dev` adds the sources that `next dev` needs.

    `styles` and `scripts` are hashes of inline styles and scripts. All pages share the rest of the policy, because
    client-side navigation retains the first page's policy.
    """
    reports = violations(settings) if is_reporting and not dev else None
    allowed = _shared_sources(settings, reports)
    if dev:
        _allow(allowed, DEVELOPMENT)
    if styles:
        allowed["style-src"] += ["'unsafe-hashes'", *styles]
    if has_scripts:
        allowed["script-src"] += scripts
    else:
        allowed |= {name: [value] for name, value in TYPED.items()}
    return {**_security(settings, allowed, reports), REVISION: revision(settings)}


def revision(settings: Settings) -> str:
    """Returns a short hash of the headers that all pages share."""
    reports = violations(settings)
    common = headers(settings) | _security(settings, _shared_sources(settings, reports), reports)
    return sha256(repr(sorted(common.items())).encode()).hexdigest()[:8]


def _shared_sources(settings: Settings, reports: str | None) -> Sources:
    """Returns the policy that all pages share. Browsers report violations to the URL `reports`."""
    allowed: Sources = {name: [] if sources == NONE else [sources] for name, sources in POLICY.items()}
    for addition in _additions(settings):
        _allow(allowed, addition)
    if reports:
        allowed |= {"report-uri": [reports], "report-to": [ENDPOINT]}
    return allowed


def _allow(allowed: Sources, addition: Mapping[str, str]) -> None:
    for name, sources in addition.items():
        allowed[name].append(sources)


def _security(settings: Settings, allowed: Sources, reports: str | None) -> dict[str, str]:
    return {
        "content-security-policy": _written({name: " ".join(sources) or NONE for name, sources in allowed.items()}),
        "permissions-policy": ", ".join(f"{feature}=()" for feature in UNUSED),
        **({"document-policy": "js-profiling"} if settings.sentry_dsn else {}),
        **({"reporting-endpoints": f'{ENDPOINT}="{reports}"'} if reports else {}),
    }


def file_headers(media_type: str) -> dict[str, str]:
    """Returns a built file's additional headers. 304 responses contain no type, so `media_type` is a parameter."""
    is_picture = media_type.startswith("image/")
    return {"content-security-policy": _written(PICTURE_POLICY), **PICTURE_HEADERS} if is_picture else {}


def built_headers(settings: Settings, resource: Resource) -> dict[str, str]:
    """Returns all security headers of a built file, for hosts other than this server."""
    if resource.media_type == HTML:
        return {**headers(settings), **page_headers(settings, resource.styles, resource.scripts)}
    policy = dict(OTHER_POLICY)
    for addition in _destination(settings):
        # The service worker sends inquiries, so its script needs the form's CSP sources.
        policy["connect-src"] = f"{policy['connect-src']} {addition.get('connect-src', '')}".strip()
    return {**headers(settings), "content-security-policy": _written(policy), **file_headers(resource.media_type)}


def _written(policy: Mapping[str, str]) -> str:
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


def _additions(settings: Settings) -> Iterator[Mapping[str, str]]:
    if settings.i18n_messages == "dynamic" and settings.i18n_base_url:
        yield {"connect-src": settings.i18n_base_url}
    yield from _destination(settings)
    if settings.sentry_dsn:
        yield {"connect-src": origin(settings.sentry_dsn)}
    if settings.analytics_id:
        yield ANALYTICS
    if settings.has_card_payments:
        yield {"form-action": settings.gopay_url}  # the response to the order form redirects to the payment provider
    if settings.patreon_client_id:
        yield {"img-src": " ".join(picture_sources(settings.patreon_url)), "frame-src": " ".join(player_sources())}


def _destination(settings: Settings) -> Iterator[Mapping[str, str]]:
    address = destination(settings)
    if address and is_mail(address):
        yield {"form-action": "mailto:"}
    elif address:
        yield dict.fromkeys(("connect-src", "form-action"), origin(address))


def origin(dsn: str) -> str:
    parts = urlsplit(dsn)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def violations(settings: Settings) -> str | None:
    """Returns Sentry's URL for reports of policy violations, or None without Sentry."""
    if not settings.sentry_dsn:
        return None
    parts = urlsplit(settings.sentry_dsn)
    base, _, project = parts.path.rpartition("/")
    query = urlencode({"sentry_key": parts.username, "sentry_environment": settings.sentry_environment})
    return f"{origin(settings.sentry_dsn)}{base}/api/{project}/security/?{query}"


class SecurityHeaders:
    """Middleware that adds missing security headers to every response of `app`.

    Raises:
        ValueError: a header contains a line break; nothing is sent.
    """

    def __init__(self, app: ASGIApp, headers: Mapping[str, str], page_headers: Mapping[str, str]) -> None:
        self.app = app
        self.other_headers = {**headers, "content-security-policy": _written(OTHER_POLICY)}
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
        for name, value in (self.page_headers if is_page else self.other_headers).items():
            sent.setdefault(name, value)
