"""The way to Reflex's backend: which paths are its own, and whose pages may talk to it."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

EVENTS = "/_event"
"""Below it Reflex keeps its event socket. Bare, Reflex only redirects, to whatever the Host header says."""
PROBES = ("/ping", "/_health")

_DEFAULT_PORTS = {"http": 80, "https": 443}


def owns(path: str) -> bool:
    """Whether Reflex's backend answers the decoded URL `path`."""
    return path in PROBES or is_event(path)


def is_event(path: str) -> bool:
    """Whether `path` belongs to the event socket."""
    return path.startswith(EVENTS + "/")


def is_own_origin(scope: Scope, site_url: str, *, dev: bool = False) -> bool:
    """Whether a request comes from a page of this site, or from no page at all.

    Browsers let any page open a websocket anywhere, cookies included, and name the page's origin: it must be the host
    that was asked, or `site_url` (behind a proxy they may differ). In development it may be any loopback origin, as
    Next's server has another port.
    """
    headers = Headers(scope=scope)
    origins = headers.getlist("origin")
    if not origins:
        return True
    origin = _authority(origins[0]) if len(origins) == 1 else None
    if origin is None:
        return False
    scheme = urlsplit(origins[0]).scheme
    own = _authority(f"{scheme}://{headers.get('host', '')}"), _authority(site_url)
    return origin in own or (dev and is_loopback(origin[0]))


def _authority(origin: str) -> tuple[str, int] | None:
    """Host and port of an http(s) origin; None for anything else, such as `null`."""
    try:
        parts = urlsplit(origin)
        port = parts.port or _DEFAULT_PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.hostname, port) if parts.hostname else None


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
