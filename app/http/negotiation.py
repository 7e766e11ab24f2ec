"""Chooses the response that matches a client's Accept headers (RFC 9110, section 12)."""

from collections.abc import Mapping

from app.http.export import IDENTITY, Representation
from app.i18n.detection import qualities

ACCEPTED = {
    "br": ("gzip, deflate, br, zstd", "gzip, deflate, br", "gzip, br", "br, gzip", "br"),
    "gzip": ("gzip, deflate", "gzip", "gzip;q=1.0,deflate;q=0.6,identity;q=0.3"),
    "identity": ("", "identity"),
}
"""Common values of Accept-Encoding, keyed by the response's encoding."""

_LEAST = 0.001


def content_coding(accept_encoding: str | None, representations: Mapping[str, Representation]) -> str:
    """Returns the client's preferred encoding. If several are equally preferred, returns the one with the smallest
    file.
    """
    wanted = qualities(accept_encoding or "")

    def rank(coding: str) -> tuple[float, int]:
        unlisted = wanted.get("*", _LEAST if coding == IDENTITY else 0)
        return wanted.get(coding, unlisted), -representations[coding].size

    best = max(representations, key=rank)
    return best if rank(best)[0] else IDENTITY


def wants_page(accept: str | None) -> bool:
    wanted = qualities(accept or "*/*")
    page, data = (wanted.get(media_type, 0) for media_type in ("text/html", "application/json"))
    anything = max(wanted.get("text/*", 0), wanted.get("*/*", 0))
    return page >= data if page else bool(anything and not data)
