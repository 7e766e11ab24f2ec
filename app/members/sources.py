"""What a post may show from elsewhere, for those who write the HTML (`sanitise`) and the security policy."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import urlsplit

PICTURES = ("https://*.patreonusercontent.com", "https://*.patreon.com")
"""Where pictures may come from, as the security policy writes it; `PATREON_URL` is added to them."""

PLAYERS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "https://www.youtube-nocookie.com/embed/": re.compile(
            r"https?://(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com/"
            r"(?:watch\?(?:[^#]*&)?v=|embed/|shorts/|live/)|youtu\.be/)"
            r"([\w-]{11})(?![\w-])"
        ),
        "https://player.vimeo.com/video/": re.compile(
            r"https?://(?:www\.|player\.)?vimeo\.com/(?:video/|channels/[\w-]+/)?(\d{4,12})(?!\w)"
        ),
    }
)
"""Players by the address before a video's id, with the addresses of videos that they play."""

_AUTHORITY = re.compile(r"(?:[a-z0-9.-]+|\[[\da-f:]+\])(?::\d+)?")
"""Hosts that every parser reads alike: no user, no backslash."""


def picture_sources(patreon_url: str) -> tuple[str, ...]:
    """Where pictures may come from when Patreon is at `patreon_url`."""
    return PICTURES if is_from(patreon_url, PICTURES) else (*PICTURES, patreon_url)


def player_sources() -> tuple[str, ...]:
    """The origins of players."""
    return tuple("https://" + str(urlsplit(player).hostname) for player in PLAYERS)


def is_from(address: str, sources: tuple[str, ...]) -> bool:
    """Whether an absolute address is at one of these sources, as a browser compares them (CSP, section 6.7.2.8)."""
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


def player(address: str) -> str | None:
    """The address of the player for a video's address, without cookies where it has such; None for anything else."""
    for start, pattern in PLAYERS.items():
        found = pattern.match(address)
        if found:
            return start + found[1]
    return None
