"""Checks which site sent a request."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Scope

_DEFAULT_PORTS = {"http": 80, "https": 443}


def is_own_origin(scope: Scope, site_url: str, *, dev: bool = False) -> bool:
    """Whether a request comes from this site or has no Origin header.

    Other sites' pages can open websockets with the visitor's cookies, but they cannot forge the Origin header.
    """
    origins = Headers(scope=scope).getlist("origin")
    return not origins or (len(origins) == 1 and is_own_url(origins[0], scope, site_url, dev=dev))


def is_own_url(url: str, scope: Scope, site_url: str, *, dev: bool = False) -> bool:
    """Whether a URL belongs to this site. If `site_url` is a loopback URL, the Host header's origin also counts."""
    origin, site = _parsed(url), _parsed(site_url)
    if origin is None or site is None:
        return False
    is_requested_host = is_loopback(site.host) and origin == _parsed(
        f"{origin.scheme}://{Headers(scope=scope).get('host', '')}"
    )
    return origin == site or is_requested_host or (dev and is_loopback(origin.host))


def check_origin(scope: Scope, site_url: str, *, dev: bool = False) -> None:
    """Raises HTTPException with status 403 if another site's page has sent the request."""
    is_fetched = is_fetched_from(Headers(scope=scope), "same-origin", "none")
    if not is_fetched or not is_own_origin(scope, site_url, dev=dev):
        raise refusal()


def is_fetched_from(headers: Headers, *sites: str) -> bool:
    """Whether Sec-Fetch-Site is in `sites`. A missing header counts as "same-origin"."""
    return headers.get("sec-fetch-site", "same-origin") in sites


def refusal() -> HTTPException:
    return HTTPException(403, "This site does not answer other sites.")


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
