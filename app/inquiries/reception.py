"""`/inquiries`: takes inquiries over HTTP. A form gets a page, a script a line of JSON, and whatever is refused a
sentence that says why.
"""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import ceil
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from app.content.estimate import estimate
from app.content.inquiry import (
    FULL,
    NOT_HUMAN,
    NOT_KEPT,
    NOT_OURS,
    PREFILLED,
    STEP_BACK,
    TOO_SOON,
    WRONG,
    too_many,
)
from app.content.studio import STUDIO
from app.http import static
from app.http.backend import is_own_origin
from app.http.client import address
from app.http.draining import Body, Drain
from app.http.export import IDENTITY, Export
from app.http.negotiation import wants_page
from app.i18n import LANGUAGES, Language, Text, current, language_of, use
from app.i18n.formats import price
from app.i18n.typography import polish
from app.inquiries.check import Checked, check
from app.inquiries.database import StoreError
from app.inquiries.desk import Desk
from app.inquiries.form import MAX_TEXT_BYTES, RefusedError, Sent, sent
from app.inquiries.limits import MAX_ARRIVING, MIN_SECONDS, TooManyError
from app.inquiries.model import Inquiry
from app.inquiries.page import fill
from app.inquiries.store import FullError
from app.routes import url_for
from app.settings import Settings

PATH = "/inquiries"
PATHS = tuple(language.prefix + PATH for language in LANGUAGES)
"""Where forms are sent, in each language."""
TRAP, SECONDS = "website", "seconds"
"""Fields that no person fills in: one that people do not see, and how long the page had been open."""
REFERENCE = "reference"

_SCRIPT = re.compile(r'<script\b[^>]*>.*?</script>|<link rel="preload"[^>]* as="script"[^>]*/?>', re.DOTALL)

logger = logging.getLogger(__name__)

PageHeaders = Callable[..., Mapping[str, str]]
"""The security headers of a page with inline styles of these hashes, and whether it `has_scripts`."""


@dataclass(eq=False)
class _Refusal(Exception):
    """What is answered to an inquiry that is not taken. What was typed comes back; `fields` is None if it was not
    read."""

    status: int
    reason: Text
    fields: Mapping[str, str] | None = None
    problems: Mapping[str, Text] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


class Reception:
    """Takes inquiries to a `desk`. Without an `export`, as in development, who has no JavaScript is answered in plain
    text."""

    def __init__(self, settings: Settings, desk: Desk, export: Export | None, page_headers: PageHeaders) -> None:
        self._settings = settings
        self._desk = desk
        self._export = export
        self._page_headers = page_headers
        self._arriving = 0
        self._drain = Drain(MAX_ARRIVING)

    async def respond(self, scope: Scope, receive: Receive, path: str) -> Response:
        """The answer to a request for one of `PATHS`.

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
        try:
            inquiry = await self._taken(request, language)
        except _Refusal as refusal:
            await self._drain.take(body)
            return self._refused(request, language, refusal)
        except ClientDisconnect:
            return Response(status_code=400)  # which nobody reads
        if not wants_page(request.headers.get("accept")):
            return JSONResponse({"state": "sent", REFERENCE: inquiry.reference}, 201, _FRESH)
        return RedirectResponse(url_for("inquiry-thanks", language), 303, _FRESH)

    def prefilled(self, path: str, query: str) -> Response | None:
        """The form's page at `path` with what the query of a link fills in; None if that is nothing, or `path` is not
        the form's."""
        language = language_of(path)
        if path != url_for("inquiry", language):
            return None
        values = {name: value for name, value in parse_qsl(query) if name in PREFILLED}
        return self._page(language, 200, values, {}) if values else None

    async def _taken(self, request: Request, language: Language) -> Inquiry:
        """The inquiry of a request, kept."""
        if not self._is_from_here(request):
            raise _Refusal(403, NOT_OURS, {})
        if self._arriving >= MAX_ARRIVING:
            raise _Refusal(503, NOT_KEPT)
        sender = address(request.scope, self._settings)
        self._arriving += 1
        try:
            await self._welcome(request, sender)
            async with sent(request) as form:
                return await self._kept(form, sender, language)
        except RefusedError as error:
            raise _Refusal(error.status, error.reason) from None
        except OSError as error:  # the disk is full of what arrives
            logger.error("An inquiry could not be read (%s)", error)
            raise _Refusal(503, NOT_KEPT) from None
        finally:
            self._arriving -= 1

    def _is_from_here(self, request: Request) -> bool:
        site = request.headers.get("sec-fetch-site", "same-origin")
        return site == "same-origin" and is_own_origin(request.scope, self._settings.site_url, dev=self._export is None)

    async def _welcome(self, request: Request, sender: str) -> None:
        try:
            await self._desk.welcome(sender)
        except TooManyError as error:
            raise _too_many(error, await _typed(request)) from None
        except StoreError:
            pass  # it may be there again once the form is read; and what was typed is to come back

    async def _kept(self, form: Sent, sender: str, language: Language) -> Inquiry:
        fields = form.fields
        if fields.get(TRAP):
            raise _Refusal(422, NOT_HUMAN, fields)
        if _seconds(fields.get(SECONDS)) < MIN_SECONDS:
            raise _Refusal(422, TOO_SOON, fields)
        checked: Checked = check(fields, form.files, language, datetime.now(UTC).date(), self._desk.is_open)
        if checked.inquiry is None:
            raise _Refusal(422, WRONG, fields, checked.problems)
        try:
            await self._desk.take(checked.inquiry, checked.uploads, sender)
        except TooManyError as error:
            raise _too_many(error, fields) from None
        except FullError:
            raise _Refusal(409, FULL, fields, {"workshop": FULL}) from None
        except StoreError as error:
            logger.error("An inquiry could not be kept (%s)", error)
            raise _Refusal(503, NOT_KEPT, fields) from None
        return checked.inquiry

    def _refused(self, request: Request, language: Language, refusal: _Refusal) -> Response:
        with use(language):
            problems = {name: _said(text) for name, text in refusal.problems.items()}
            reason = _said(refusal.reason.format(email=STUDIO.email))
            headers = {**_FRESH, **refusal.headers}
            if not wants_page(request.headers.get("accept")):
                content = {"state": "refused", "reason": reason, "problems": problems}
                return JSONResponse(content, refusal.status, headers)
            if refusal.fields is None:
                reason = f"{reason} {_said(STEP_BACK)}"
            page = self._page(language, refusal.status, refusal.fields or {}, problems, reason, alone=True)
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
        """The form's page filled in, `alone` without the scripts that would draw it anew; None if there is no build."""
        resource = self._export and self._export.find(url_for("inquiry", language))
        if not self._export or not resource:
            return None
        built = resource.representations[IDENTITY]
        html = static.content(self._export.folder / built.file, built.etag).decode()
        html = _SCRIPT.sub("", html) if alone else html
        # Where React takes the page over, it expects the texts that it has drawn.
        filled = fill(html, values, problems, reason, _estimate(language, values) if alone else "")
        headers = self._page_headers(resource.styles, has_scripts=not alone)
        return HTMLResponse(filled, status, {**headers, **_FRESH})


_FRESH = {"cache-control": "no-store"}


def owns(path: str) -> bool:
    """Whether the decoded URL `path` is one of those at which inquiries are taken."""
    return path in PATHS


def _too_many(error: TooManyError, fields: Mapping[str, str] | None) -> _Refusal:
    return _Refusal(429, too_many(error.seconds), fields, headers={"retry-after": str(ceil(error.seconds))})


async def _typed(request: Request) -> Mapping[str, str] | None:
    """What was typed into a form that is not to be taken: it is read where a page will show it again, and where it is
    no more than texts."""
    if not wants_page(request.headers.get("accept")):
        return None
    try:
        async with sent(request, MAX_TEXT_BYTES) as form:
            return form.fields
    except RefusedError:
        return None


def _said(text: Text) -> str:
    """A sentence in the language in use, typeset."""
    return polish(str(text), current().code)


def _seconds(given: str | None) -> float:
    """How long the page had been open, where it says so."""
    if given is None or not re.fullmatch(r"\d{1,9}", given, re.ASCII):
        return MIN_SECONDS
    return int(given)


def _estimate(language: Language, values: Mapping[str, str]) -> str:
    """The estimate of what is in the form, in one line; nothing where the price lists do not say."""
    pieces, colours = values.get("pieces", ""), values.get("colours", "1")
    if not re.fullmatch(r"\d{1,6}", pieces, re.ASCII) or not re.fullmatch(r"\d", colours, re.ASCII):
        return ""
    with use(language):
        found = estimate(values.get("what", ""), int(pieces), int(colours))
        return price(found.crowns) if found else ""
