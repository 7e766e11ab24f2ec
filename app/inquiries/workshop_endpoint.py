"""Serves the pages of workshop dates. Past dates get status 410. Structured data marks full workshops as sold out."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime

from starlette.responses import HTMLResponse, Response

from app.content.workshops import AVAILABLE, DATES, KIND, SOLD_OUT, find, is_over, upcoming
from app.database.errors import StoreError
from app.http.built_pages import BuiltPages
from app.http.gone import GoneError
from app.i18n import Language, _, use
from app.inquiries.service import InquiryService
from app.routes import ROUTES, match, moves, url_for

ROUTE = ROUTES["workshop"]
CACHING = {"cache-control": "max-age=0, must-revalidate"}
"""The Cache-Control header of workshop pages. It lacks `public`, so response_cache.py does not store the pages."""

logger = logging.getLogger(__name__)


def owns(path: str) -> bool:
    found = match(path)
    return found is not None and found.place.route == ROUTE


class WorkshopEndpoint:
    def __init__(self, service: InquiryService, pages: BuiltPages) -> None:
        self._service = service
        self._pages = pages

    async def respond(self, path: str, built: Callable[[], Response]) -> Response:
        """Returns the page of a workshop date. `built` returns the built page, or raises HTTPException.

        Raises:
            GoneError: the workshop date has passed.
        """
        found = match(path)
        assert found
        date, language = found.place.params["date"], found.place.language
        if is_over(date, now()) and path not in dict(moves()):
            raise _gone(language)
        answer = built()
        if find(date) and await self._is_full(date):
            answer = self._full(path) or answer
        answer.headers.update(CACHING)
        return answer

    async def _is_full(self, date: str) -> bool:
        try:
            [seats] = await self._service.seats([date])
        except StoreError as error:
            logger.warning("Reading the places of a workshop failed (%s); its page offers places", error)
            return False
        return seats.places is not None and seats.free == 0

    def _full(self, path: str) -> Response | None:
        page = self._pages.find(path, has_scripts=True)
        return page and HTMLResponse(page.html.replace(AVAILABLE, SOLD_OUT), headers=page.headers)


def now() -> datetime:
    return datetime.now(UTC)


def _gone(language: Language) -> GoneError:
    with use(language):
        over = str(_("This workshop is over."))
        if following := upcoming(now()):
            path = url_for(ROUTE.name, language, date=following[0].id)
            return GoneError(over, str(_("The next one:")), path, str(following[0].name))
        path = f"{url_for('vouchers-category', language, category=KIND)}#{DATES}"
        return GoneError(over, str(_("No dates are set just now.")), path, str(_("Workshop dates")))
