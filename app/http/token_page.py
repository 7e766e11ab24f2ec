"""Shared code for pages that need a token in the URL instead of a sign-in."""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from html import escape
from math import ceil
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Scope

from app.content.errors import TOO_MANY
from app.database.errors import StoreError
from app.http.built_pages import BuiltPages
from app.http.client import networks
from app.http.origin import is_fetched_from, refusal
from app.http.rate_limiter import RateLimiter
from app.i18n import LANGUAGES
from app.inquiries.limits import BOOKING_PAGE_BURST, BOOKING_PAGE_RATE
from app.routes import url_for
from app.settings import Settings

HEADERS = {"cache-control": "no-store", "referrer-policy": "strict-origin", "x-robots-tag": "noindex"}
"""Headers that prevent caching and indexing. The referrer policy removes the token from `Referer`, but leaves the
origin: `server/home_redirect.py` uses the origin to recognise clicks within the site.
"""

logger = logging.getLogger(__name__)


class TokenPage:
    """A base class for endpoints that insert a booking or voucher into a prerendered page."""

    def __init__(self, settings: Settings, pages: BuiltPages) -> None:
        self._settings = settings
        self._pages = pages
        self._limiter = RateLimiter(BOOKING_PAGE_RATE, BOOKING_PAGE_BURST)

    def _check_rate_limit(self, scope: Scope) -> None:
        if wait := self._seconds_to_wait(scope, self._limiter):
            raise HTTPException(429, TOO_MANY.msgid, {"retry-after": str(wait)})

    def _seconds_to_wait(self, scope: Scope, limiter: RateLimiter) -> int:
        return ceil(limiter.try_acquire(*networks(scope, self._settings)))


def refuse_other_sites(request: Request) -> None:
    # Ignores Origin, because pages of earlier releases, which may still be open, send `Origin: null`.
    if not is_fetched_from(request.headers, "same-origin", "none"):
        raise refusal()


def with_token(html: str, name: str, token: str) -> str:
    """Adds the token to links to the page's translations."""
    for each in LANGUAGES if token else ():
        address = url_for(name, each)
        html = html.replace(f'href="{address}"', f'href="{escape(f"{address}?token={quote(token)}")}"')
    return html


@contextmanager
def unavailable_without_database(what: str) -> Generator[None]:
    """Turns a StoreError into an HTTPException with status 503. Logs the failed operation (`what`)."""
    try:
        yield
    except StoreError as error:
        logger.error("%s failed (%s); answering 503", what, error)
        raise HTTPException(503, "Try again.", {"retry-after": "5"}) from None
