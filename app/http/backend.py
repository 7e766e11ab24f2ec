"""The way to Reflex's backend: which paths are its own, and whose pages may talk to it."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

EVENTS = "/_event"
"""Below it Reflex keeps its event socket. Bare, Reflex only redirects, to whatever the Host header says."""
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

    Browsers let any page open a websocket anywhere, cookies included, and name the page's origin: it must be that of
    `site_url`, in scheme, host and port. Where that is this machine itself, as nobody has said yet where the site is,
    it may be the host that was asked instead. In development it may be any origin of this machine, as Next's server
    has another port.
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
