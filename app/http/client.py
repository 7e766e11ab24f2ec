"""The client's address and networks for rate limits, also behind proxies."""

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

IPV6_PREFIXES = (64, 56, 48)
"""A provider gives a customer one of these, so one client may have 65,536 networks of 64 bits. Of IPv4 only the address
counts: a /24 belongs to many customers."""
GROWTH = (1, 2, 4)
"""A larger network may have several clients: so many times the limit of the smallest one is its own."""

Address = IPv4Address | IPv6Address


def address(scope: Scope, settings: Settings) -> str:
    """Returns the smallest of a request's `networks`: an IPv4 address, or the /64 of an IPv6 address."""
    return networks(scope, settings)[0]


def networks(scope: Scope, settings: Settings) -> tuple[str, ...]:
    """Returns the networks of a request's client, the smallest first: for rate limits only, never for a log or a
    report.

    The client is the connection's peer, or if that is one of `TRUSTED_PROXIES`, the last address of X-Forwarded-For
    that is not one of them: anything before it may be forged.
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
