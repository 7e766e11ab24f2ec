"""The contents of the staff pages (the desk), in the page's language. Only staff receive them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Literal
from urllib.parse import quote

from babel.dates import format_datetime
from babel.numbers import format_decimal

from app.content.inquiry import WHAT
from app.content.moments import studio_day
from app.content.workshops import PRAGUE, WORKSHOPS, is_called_off, is_over
from app.database.keys import readable_address
from app.desk.texts import BOOKINGS, HAS_RUN_OUT, MAIL_STATES, MAILS, STATES_OF_VOUCHERS, USE_QUESTION
from app.i18n import LANGUAGES, Text, _, current, language_of, ngettext, typeset, typeset_value
from app.i18n.formats import Day, day, price
from app.inquiries import actions, booking_texts
from app.inquiries.actions import Seats
from app.inquiries.search import PAGE_SIZE, Search, find
from app.inquiries.store import CHANGE, MOVED, STUDIO, Store, StoredFile, StoredInquiry, StoredMail
from app.routes import url_for
from app.settings import settings
from app.vouchers.orders import Order, Vouchers, order_address
from app.vouchers.payment import in_euros

Access = Literal["out", "down", "in"]
Verb = Literal["cancel", "move", "delete", "pay", "use"]

PAST_DATES_SHOWN = timedelta(days=31)


@dataclass(frozen=True)
class Row:
    """An inquiry in the list. `marks` contains words for the inquiry's state, such as “answered”."""

    href: str
    reference: str
    name: str
    what: str
    received: str
    iso: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class SeatRow:
    day: str
    taken: str
    left: str


@dataclass(frozen=True)
class VoucherRow:
    """A voucher order in the list. `what` contains the total if the order is unpaid, otherwise the voucher's value.

    `href` is empty if the order's inquiry was deleted. Only in this case, `use_question` is set: without the inquiry's
    page, staff use the list to mark the voucher as used.
    """

    href: str
    number: int
    what: str
    state: str
    use_question: str


@dataclass(frozen=True)
class Listed:
    rows: tuple[Row, ...]
    seats: tuple[SeatRow, ...]
    vouchers: tuple[VoucherRow, ...]
    state: str
    what: str
    text: str
    total: str
    page: int
    position: str
    has_newer: bool
    has_older: bool
    vouchers_total: str = ""  # a note such as “20 of 35”; empty if `vouchers` contains all open vouchers


@dataclass(frozen=True)
class Fact:
    name: str
    value: str


@dataclass(frozen=True)
class FileLink:
    href: str
    name: str
    size: str


@dataclass(frozen=True)
class MailLine:
    what: str
    state: str
    error: str
    is_failed: bool


@dataclass(frozen=True)
class DateChoice:
    id: str
    day: str
    left: str


@dataclass(frozen=True)
class Question:
    """The confirmation question for an action. `workshop` is the workshop to which a booking moves, or ""."""

    verb: Verb
    text: str
    workshop: str = ""


@dataclass(frozen=True)
class Opened:
    """The contents of an inquiry's page.

    - `deletion_state`: the state that a deletion expects (see `actions.delete`)
    - `workshop`: the workshop's ID, or ""
    - `can_change`: whether the inquiry is a booking that can still be changed
    - `voucher`: the number of the voucher's order, or 0
    - `pdf`: the URL of a valid voucher's PDF file
    - `unsent_mails`: the number of unsent emails to the customer
    """

    id: str
    reference: str
    name: str
    email: str
    mailto: str
    received: str
    iso: str
    state: str
    is_answered: bool
    deletion_state: str
    workshop: str
    can_change: bool
    can_confirm: bool
    voucher: int
    can_pay: bool
    can_use: bool
    use_question: str
    is_by_post: bool
    pdf: str
    facts: tuple[Fact, ...]
    message: str
    lang: str
    files: tuple[FileLink, ...]
    mails: tuple[MailLine, ...]
    has_failed_mail: bool
    unsent_mails: int
    dates: tuple[DateChoice, ...]


@dataclass(frozen=True)
class DeskView:  # not named `View`, because Reflex confuses dataclasses with the same name
    """The contents of the page at `path`.

    `said` is the last action's result. If `returned` is true, the first button gets focus. `inquiry` is the ID of the
    inquiry to show after signing in.
    """

    access: Access
    inquiry: str = ""
    path: str = ""
    language: str = ""
    said: str = ""
    returned: bool = False
    listed: Listed | None = None
    opened: Opened | None = None
    missing: bool = False
    question: Question | None = None


def listed_view(store: Store, search: Search, page: int) -> Listed:
    """Returns a page of the list, or the last page if `page` is too large. Blocks the thread.

    If the search text is the number or code of a voucher without an inquiry, this voucher comes first in `vouchers`.
    """
    found = find(store, search, page * PAGE_SIZE)
    now, vouchers = store.clock(), Vouchers(store.database, store.clock)
    searched = vouchers.search(search.text)
    orders = [searched] if searched and not searched.inquiry else []
    newest, count = vouchers.open()
    orders += [each for each in newest if each not in orders]
    pages = max(1, ceil(found.total / PAGE_SIZE))
    if page >= pages:
        page = pages - 1
        found = find(store, search, page * PAGE_SIZE)
    return Listed(
        rows=tuple(_row(stored) for stored in found.inquiries),
        vouchers=tuple(_voucher_row(each) for each in orders),
        seats=tuple(_seat_row(each, now) for each in actions.seats(store, _shown_dates(now))),
        state=search.state,
        what=search.what,
        text=search.text,
        total=typeset(ngettext("{n} enquiry", "{n} enquiries", found.total)),
        page=page,
        position=typeset(_("Page {n} of {count}").format(n=page + 1, count=pages)),
        has_newer=page > 0,
        has_older=page + 1 < pages,
        vouchers_total=_vouchers_total(len(newest), count) if len(newest) < count else "",
    )


def opened_view(store: Store, id: str) -> Opened | None:
    """Returns the contents of an inquiry's page, or None if there is no such inquiry. Blocks the thread."""
    stored = actions.read(store, id)
    if stored is None:
        return None
    inquiry, order = stored.inquiry, stored.voucher
    can_change = actions.can_change(stored, store.clock(), "studio")
    use_question = _use_question(order) if order else ""
    is_on_sale = store.capacity(stored.workshop) is not None
    return Opened(
        id=inquiry.id,
        reference=inquiry.reference,
        name=inquiry.name,
        email=readable_address(inquiry.email),
        mailto=f"mailto:{quote(inquiry.email, safe='@')}",
        received=_moment(stored.received),
        iso=_iso(stored.received),
        state=", ".join(_marks(stored)),
        is_answered=stored.answered is not None,
        deletion_state=actions.deletion_state(stored),
        workshop=stored.workshop,
        can_change=can_change,
        can_confirm=can_change and is_on_sale and stored.booking != "booked",
        voucher=order.number if order else 0,
        can_pay=bool(order and order.state == "ordered"),
        can_use=bool(use_question),
        use_question=use_question,
        is_by_post=bool(order and order.choice.is_by_post),
        pdf=f"{url_for('desk', current())}/vouchers/{order.number}.pdf" if order and order.code else "",
        facts=tuple(_facts(stored)),
        message=inquiry.message,
        lang=inquiry.language,
        files=tuple(_file_link(stored, number, file) for number, file in enumerate(stored.files, 1)),
        mails=tuple(_mail_line(mail) for mail in stored.mails),
        has_failed_mail=any(mail.is_failed for mail in stored.mails),
        unsent_mails=sum(mail.state != "sent" and not mail.kind.startswith(STUDIO) for mail in stored.mails),
        dates=tuple(_dates(store, stored)) if can_change else (),
    )


def question(opened: Opened, verb: Verb, workshop: str) -> Question | None:
    if verb == "delete":
        text = _(
            "Delete this enquiry for good, with its files and booking? {email} gets no e-mail. The e-mails in our "
            "mailbox stay: delete those, too ({reference})."
        )
        asked = typeset(text.format(email=opened.email, reference=opened.reference))
        if opened.unsent_mails:
            unsent = ngettext(
                "{n} e-mail to the customer has not been sent yet and never will be.",
                "{n} e-mails to the customer have not been sent yet and never will be.",
                opened.unsent_mails,
            )
            asked += " " + typeset(unsent)
        if opened.pdf:
            asked += " " + typeset(_("Its voucher stays valid and is then found only by its code or number."))
        return Question(verb, asked)
    if verb in ("pay", "use"):
        return _question_of_voucher(opened, verb)
    if not opened.can_change:
        return None
    if verb == "cancel":
        text = _("Cancel the booking for {date}? Its places are free at once, and {email} gets an e-mail.")
        return Question(verb, typeset(text.format(date=workshop_day(opened.workshop), email=opened.email)))
    chosen = next((each for each in opened.dates if each.id == workshop), None)
    if chosen is None:
        return None
    text = _("Move this booking to {date}? {email} gets an e-mail.")
    return Question(verb, typeset(text.format(date=chosen.day, email=opened.email)), workshop)


def _question_of_voucher(opened: Opened, verb: Verb) -> Question | None:
    if not (opened.can_pay if verb == "pay" else opened.can_use):
        return None
    if verb == "use":
        return Question(verb, opened.use_question)
    if opened.is_by_post:
        text = _(
            "Has the payment of order {number} arrived? The PDF comes to you by e-mail, for you to print and post, "
            "and {email} gets a confirmation."
        )
    else:
        text = _("Has the payment of order {number} arrived? The voucher goes out at once, and {email} gets an e-mail.")
    return Question(verb, typeset(text.format(number=opened.voucher, email=opened.email)))


def _row(stored: StoredInquiry) -> Row:
    inquiry = stored.inquiry
    what = str(WHAT.get(inquiry.what, inquiry.what))
    return Row(
        href=url_for("desk-inquiry", current(), inquiryId=inquiry.id),
        reference=inquiry.reference,
        name=inquiry.name,
        what=typeset(f"{what}, {workshop_day(inquiry.workshop)}" if inquiry.workshop else what),
        received=_moment(stored.received),
        iso=_iso(stored.received),
        marks=tuple(_marks(stored)),
    )


def _marks(stored: StoredInquiry) -> Iterable[str]:
    is_answered = stored.answered is not None
    if stored.booking:
        yield typeset(BOOKINGS[stored.booking])
    if is_answered or stored.cancelled is None:
        yield typeset(_("Answered") if is_answered else _("New"))
    if any(mail.is_failed for mail in stored.mails):
        yield typeset(_("Failed mail"))


def _facts(stored: StoredInquiry) -> Iterable[Fact]:
    inquiry = stored.inquiry
    language = next((each.name for each in LANGUAGES if each.code == inquiry.language), inquiry.language)
    rows: list[tuple[Text, object]] = [
        (_("What"), WHAT.get(inquiry.what, inquiry.what)),
        (_("Written in"), language),
    ]
    if stored.first_workshop:
        rows.append((_("Date before it was moved"), workshop_day(stored.first_workshop)))
    rows += stored.answers()
    estimate = stored.estimate()
    if estimate:
        rows.append((_("Price") if inquiry.has_fixed_price else _("Estimate"), price(estimate.crowns)))
    order = stored.voucher
    if order:
        rows.append((_("Order number"), str(order.number)))
        rows.append((_("State of the voucher"), STATES_OF_VOUCHERS[order.state]))
        if order.state == "ordered":
            address = settings().site_url + order_address(language_of(inquiry.language), order)
            total = price(order.choice.total) + in_euros(order)
            rows += [(_("To be paid"), total), (_("Page of the order"), address)]
        if order.valid_until:
            rows.append((_("Valid until"), Day(order.valid_until)))
    held_until = stored.held_until if stored.cancelled is None else None
    moments = (
        (_("Held until"), held_until),
        (_("Paid"), order.paid if order else None),
        (_("Used"), order.used if order else None),
        (_("Confirmed"), stored.confirmed),
        (_("Moved by the customer"), stored.moved),
        (_("Answered"), stored.answered),
        (_("Cancelled"), stored.cancelled),
    )
    rows += [(name, _moment(moment)) for name, moment in moments if moment is not None]
    return (Fact(typeset(name), typeset_value(value)) for name, value in rows)


def _dates(store: Store, stored: StoredInquiry) -> Iterable[DateChoice]:
    for each in actions.seats(store, [workshop.id for workshop in WORKSHOPS]):
        if each.workshop != stored.inquiry.workshop and each.free >= stored.inquiry.seats:
            yield DateChoice(each.workshop, workshop_day(each.workshop), _left(each.free))


def _shown_dates(now: float) -> list[str]:
    since = studio_day(now) - PAST_DATES_SHOWN
    return [each.id for each in WORKSHOPS if each.day >= since]


def _seat_row(seats: Seats, now: float) -> SeatRow:
    is_past = is_over(seats.workshop, datetime.fromtimestamp(now, PRAGUE))
    closed = _("over") if is_past else _("called off") if is_called_off(seats.workshop) else _("today")
    left = typeset(closed) if seats.places is None else _left(seats.free)
    taken = typeset(ngettext("{n} place taken", "{n} places taken", seats.taken))
    held = typeset(ngettext("{n} of them held", "{n} of them held", seats.held))
    return SeatRow(workshop_day(seats.workshop), f"{taken}, {held}" if seats.held else taken, left)


def _voucher_row(order: Order) -> VoucherRow:
    amount = price(order.choice.total) + in_euros(order) if order.paid is None else price(order.choice.crowns)
    what = typeset(f"{order.choice.title}, {amount}")
    href = url_for("desk-inquiry", current(), inquiryId=order.inquiry) if order.inquiry else ""
    use_question = "" if order.inquiry else _use_question(order)
    return VoucherRow(href, order.number, what, typeset(STATES_OF_VOUCHERS[order.state]), use_question)


def _use_question(order: Order) -> str:
    """Returns the question to ask before a voucher is marked as used, or "" if the voucher cannot be used."""
    if order.valid_until is None or order.used:
        return ""
    ran_out = HAS_RUN_OUT.format(date=day(order.valid_until)) if order.state == "expired" else ""
    asked = USE_QUESTION.format(number=order.number, kind=order.choice.title, price=price(order.choice.crowns))
    return typeset(f"{ran_out} {asked}".strip())


def _vouchers_total(shown: int, count: int) -> str:
    text = _("{shown} of {count}, the newest first. To find the others, search for their number or code.")
    return typeset(text.format(shown=shown, count=count))


def _left(seats: int) -> str:
    return typeset(ngettext("{n} place free", "{n} places free", seats) if seats else _("full"))


def _file_link(stored: StoredInquiry, number: int, file: StoredFile) -> FileLink:
    href = f"{url_for('desk', current())}/files/{stored.inquiry.id}/{number}"
    megabytes = format_decimal(max(0.01, file.size / 1e6), "#,##0.00", locale=current().locale)
    return FileLink(href, file.name, typeset(f"{megabytes}\u00a0MB, {file.ending.upper()}"))


def _mail_line(mail: StoredMail) -> MailLine:
    prefix = next((each for each in (MOVED, CHANGE) if mail.kind.startswith(each)), "")
    state = "retrying" if mail.state == "not sent" and mail.error else mail.state
    return MailLine(
        what=typeset(MAILS.get(mail.kind) or MAILS.get(prefix, mail.kind)),
        state=typeset(MAIL_STATES[state]),
        error=mail.error or "",
        is_failed=mail.is_failed,
    )


def workshop_day(workshop: str) -> str:
    return typeset(booking_texts.workshop_day(workshop))


def _moment(moment: float) -> str:
    at = datetime.fromtimestamp(moment, PRAGUE)
    pattern = "d. M. y H:mm" if current().code == "cs" else "d MMM y, H:mm"
    return typeset(format_datetime(at, pattern, locale=current().locale))


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, PRAGUE).isoformat(timespec="seconds")
