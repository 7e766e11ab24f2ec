"""Recognises requests to Reflex's backend and checks which site sent a request."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Scope

EVENTS = "/_event"
"""The prefix of all event paths. A request for the prefix alone is not forwarded. Reflex would redirect it to
the host in the Host header, which clients can forge.
"""
UPLOAD = "/_upload"
PROBES = ("/ping",)

_DEFAULT_PORTS = {"http": 80, "https": 443}


def owns(path: str) -> bool:
    return path in PROBES or is_from_page(path)


def is_event(path: str) -> bool:
    return path.startswith(EVENTS + "/")


def is_from_page(path: str) -> bool:
    """Whether only this site's pages are allowed to send requests to the path."""
    return path == UPLOAD or is_event(path)


def is_own_origin(scope: Scope, site_url: str, *, dev: bool = False) -> bool:
    """Whether a request comes from this site or has no Origin header.

    Other sites' pages can open websockets with the visitor's cookies, but cannot forge the Origin header.
    """
    origins = Headers(scope=scope).getlist("origin")
    return not origins or (len(origins) == 1 and is_own_url(origins[0], scope, site_url, dev=dev))


def is_own_url(url: str, scope: Scope, site_url: str, *, dev: bool = False) -> bool:
    """Whether a URL belongs to this site. If `site_url` is a loopback URL, also accepts the Host header's origin."""
    origin, site = _parsed(url), _parsed(site_url)
    if origin is None or site is None:
        return False
    is_requested_host = is_loopback(site.host) and origin == _parsed(
        f"{origin.scheme}://{Headers(scope=scope).get('host', '')}"
    )
    return origin == site or is_requested_host or (dev and is_loopback(origin.host))


def check_origin(scope: Scope, site_url: str, *, dev: bool = False) -> None:
    """Raises HTTPException with status 403 if a page of another site has sent the request."""
    site = Headers(scope=scope).get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or not is_own_origin(scope, site_url, dev=dev):
        raise HTTPException(403, "This site does not answer other sites.")


class _Origin(NamedTuple):
    scheme: str
    host: str
    port: int


def _parsed(origin: str) -> _Origin | None:
    try:
        parts = urlsplit(origin)
        port = parts.port or _DEFAULT_PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return _Origin(parts.scheme, parts.hostname, port) if parts.hostname else None


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
