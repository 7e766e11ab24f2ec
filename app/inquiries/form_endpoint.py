"""`/inquiries`: takes inquiries over HTTP. A form is answered with a page, a script with JSON, and a refusal has a
sentence with the reason.
"""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from app.content.estimate import estimate
from app.content.inquiry import (
    FULL,
    ID_USED,
    NOT_HUMAN,
    NOT_KEPT,
    NOT_OURS,
    PREFILLED,
    STEP_BACK,
    TOO_MANY_PLACES,
    TOO_SOON,
    WRONG,
    too_many,
)
from app.content.studio import STUDIO
from app.http import static
from app.http.backend import is_own_origin
from app.http.client import networks
from app.http.draining import Body, Drain
from app.http.export import IDENTITY, Export
from app.http.negotiation import wants_page
from app.http.shares import Shares
from app.i18n import LANGUAGES, Language, Text, current, language_of, use
from app.i18n.formats import price
from app.i18n.typography import polish
from app.inquiries.database import StoreError
from app.inquiries.form import MAX_TEXT_BYTES, RefusedError, Sent, sent
from app.inquiries.limits import (
    ARRIVING_RESERVE,
    MAX_ARRIVING,
    MAX_ARRIVING_OF_SENDER,
    MAX_WAIT_SECONDS,
    MIN_SECONDS,
    TooManyError,
    TooManyPlacesError,
)
from app.inquiries.model import Inquiry
from app.inquiries.page import Template, without_scripts
from app.inquiries.service import InquiryService
from app.inquiries.store import FullError, IdUsedError
from app.routes import url_for
from app.settings import Settings

PATH = "/inquiries"
PATHS = tuple(language.prefix + PATH for language in LANGUAGES)
"""The paths to which forms are sent, in each language."""
HONEYPOT, SECONDS = "website", "seconds"
"""Fields that no person fills in: one that people do not see, and for how long the page had been open."""
REFERENCE = "reference"
MAX_QUERY_FIELDS = 32
"""Of a link to the form."""

logger = logging.getLogger(__name__)

PageHeaders = Callable[..., Mapping[str, str]]
"""Returns the security headers of a page with inline styles of these hashes, by whether it `has_scripts`."""


@dataclass(eq=False)
class _Refusal(Exception):
    """The answer to an inquiry that is refused. What was typed is sent back; `fields` is None if it was not read."""

    status: int
    reason: Text
    fields: Mapping[str, str] | None = field(default=None, repr=False)
    problems: Mapping[str, Text] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    state: str = "refused"


class FormEndpoint:
    """Passes inquiries to a `service`. Without an `export`, as in development, a form without JavaScript is answered in
    plain text."""

    def __init__(
        self, settings: Settings, service: InquiryService, export: Export | None, page_headers: PageHeaders
    ) -> None:
        self._settings = settings
        self._service = service
        self._export = export
        self._page_headers = page_headers
        self._shares = Shares(MAX_ARRIVING, MAX_ARRIVING_OF_SENDER, ARRIVING_RESERVE)
        self._drain = Drain(MAX_ARRIVING, MAX_ARRIVING_OF_SENDER)

    async def respond(self, scope: Scope, receive: Receive, path: str) -> Response:
        """Returns the answer to a request for one of `PATHS`.

        Raises:
            HTTPException: 405.
        """
        language = language_of(path)
        if scope["method"] in ("GET", "HEAD"):
            return RedirectResponse(url_for("inquiry", language), 303)
        if scope["method"] != "POST":
            raise HTTPException(405, "Method not allowed", {"Allow": "GET, HEAD, POST"})
        body = Body(receive)
        request = Request(scope, body.receive)
        sender = networks(scope, self._settings)
        try:
            inquiry = await self._take(request, sender, language)
        except _Refusal as refusal:
            await self._drain.take(body, sender)
            return self._refused(request, language, refusal)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        if not wants_page(request.headers.get("accept")):
            return JSONResponse({"state": "sent", "id": inquiry.id, REFERENCE: inquiry.reference}, 201, _FRESH)
        return RedirectResponse(url_for("inquiry-thanks", language), 303, _FRESH)

    def prefilled(self, path: str, query: str) -> Response | None:
        """Returns the form's page with the values of a link's query. Returns None if there are none, or `path` is not
        the form's."""
        language = language_of(path)
        if path != url_for("inquiry", language):
            return None
        try:
            fields = parse_qsl(query, max_num_fields=MAX_QUERY_FIELDS)
        except ValueError:
            return None
        values = {name: value for name, value in fields if name in PREFILLED}
        return self._page(language, 200, values, {}) if values else None

    async def _take(self, request: Request, sender: Sequence[str], language: Language) -> Inquiry:
        """Reads the inquiry of a request, and stores it."""
        if not self._is_from_here(request):
            raise _Refusal(403, NOT_OURS, {})
        if not await self._shares.acquire(sender, MAX_WAIT_SECONDS):
            raise _Refusal(503, NOT_KEPT)
        is_wasted = False
        try:
            await self._check_rate_limit(request, sender)
            async with sent(request) as form:
                return await self._keep(form, sender, language)
        except RefusedError as error:
            is_wasted = error.is_wasted
            raise _Refusal(error.status, error.reason) from None
        except OSError as error:  # the disk is full of what arrives
            logger.error("Reading an inquiry failed (%s)", error)
            raise _Refusal(503, NOT_KEPT) from None
        finally:
            self._shares.release(sender, failed=is_wasted)

    def _is_from_here(self, request: Request) -> bool:
        site = request.headers.get("sec-fetch-site", "same-origin")
        return site == "same-origin" and is_own_origin(request.scope, self._settings.site_url, dev=self._export is None)

    async def _check_rate_limit(self, request: Request, sender: Sequence[str]) -> None:
        try:
            await self._service.check_rate_limit(sender)
        except TooManyError as error:
            raise _too_many(error, await _typed(request)) from None
        except StoreError:
            pass  # it may be there again once the form is read, and what was typed is to be sent back

    async def _keep(self, form: Sent, sender: Sequence[str], language: Language) -> Inquiry:
        fields = form.fields
        if fields.get(HONEYPOT):
            raise _Refusal(422, NOT_HUMAN, fields)
        if _seconds(fields.get(SECONDS)) < MIN_SECONDS:
            raise _Refusal(422, TOO_SOON, fields)
        try:
            checked = await self._service.check(form, language)
            if checked.inquiry is None:
                raise _Refusal(422, WRONG, fields, checked.problems)
            await self._service.keep(checked.inquiry, checked.uploads, sender)
        except TooManyError as error:
            raise _too_many(error, fields) from None
        except FullError:
            raise _Refusal(409, FULL, fields, {"workshop": FULL}) from None
        except TooManyPlacesError:
            raise _Refusal(409, TOO_MANY_PLACES, fields, {"workshop": TOO_MANY_PLACES}) from None
        except IdUsedError:
            raise _Refusal(409, ID_USED, fields, state="conflict") from None
        except StoreError as error:
            logger.error("Storing an inquiry failed (%s)", error)
            raise _Refusal(503, NOT_KEPT, fields) from None
        return checked.inquiry

    def _refused(self, request: Request, language: Language, refusal: _Refusal) -> Response:
        fields = refusal.fields or {}
        with use(language):
            problems = {name: _said(text) for name, text in refusal.problems.items()}
            reason = _said(refusal.reason.format(email=STUDIO.email))
            headers = {**_FRESH, **refusal.headers}
            if not wants_page(request.headers.get("accept")):
                id = {"id": fields["id"]} if fields.get("id") else {}
                content = {"state": refusal.state, **id, "reason": reason, "problems": problems}
                return JSONResponse(content, refusal.status, headers)
            if refusal.fields is None:
                reason = f"{reason} {_said(STEP_BACK)}"
            page = self._page(language, refusal.status, fields, problems, reason, alone=True)
            if page is None:
                return PlainTextResponse("\n".join((reason, *problems.values(), "")), refusal.status, headers)
            page.headers.update(headers)
            return page

    def _page(
        self,
        language: Language,
        status: int,
        values: Mapping[str, str],
        problems: Mapping[str, str],
        reason: str = "",
        *,
        alone: bool = False,
    ) -> Response | None:
        """Returns the form's page filled in, None if there is no build. `alone`: without scripts, which would render it
        again."""
        resource = self._export and self._export.find(url_for("inquiry", language))
        if not self._export or not resource:
            return None
        built = resource.representations[IDENTITY]
        template = _template(self._export.folder / built.file, built.etag, alone)
        # Where React hydrates the page, it expects the texts that it has rendered.
        filled = template.fill(values, problems, reason, _estimate(language, values) if alone else "")
        headers = self._page_headers(resource.styles, has_scripts=not alone)
        return HTMLResponse(filled, status, {**headers, **_FRESH})


_FRESH = {"cache-control": "no-store"}


@lru_cache(maxsize=2 * len(LANGUAGES))
def _template(file: Path, etag: str, alone: bool) -> Template:
    html = static.content(file, etag).decode()
    return Template(without_scripts(html) if alone else html)


def owns(path: str) -> bool:
    """Whether the decoded URL `path` is one of `PATHS`."""
    return path in PATHS


def _too_many(error: TooManyError, fields: Mapping[str, str] | None) -> _Refusal:
    return _Refusal(429, too_many(error.seconds), fields, headers={"retry-after": str(ceil(error.seconds))})


async def _typed(request: Request) -> Mapping[str, str] | None:
    """Returns the texts of a form that is refused, if a page will show them again and they come without large files."""
    if not wants_page(request.headers.get("accept")):
        return None
    try:
        async with sent(request, MAX_TEXT_BYTES) as form:
            return form.fields
    except RefusedError:
        return None


def _said(text: Text) -> str:
    """Returns a sentence in the language in use, typeset."""
    return polish(str(text), current().code)


def _seconds(given: str | None) -> float:
    """Returns for how long the page had been open, if it says so."""
    if given is None or not re.fullmatch(r"\d{1,9}", given, re.ASCII):
        return MIN_SECONDS
    return int(given)


def _estimate(language: Language, values: Mapping[str, str]) -> str:
    """Returns the estimate for the form's contents in one line; nothing where the price lists have none."""
    pieces, colours = values.get("pieces", ""), values.get("colours", "1")
    if not re.fullmatch(r"\d{1,6}", pieces, re.ASCII) or not re.fullmatch(r"\d", colours, re.ASCII):
        return ""
    with use(language):
        found = estimate(values.get("what", ""), int(pieces), int(colours))
        return price(found.crowns) if found else ""
