"""Receives forms at `/inquiries`. Responds to browsers with a page and to scripts with JSON."""

import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from app.content.estimate import PRICE_DIGEST, PRICES
from app.content.inquiry import PREFILLED, REFERENCE, removed_options
from app.content.inquiry_messages import (
    FILES_GONE,
    ID_USED,
    NOT_HUMAN,
    NOT_OURS,
    NOT_STORED,
    OUTDATED,
    PRICE_CHANGED,
    PRICE_NOW,
    STEP_BACK,
    TOO_MANY_SEATS,
    TOO_SOON,
    WRONG,
    full,
    too_many,
)
from app.content.inquiry_values import asked, estimate_of
from app.content.moments import utc_time
from app.content.studio import STUDIO
from app.database.errors import StoreError
from app.http.built_pages import BuiltPages
from app.http.client import networks
from app.http.draining import Body, Drain
from app.http.filled_page import Contents, fill
from app.http.methods import READING, require_method
from app.http.negotiation import wants_page
from app.http.origin import is_fetched_from, is_own_origin
from app.http.shares import Shares
from app.i18n import LANGUAGES, Language, Text, _, current, language_of, typeset, use
from app.i18n.formats import Crowns, price
from app.inquiries import limits
from app.inquiries.booking_texts import receipt_text
from app.inquiries.check import file_name
from app.inquiries.form import Form, FormError, read_form
from app.inquiries.form_page import form_page
from app.inquiries.quotas import TooManyInquiriesError, TooManySeatsError
from app.inquiries.service import InquiryService
from app.inquiries.store import SENDER, FullError, IdUsedError, PriceChangedError, StoredInquiry
from app.routes import url_for
from app.settings import Settings
from app.vouchers.orders import Order, order_address
from app.vouchers.payment import payments

PATH = "/inquiries"
PATHS = tuple(language.prefix + PATH for language in LANGUAGES)
HONEYPOT, SECONDS, TOTAL = "website", "seconds", "total"
"""Names of fields: the honeypot, the number of seconds spent on the page, and the displayed price in crowns."""
_THANKS, _HELD = "inquiry-thanks", "inquiry-held"

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class _RefusalError(Exception):
    """Raised when a form is rejected. The error page shows the texts of `form` again."""

    status: int
    reason: Text
    form: Form | None = field(default=None, repr=False)
    problems: Mapping[str, Text] = field(default_factory=dict[str, Text])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    state: str = "refused"
    crowns: int | None = None
    """The order's actual price. None unless the form showed a different price."""


class FormEndpoint:
    """Receives submitted forms. Responds with plain text if the site's pages are not built.

    If `is_staff` returns True for the request, limits per sender do not apply.
    """

    def __init__(
        self,
        settings: Settings,
        service: InquiryService,
        pages: BuiltPages,
        is_staff: Callable[[Scope], Awaitable[bool]],
        *,
        dev: bool = False,
    ) -> None:
        self._settings = settings
        self._service = service
        self._pages = pages
        self._is_staff = is_staff
        self._dev = dev
        most, most_of_sender = limits.MAX_OPEN_FORMS, limits.MAX_OPEN_FORMS_OF_SENDER
        self._shares = Shares(most, most_of_sender, limits.RESERVED_OPEN_FORMS)
        self._drain = Drain(most, most_of_sender)

    async def respond(self, scope: Scope, receive: Receive, path: str) -> Response:
        language = language_of(path)
        if scope["method"] in READING:
            return RedirectResponse(url_for("inquiry", language), 303)
        require_method(scope, *READING, "POST")
        body = Body(receive)
        request = Request(scope, body.receive)
        sender = networks(scope, self._settings)
        try:
            stored = await self._receive(request, sender, language)
        except _RefusalError as refusal:
            await self._drain.take(body, sender)
            return self._refused(request, language, refusal)
        except ClientDisconnect:
            return Response(status_code=400)
        if not wants_page(request.headers.get("accept")):
            with use(language):
                return JSONResponse(_receipt(stored, by_card=self._service.checkout is not None), 201, _FRESH)
        if stored.voucher:
            return RedirectResponse(order_address(language, stored.voucher), 303, _FRESH)
        page = _HELD if stored.booking == "held" else _THANKS
        return RedirectResponse(f"{url_for(page, language)}?{REFERENCE}={stored.inquiry.reference}", 303, _FRESH)

    def prefilled(self, path: str, query: str) -> Response | None:
        """Fills the form page or the thank-you page with values from the query. Returns None if no value is valid."""
        language = language_of(path)
        if path not in (url_for(page, language) for page in ("inquiry", _THANKS, _HELD)):
            return None
        try:
            fields = parse_qsl(query, max_num_fields=limits.MAX_QUERY_FIELDS)
        except ValueError:
            return None
        if path != url_for("inquiry", language):
            return self._thanks(path, language, dict(fields).get(REFERENCE, ""))
        values = {name: value for name, value in fields if name in PREFILLED}
        removed = removed_options(values)
        with use(language):
            problems = {name: typeset(text) for name, text in removed.items()}
        # A page with error messages has no scripts, because React would remove the messages.
        return self._page(language, 200, values, problems, has_scripts=not problems) if values else None

    def _thanks(self, path: str, language: Language, reference: str) -> Response | None:
        """Returns the thank-you page with the inquiry's reference. Caches must not store the page."""
        # The page contains no scripts, because React would remove the reference from the HTML.
        page = self._pages.find(path)
        if not page or not re.fullmatch("[0-9A-F]{8}", reference):
            return None
        with use(language):
            text = typeset(_("Your reference: {reference}").format(reference=reference))
        filled = fill(page.html, Contents({REFERENCE: text}), (REFERENCE,))
        return HTMLResponse(filled, 200, {**page.headers, **_FRESH})

    async def _receive(self, request: Request, sender: Sequence[str], language: Language) -> StoredInquiry:
        if not self._is_own_form(request):
            raise _RefusalError(403, NOT_OURS, _EMPTY)
        if not await self._shares.acquire(sender, limits.MAX_WAIT_SECONDS):
            raise _RefusalError(503, NOT_STORED)
        is_timeout = False
        try:
            limited = () if await self._is_staff(request.scope) else sender
            await self._check_rate_limit(request, limited)
            async with read_form(request, limits.MAX_BODY_BYTES) as form:
                return await self._store(form, limited, language, request.query_params.get(PRICES, PRICE_DIGEST))
        except FormError as error:
            is_timeout = error.is_timeout
            raise _RefusalError(error.status, error.reason) from None
        except OSError as error:  # for example, the disk is full
            logger.error("Reading an inquiry failed (%s); answering 503", error)
            raise _RefusalError(503, NOT_STORED) from None
        finally:
            self._shares.release(sender, failed=is_timeout)

    def _is_own_form(self, request: Request) -> bool:
        is_fetched = is_fetched_from(request.headers, "same-origin")
        return is_fetched and is_own_origin(request.scope, self._settings.site_url, dev=self._dev)

    async def _check_rate_limit(self, request: Request, sender: Sequence[str]) -> None:
        try:
            await self._service.check_rate_limit(sender)
        except TooManyInquiriesError as error:
            raise _too_many_inquiries(error, await _read_small_form(request)) from None
        except StoreError:
            pass  # `_store` will report the database error

    async def _store(self, form: Form, sender: Sequence[str], language: Language, prices: str) -> StoredInquiry:
        fields = form.fields
        if fields.get(HONEYPOT):
            raise _RefusalError(422, NOT_HUMAN, form)
        if _seconds_on_page(fields.get(SECONDS)) < limits.MIN_SECONDS_ON_PAGE:
            raise _RefusalError(422, TOO_SOON, form)
        shown_crowns = _shown_crowns(fields, prices)
        try:
            checked = await self._service.check(form, language)
            if checked.inquiry is None:
                raise _RefusalError(422, WRONG, form, checked.problems)
            return await self._service.submit(checked.inquiry, checked.uploads, sender, shown_crowns)
        except TooManyInquiriesError as error:
            raise _too_many_inquiries(error, form) from None
        except FullError as error:
            raise _RefusalError(409, full(error.free), form, {"workshop": full(error.free)}) from None
        except TooManySeatsError:
            raise _RefusalError(409, TOO_MANY_SEATS, form, {"workshop": TOO_MANY_SEATS}) from None
        except PriceChangedError as error:
            reason = (PRICE_CHANGED if shown_crowns else PRICE_NOW).format(price=Crowns(error.crowns))
            raise _RefusalError(409, reason, form, crowns=error.crowns) from None
        except IdUsedError:
            raise _RefusalError(409, ID_USED, form, state="conflict") from None
        except StoreError as error:
            logger.error("Storing an inquiry failed (%s); answering 503", error)
            raise _RefusalError(503, NOT_STORED, form) from None

    def _refused(self, request: Request, language: Language, refusal: _RefusalError) -> Response:
        form = refusal.form or _EMPTY
        fields = form.fields
        with use(language):
            problems = {name: typeset(text) for name, text in refusal.problems.items()}
            reason = typeset(refusal.reason.format(email=STUDIO.email))
            headers = {**_FRESH, **refusal.headers}
            if not wants_page(request.headers.get("accept")):
                is_outdated = _is_outdated(fields, problems)
                reason = typeset(OUTDATED) if is_outdated else reason
                id = {"id": fields["id"]} if fields.get("id") else {}
                crowns = {"crowns": refusal.crowns} if refusal.crowns is not None else {}
                outdated = {"outdated": True} if is_outdated else {}
                content = {"state": refusal.state, **id, "reason": reason, "problems": problems, **crowns, **outdated}
                return JSONResponse(content, refusal.status, headers)
            if refusal.form is None:
                reason = f"{reason} {typeset(STEP_BACK)}"
            note = "" if "files" in problems else _file_note(form)
            shown = f"{reason} {note}".strip()
            page = self._page(language, refusal.status, fields, problems, shown, note, has_scripts=False)
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
        file_note: str = "",
        *,
        has_scripts: bool = True,
    ) -> Response | None:
        """Returns the form's page with the given values, or None if the page is not built."""
        page = self._pages.find(url_for("inquiry", language), has_scripts=has_scripts)
        if not page:
            return None
        # On pages with scripts, React calculates the price estimate.
        amount = "" if has_scripts else _estimate(language, values)
        filled = form_page(page.html, values, problems, reason, amount, file_note)
        return HTMLResponse(filled, status, {**page.headers, **_FRESH})


def _is_outdated(fields: Mapping[str, str], problems: Collection[str]) -> bool:
    """Whether the visitor's form is outdated: an error concerns a field that the form lacks, or a removed option."""
    removed = removed_options(fields)
    return any(name in removed or (name not in fields and name != "files") for name in problems)


_EMPTY = Form({}, ())
_FRESH = {"cache-control": "no-store"}


def owns(path: str) -> bool:
    return path in PATHS


def _receipt(stored: StoredInquiry, *, by_card: bool) -> dict[str, object]:
    """Returns the data for the JSON response: reference, booking state and order number.

    `by_card` is true if orders can be paid by card.
    """
    # The customer gets no mail if SMTP_URL is unset or a limit on confirmation emails is reached.
    is_mailed = any(mail.kind == SENDER for mail in stored.mails)
    receipt: dict[str, object] = {
        "state": "sent",
        "id": stored.inquiry.id,
        REFERENCE: stored.inquiry.reference,
        "mailed": is_mailed,
    }
    if stored.booking:
        until = {"until": utc_time(stored.held_until)} if stored.held_until is not None else {}
        receipt["booking"] = {"state": stored.booking, **until, "text": typeset(receipt_text(stored))}
    if stored.voucher:
        receipt["order"] = {
            "number": stored.voucher.number,
            "address": order_address(current(), stored.voucher),
            "text": typeset(_order_text(stored.voucher, by_card=by_card, is_mailed=is_mailed)),
        }
    return receipt


def _order_text(order: Order, *, by_card: bool, is_mailed: bool) -> Text:
    mailed = _("Your order number is {number}. How to pay is on the page of your order.")
    unmailed = _(
        "Your order number is {number}. How to pay is on the page of your order. No e-mail comes for this order, so "
        "please keep the address of its page."
    )
    payable = mailed if is_mailed else unmailed
    follows = _("Your order number is {number}. You’ll get the payment details by e-mail on the next working day.")
    is_payable = by_card or payments(order.number, order.choice.total, order.choice.euro_rate)
    return (payable if is_payable else follows).format(number=order.number)


def _too_many_inquiries(error: TooManyInquiriesError, form: Form | None) -> _RefusalError:
    return _RefusalError(429, too_many(error.seconds), form, headers={"retry-after": str(ceil(error.seconds))})


async def _read_small_form(request: Request) -> Form | None:
    """Reads the form for the error page. Returns None if the client wants JSON or sent an invalid form."""
    if not wants_page(request.headers.get("accept")):
        return None
    try:
        async with read_form(request, limits.MAX_TEXT_BYTES) as form:
            return form
    except FormError:
        return None


def _file_note(form: Form) -> str:
    """Returns text that asks the visitor to choose the files again, because a page cannot preselect files."""
    names = ", ".join(file_name(each.filename or "") for each in form.files)
    has_field = any(each.name == "files" for each in asked(form.fields))
    return typeset(FILES_GONE).format(names=names) if names and has_field else ""


def _seconds_on_page(given: str | None) -> float:
    """Returns the seconds that the visitor spent on the page. For an invalid value, returns the required minimum."""
    if given is None or not re.fullmatch(r"\d{1,9}", given, re.ASCII):
        return limits.MIN_SECONDS_ON_PAGE
    return int(given)


def _shown_crowns(fields: Mapping[str, str], prices: str) -> int | None:
    """Returns the total that the form sent.

    If the form's script did not run, the form sends no total. In that case, returns None (unknown) if `prices` is
    today's price digest, otherwise 0, which differs from every price.
    """
    given = fields.get(TOTAL, "")
    if re.fullmatch(r"\d{1,9}", given, re.ASCII):
        return int(given)
    return None if prices == PRICE_DIGEST else 0


def _estimate(language: Language, values: Mapping[str, str]) -> str:
    found = estimate_of(values)
    with use(language):
        return price(found.crowns) if found else ""
