"""The allowed sources of pictures and videos in posts."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import urljoin, urlsplit

PICTURES = ("https://*.patreonusercontent.com", "https://*.patreon.com")

PLAYERS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "https://www.youtube-nocookie.com/embed/": re.compile(
            r"https?://(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com/"
            r"(?:watch\?(?:[^#]*&)?v=|embed/|shorts/|live/)|youtu\.be/)"
            r"([\w-]{11})(?![\w-])"
        ),
        "https://player.vimeo.com/video/": re.compile(
            r"https?://(?:www\.|player\.)?vimeo\.com/(?:video/|channels/[\w-]+/)?(\d{4,12})(?!\w)"
            r"(?:(?:/|\?(?:[^#]*&)?h=)(?P<key>[\da-f]{6,40})(?!\w))?"
        ),
    }
)
"""Patterns for video URLs, keyed by the URL of the player. Unlisted Vimeo videos play only with their `key`."""

_AUTHORITY = re.compile(r"(?:[a-z0-9.-]+|\[[\da-f:]+\])(?::\d+)?")
"""Matches the host and port of a URL. Excludes user names and backslashes, which clients parse inconsistently."""


def picture_sources(patreon_url: str) -> tuple[str, ...]:
    return PICTURES if is_from(patreon_url, PICTURES) else (*PICTURES, patreon_url)


def player_sources() -> tuple[str, ...]:
    return tuple("https://" + str(urlsplit(player).hostname) for player in PLAYERS)


def is_from(address: str, sources: tuple[str, ...]) -> bool:
    """Whether the URL matches one of the sources, as in Content Security Policy (section 6.7.2.8)."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    authority = parts.netloc.lower()
    if not _AUTHORITY.fullmatch(authority):
        return False
    for source in sources:
        scheme, _, host = source.partition("://")
        fits = authority.endswith(host[1:]) if host.startswith("*.") else authority == host
        if fits and parts.scheme == scheme:
            return True
    return False


def joined(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return ""


def player(address: str) -> str | None:
    """Returns the player URL for a video URL, or None for any other URL."""
    for start, pattern in PLAYERS.items():
        found = pattern.match(address)
        if found:
            key = found.groupdict().get("key")
            return start + found[1] + (f"?h={key}" if key else "")
    return None
