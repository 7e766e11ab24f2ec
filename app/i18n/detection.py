"""Chooses a visitor's language (docs/contract.md)."""

import re

from app.i18n.languages import DEFAULT, PUBLIC, Language

COOKIE = "i18n_redirected"
COOKIE_TTL_SECONDS = 365 * 24 * 60 * 60
MAX_HEADER_CHARS = 2048
"""The length at which Accept-* headers are truncated."""

_QUALITY = re.compile(r"[01](\.[0-9]*)?")


def cookie(language: Language) -> str:
    """Returns a Set-Cookie header. `language_cookie.js` sets the same cookie."""
    return f"{COOKIE}={language.code}; Max-Age={COOKIE_TTL_SECONDS}; Path=/; SameSite=Lax"


def detect(code: str | None, accept_language: str | None, fallback: str) -> Language:
    """Returns the visitor's language: from the cookie (`code`), else from `accept_language`, else `fallback`."""
    chosen = _by_code(code)
    preferred = (_by_tag(tag) for tag, quality in qualities(accept_language or "").items() if quality)
    return chosen or next(filter(None, preferred), None) or _by_code(fallback) or DEFAULT


def qualities(header: str) -> dict[str, float]:
    """Returns the values of an Accept-* header and their quality, best first.

    Values of equal quality keep their order. Invalid entries are ignored (RFC 9110, section 12.4.2).
    """
    entries: dict[str, float] = {}
    for entry in header[:MAX_HEADER_CHARS].lower().split(","):
        value, *parameters = (part.strip(" \t") for part in entry.split(";"))
        quality = next((p[2:] for p in parameters if p.startswith("q=")), "1")
        if value and _QUALITY.fullmatch(quality) and float(quality) <= 1:
            entries[value] = max(float(quality), entries.get(value, 0))
    return dict(sorted(entries.items(), key=lambda item: -item[1]))


def _by_code(code: str | None) -> Language | None:
    return next((language for language in PUBLIC if language.code == code), None)


def _by_tag(tag: str) -> Language | None:
    exact = (language for language in PUBLIC if language.tag.lower() == tag)
    return next(exact, None) or _by_code(tag.split("-")[0])
