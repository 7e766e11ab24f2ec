"""The client's address for rate limits, also behind proxies."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from itertools import islice

from starlette.datastructures import Headers
from starlette.types import Scope

from app.settings import Settings

UNKNOWN = "unknown"
"""The address if the web server gives none."""
MAX_HOPS = 10
"""Addresses of X-Forwarded-For that are read, from the nearest on."""

Address = IPv4Address | IPv6Address


def address(scope: Scope, settings: Settings) -> str:
    """The address of a request's client, for rate limits only: never for a log or a report.

    It is the connection's peer, or if that is one of `TRUSTED_PROXIES`, the last address of X-Forwarded-For that is not
    one of them: anything before it may be forged. IPv6 addresses are reduced to their /64 network, as one client
    usually has all of it.
    """
    client = scope.get("client")
    found = _parsed(client[0]) if client else None
    if found is None:
        return UNKNOWN
    for further in islice(_forwarded(scope), MAX_HOPS):
        if further is None or not any(found in proxies for proxies in settings.trusted_proxies):
            break
        found = further
    return str(found if found.version == 4 else ip_network((found, 64), strict=False))


def _forwarded(scope: Scope) -> Iterator[Address | None]:
    """The addresses of X-Forwarded-For, nearest first; None for anything that is not an address."""
    for value in reversed(Headers(scope=scope).getlist("x-forwarded-for")):
        for part in reversed(value.rsplit(",", MAX_HOPS)):
            yield _parsed(part.strip())


def _parsed(text: str) -> Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.version == 6 and found.ipv4_mapped) or found
