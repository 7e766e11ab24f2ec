"""Who is asking, as far as limits need to know: an address for each client, also behind a proxy."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from itertools import islice

from starlette.datastructures import Headers
from starlette.types import Scope

from app.settings import Settings

UNKNOWN = "unknown"
"""Where the web server does not say who has connected."""
HOPS = 10
"""Addresses of X-Forwarded-For that are looked at, the nearest."""

Address = IPv4Address | IPv6Address


def address(scope: Scope, settings: Settings) -> str:
    """The address of a request's client, for limits: never for a log or a report.

    It is the other end of the connection. Where that is one of `TRUSTED_PROXIES`, it is the last address of
    X-Forwarded-For that is none of them: what stands before it may have been made up. An IPv6 address is given as its
    /64, of which one client has every address.
    """
    client = scope.get("client")
    found = _parsed(client[0]) if client else None
    if found is None:
        return UNKNOWN
    for further in islice(_forwarded(scope), HOPS):
        if further is None or not any(found in proxies for proxies in settings.trusted_proxies):
            break
        found = further
    return str(found if found.version == 4 else ip_network((found, 64), strict=False))


def _forwarded(scope: Scope) -> Iterator[Address | None]:
    """The addresses of X-Forwarded-For, the nearest first; None for what is no address."""
    for value in reversed(Headers(scope=scope).getlist("x-forwarded-for")):
        for part in reversed(value.rsplit(",", HOPS)):
            yield _parsed(part.strip())


def _parsed(text: str) -> Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.version == 6 and found.ipv4_mapped) or found
