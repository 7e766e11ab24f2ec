"""The shared part of pages that anybody with the token in their link may use."""

import logging
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from math import ceil
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Scope

from app.database.errors import StoreError
from app.http import static
from app.http.client import GROWTH, networks
from app.http.export import IDENTITY, Export
from app.http.filled_page import without_scripts
from app.http.rate_limiter import RateLimiter, TooFastError
from app.i18n import LANGUAGES, Language
from app.inquiries.limits import BOOKING_PAGE_BURST, BOOKING_PAGE_RATE, RETRY_AFTER_SECONDS
from app.routes import url_for
from app.settings import Settings

HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex"}
"""Headers that prevent caching and indexing of the page, and that hide the token from other sites."""
MAX_PAGES = 8

logger = logging.getLogger(__name__)


class TokenPage:
    """The base class of endpoints that fill in built pages. Without an `export`, no page is built."""

    def __init__(
        self, settings: Settings, export: Export | None, page_headers: Callable[..., Mapping[str, str]]
    ) -> None:
        self._settings = settings
        self._export = export
        self._page_headers = page_headers
        self._limiter = RateLimiter(BOOKING_PAGE_RATE, BOOKING_PAGE_BURST)

    def _built(self, name: str, language: Language) -> tuple[str, Mapping[str, str]] | None:
        """Returns a page's HTML without scripts, and its headers. Returns None if the page is not built."""
        resource = self._export and self._export.find(url_for(name, language))
        if not self._export or not resource:
            return None
        built = resource.representations[IDENTITY]
        html = _without_scripts(self._export.folder / built.file, built.etag)
        return html, self._page_headers(resource.styles, has_scripts=False)

    def _check_rate_limit(self, scope: Scope, limiter: RateLimiter | None = None) -> None:
        """Raises an HTTPException with status 429 after too many requests from a network."""
        try:
            names = zip(networks(scope, self._settings), GROWTH, strict=False)
            wait = max((limiter or self._limiter).wait(name, times) for name, times in names)
        except TooFastError:
            wait = RETRY_AFTER_SECONDS
        if wait > 0:
            raise HTTPException(429, "Too many requests. Try again in a minute.", {"retry-after": str(ceil(wait))})


def refuse_other_sites(request: Request) -> None:
    # The page sends no referrer, and therefore `Origin: null`. Only this header identifies other sites.
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403, "This site does not answer other sites.")


def with_token(html: str, name: str, token: str) -> str:
    """Adds the token to the links to other languages."""
    for each in LANGUAGES if token else ():
        address = url_for(name, each)
        html = html.replace(f'href="{address}"', f'href="{escape(f"{address}?token={quote(token)}")}"')
    return html


@contextmanager
def unavailable_without_database(what: str) -> Generator[None]:
    """Raises an HTTPException with status 503 if the database fails. `what` describes the action in the log."""
    try:
        yield
    except StoreError as error:
        logger.error("%s failed (%s); answering 503", what, error)
        raise HTTPException(503, "Try again.", {"retry-after": "5"}) from None


@lru_cache(maxsize=MAX_PAGES)
def _without_scripts(file: Path, etag: str) -> str:
    return without_scripts(static.content(file, etag).decode())
