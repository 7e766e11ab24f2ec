"""Reflex's backend: which paths belong to it, and which origins may connect."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

EVENTS = "/_event"
"""The event socket is below it. The bare path is not passed on: Reflex redirects it to whatever the Host header
says."""
PROBES = ("/ping",)

_DEFAULT_PORTS = {"http": 80, "https": 443}


def owns(path: str) -> bool:
    """Whether Reflex's backend answers the decoded URL `path`."""
    return path in PROBES or is_event(path)


def is_event(path: str) -> bool:
    """Whether `path` belongs to the event socket."""
    return path.startswith(EVENTS + "/")


def is_own_origin(scope: Scope, site_url: str, *, dev: bool = False) -> bool:
    """Whether a request comes from a page of this site, or from no page at all.

    Browsers let any page open a websocket to any host, with cookies, and send the page's origin: it must equal that of
    `site_url` in scheme, host and port. If `site_url` is a loopback address, as by default, the requested host is
    accepted too. In development, every loopback origin is, as Next's server has another port.
    """
    headers = Headers(scope=scope)
    origins = headers.getlist("origin")
    if not origins:
        return True
    origin, site = _parsed(origins[0]), _parsed(site_url)
    if origin is None or site is None or len(origins) > 1:
        return False
    unsaid = is_loopback(site.host) and origin == _parsed(f"{origin.scheme}://{headers.get('host', '')}")
    return origin == site or unsaid or (dev and is_loopback(origin.host))


class _Origin(NamedTuple):
    scheme: str
    host: str
    port: int


def _parsed(origin: str) -> _Origin | None:
    """An http(s) origin; None for anything else, such as `null`."""
    try:
        parts = urlsplit(origin)
        port = parts.port or _DEFAULT_PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return _Origin(parts.scheme, parts.hostname, port) if parts.hostname else None


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
