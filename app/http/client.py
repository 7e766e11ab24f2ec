"""Identifies clients for rate limits, by IPv4 address or IPv6 network."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from itertools import islice

from starlette.datastructures import Headers
from starlette.types import Scope

from app.settings import Settings

UNKNOWN = "unknown"
MAX_HOPS = 10
"""The maximum number of addresses to read from the end of X-Forwarded-For."""

IPV6_PREFIXES = (64, 56, 48)
"""Prefix lengths of the IPv6 networks that providers assign to customers."""
GROWTH = (1, 2, 4)
"""Factors for limits, one for each of `IPV6_PREFIXES`. Larger networks can contain several clients."""

Address = IPv4Address | IPv6Address


def networks(scope: Scope, settings: Settings) -> tuple[str, ...]:
    """Returns the client's IPv4 address, or its IPv6 networks, smallest first. Do not log this personal data.

    Ignores X-Forwarded-For unless one of the `TRUSTED_PROXIES` sent it, because clients can forge this header.
    """
    found = _client(scope, settings)
    if found is None:
        return (UNKNOWN,)
    if found.version == 4:
        return (str(found),)
    return tuple(str(ip_network((found, prefix), strict=False)) for prefix in IPV6_PREFIXES)


def _client(scope: Scope, settings: Settings) -> Address | None:
    client = scope.get("client")
    found = _parsed(client[0]) if client else None
    if found is None:
        return None
    for further in islice(_forwarded(scope), MAX_HOPS):
        if further is None or not any(found in proxies for proxies in settings.trusted_proxies):
            break
        found = further
    return found


def _forwarded(scope: Scope) -> Iterator[Address | None]:
    for value in reversed(Headers(scope=scope).getlist("x-forwarded-for")):
        for part in reversed(value.rsplit(",", MAX_HOPS)):
            yield _parsed(part.strip())


def _parsed(text: str) -> Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.version == 6 and found.ipv4_mapped) or found
