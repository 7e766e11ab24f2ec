"""Stores voucher orders and marks them as paid or used. All functions are blocking.

All personal data is in the inquiry of the order. When the inquiry is deleted, the order is retained for accounting,
and a paid voucher stays valid.
"""

import base64
import hashlib
import hmac
import re
import secrets
import time
from calendar import monthrange
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, TypeVar

from app.content.estimate import EMAIL, POST
from app.content.moments import studio_day
from app.content.workshops import PRAGUE
from app.database.database import LOST_ORDERS, Database, lock, secret_key
from app.database.keys import digest
from app.database.lazily import sql
from app.database.mails import queue_mails
from app.i18n import Language, language_of, use
from app.i18n.formats import CZK_PER
from app.routes import url_for
from app.vouchers import codes
from app.vouchers.choice import Choice, months_of

KEY = "vouchers"
"""The name of the stored secret key for order tokens."""
ORDERED, SENT, TO_PRINT = "sender", "voucher", "studio-voucher"
"""The emails about an order: payment instructions, the paid voucher, and the studio's reminder to print and post it."""
NUMBERS_PER_YEAR = 100_000
"""The range of order numbers per year. The first order of 2026 has the number 2600001."""
PENDING_SECONDS = 7 * 86_400
MAX_PENDING, MAX_PENDING_OF_ORDER = 100, 3
"""Limits on pending card payments: their maximum age, their total number, and their number per order."""
MAX_OPEN_SHOWN = 20
"""The maximum number of unpaid orders, and of valid vouchers, in the desk's list. Anybody can place unpaid orders."""
SKIPPED_NUMBERS = 1000
"""The size of the gap in order numbers after a restore. Lost orders may have the skipped numbers."""

T = TypeVar("T")
State = Literal["ordered", "valid", "used", "expired", "deleted"]
Reason = Literal["missing", "paid", "unpaid", "used"]
Settlement = Literal["paid", "known", "surplus"]
"""The result of a card payment: the order is paid, the payment was already recorded, or a refund is needed."""


@dataclass(eq=False)
class VoucherError(Exception):
    """Raised when an order does not allow an action. The order remains unchanged."""

    reason: Reason


@dataclass(frozen=True)
class Recipient:
    """The personal data of an order."""

    customer: str = field(repr=False)
    email: str = field(repr=False)
    language: str
    name: str = field(repr=False)
    message: str = field(repr=False)
    address: str = field(repr=False)


@dataclass(frozen=True)
class Order:
    """A voucher order. `ordered`, `paid` and `used` are Unix times. `recipient` is None after the inquiry is deleted.

    `number` is also the payment's reference (variable symbol). `code` is set while the voucher is valid.
    """

    number: int
    choice: Choice
    ordered: float
    state: State
    inquiry: str | None = None
    paid: float | None = None
    valid_until: date | None = None
    used: float | None = None
    code: str | None = field(default=None, repr=False)
    token: str = field(default="", repr=False)
    recipient: Recipient | None = None


@dataclass(frozen=True)
class CardPayment:
    """A card payment that a customer has started. `id` is the provider's ID. `voucher` is the order number."""

    id: str
    voucher: int
    paid: float | None = None


@dataclass(frozen=True)
class Verdict:
    """The result of checking a voucher code, without personal data."""

    state: Literal["valid", "used", "expired", "unknown"]
    choice: Choice | None = None
    valid_until: date | None = None
    used: float | None = None


def order_address(language: Language, order: Order) -> str:
    """Returns the path of the order's page with its secret token."""
    return f"{url_for('vouchers-order', language)}?token={order.token}"


class Vouchers:
    """The orders in the database. Methods raise `StoreError` if the database fails."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def all(self) -> list[Order]:
        """Returns the orders, newest first."""
        return self._found(sql.true())

    def open(self) -> tuple[list[Order], int]:
        """Returns the newest unpaid orders and valid vouchers, and the total number of such orders."""
        if not self._database.exists():
            return [], 0
        vouchers, now = sql.vouchers.c, self._clock()
        is_ordered = sql.and_(vouchers.paid.is_(None), vouchers.inquiry.is_not(None))
        is_valid = sql.and_(vouchers.used.is_(None), vouchers.valid_until >= studio_day(now))
        count = sql.select(sql.func.count(vouchers.number)).where(sql.or_(is_ordered, is_valid))
        with self._database.connected() as connection:
            ordered = _read_all(connection, now, is_ordered, limit=MAX_OPEN_SHOWN)
            valid = _read_all(connection, now, is_valid, vouchers.paid.desc(), limit=MAX_OPEN_SHOWN)
            return [*ordered, *valid], connection.execute(count).scalar_one()

    def _found(self, condition: "sql.ColumnElement[bool]") -> list[Order]:
        if not self._database.exists():
            return []
        with self._database.connected() as connection:
            return _read_all(connection, self._clock(), condition)

    def find(self, number: int) -> Order | None:
        return _first(self._found(sql.vouchers.c.number == number))

    def search(self, text: str) -> Order | None:
        """Returns the order whose code or number is in a text."""
        return _first(self._found(named(text)))

    def by_token(self, token: str) -> Order | None:
        return _first(self._found(sql.vouchers.c.link == digest(token)))

    def check(self, typed: str) -> Verdict:
        code = codes.normalised(typed)
        order = _first(self._found(sql.vouchers.c.digest == digest(code))) if code else None
        if order is None or order.state not in ("valid", "used", "expired"):
            return Verdict("unknown")
        return Verdict(order.state, order.choice, order.valid_until, order.used)

    def mark_paid(self, number: int, *, mailed: bool, on: date | None = None) -> Order:
        """Marks an order as paid and its voucher as valid. If `mailed`, queues emails about the payment.

        `on` is the day of payment, by default today. Raises VoucherError if the order is already paid.
        """
        with self._changing(number) as (connection, order):
            if order.paid is not None:
                raise VoucherError("paid")
            return _mark_paid(connection, order, self._clock(), mailed=mailed, on=on)

    def add_card_payment(self, number: int, id: str, earlier: int) -> bool:
        """Stores a card payment if the order is unpaid and still has `earlier` payments.

        Returns False if another process has changed the order.
        """
        payment = {"id": id, "voucher": number, "started": self._clock()}
        count = sql.select(sql.func.count()).where(sql.card_payments.c.voucher == number)
        with self._changing(number) as (connection, order):
            if order.state != "ordered" or connection.scalar(count) != earlier:
                return False
            connection.execute(sql.insert(sql.card_payments).values(payment))
            return True

    def card_payments(self, number: int) -> list[CardPayment]:
        """Returns the card payments of an order, newest first."""
        return self._payments(sql.card_payments.c.voucher == number)

    def card_payment(self, id: str) -> CardPayment | None:
        return _first(self._payments(sql.card_payments.c.id == id))

    def pending_card_payments(self, number: int | None = None) -> list[CardPayment]:
        """Returns recent unpaid card payments of one order, or of all orders. The newest payments come first."""
        if not self._database.exists():
            return []
        payments, limit = sql.card_payments.c, MAX_PENDING_OF_ORDER if number else MAX_PENDING
        is_recent = payments.started > self._clock() - PENDING_SECONDS
        is_of_order = sql.true() if number is None else payments.voucher == number
        return self._payments(sql.and_(payments.paid.is_(None), is_recent, is_of_order))[:limit]

    def _payments(self, condition: "sql.ColumnElement[bool]") -> list[CardPayment]:
        payments = sql.card_payments.c
        query = sql.select(payments.id, payments.voucher, payments.paid).where(condition)
        with self._database.connected() as connection:
            found = connection.execute(query.order_by(payments.started.desc(), payments.id.desc()))
            return [CardPayment(*row) for row in found]

    def settle_card_payment(self, payment: CardPayment, *, mailed: bool) -> Settlement:
        """Records that a card payment has arrived. Marks the order as paid, unless it is already paid or deleted."""
        id, now = sql.card_payments.c.id, self._clock()
        with self._changing(payment.voucher) as (connection, order):
            unpaid = sql.update(sql.card_payments).where(id == payment.id, sql.card_payments.c.paid.is_(None))
            if not connection.execute(unpaid.values(paid=now)).rowcount:
                return "known"
            if order.state != "ordered":
                return "surplus"
            _mark_paid(connection, order, now, mailed=mailed)
            return "paid"

    def mark_used(self, number: int) -> Order:
        """Marks a voucher as used and deletes its code. Raises VoucherError if the voucher is unpaid or already used.

        An expired voucher can be used, because it may have paid for a workshop while it was valid.
        """
        with self._changing(number) as (connection, order):
            _check_usable(order)
            now = self._clock()
            connection.execute(_update_of(number).values(used=now, code=None))
            _delete_unsent(connection, order, SENT, TO_PRINT)
            return replace(order, used=now, code=None, state="used")

    def extend(self, number: int, until: date, used: float | None = None) -> Order:
        """Changes a voucher's last day and marks the voucher as unused. Creates a new code if the code was deleted.

        Raises VoucherError if the voucher is unpaid, or if its time of use is not `used`, which the caller has read.
        """
        with self._changing(number) as (connection, order):
            if order.paid is None:
                raise VoucherError("unpaid")
            if order.used != used:
                raise VoucherError("used")
            code = order.code or codes.new_code()
            connection.execute(_update_of(number).values(valid_until=until, used=None, code=code, digest=digest(code)))
            is_valid = until >= studio_day(self._clock())
            return replace(order, valid_until=until, used=None, code=code, state="valid" if is_valid else "expired")

    @contextmanager
    def _changing(self, number: int) -> Generator["tuple[sql.Connection, Order]"]:
        is_it = sql.vouchers.c.number == number
        with self._database.transaction() as connection:
            connection.execute(sql.select(sql.vouchers.c.number).where(is_it).with_for_update())
            order = _read(connection, self._clock(), is_it)
            if order is None:
                raise VoucherError("missing")
            yield connection, order


def place(connection: "sql.Connection", inquiry: str, choice: Choice, language: str, now: float) -> None:
    """Stores the order of an inquiry with the year's next order number.

    After the database is restored from a backup, the first order skips some numbers. Customers might still pay for
    orders that are lost, and these payments must not match a new order.
    """
    lock(connection, "voucher numbers")
    first = studio_day(now).year % 100 * NUMBERS_PER_YEAR
    numbers, end = sql.select(sql.func.max(sql.vouchers.c.number)), first + NUMBERS_PER_YEAR - 1
    last = connection.scalar(numbers.where(sql.vouchers.c.number.between(first, end)))
    if last == end:  # if a year's numbers are used up, continues with the next year's
        last = connection.scalar(numbers)
    is_after_restore = connection.execute(sql.delete(sql.records).where(sql.records.c.key == LOST_ORDERS)).rowcount
    link = digest(_token(secret_key(connection, KEY), inquiry))
    # If a deleted inquiry is sent again, the new order gets the old order's link. The old order gets a random link.
    connection.execute(sql.update(sql.vouchers).where(sql.vouchers.c.link == link).values(link=secrets.token_bytes()))
    with use(language_of(language)):
        buys = str(choice.buys)
    values = {
        "number": (last or first) + (SKIPPED_NUMBERS if is_after_restore else 0) + 1,
        "inquiry": inquiry,
        "link": link,
        "kind": choice.kind,
        "crowns": choice.crowns,
        "postage": choice.postage,
        "delivery": POST if choice.is_by_post else EMAIL,
        "months": choice.months,
        "euro_rate": str(choice.euro_rate),
        "buys": buys,
        "ordered": now,
    }
    connection.execute(sql.insert(sql.vouchers).values(values))


def _check_usable(order: Order) -> None:
    if order.used is not None:
        raise VoucherError("used")
    if order.paid is None:
        raise VoucherError("unpaid")


def _mark_paid(
    connection: "sql.Connection", order: Order, now: float, *, mailed: bool, on: date | None = None
) -> Order:
    paid = min(now, datetime.combine(on, datetime.max.time(), PRAGUE).timestamp()) if on else now
    code, until = codes.new_code(), _months_later(studio_day(paid), order.choice.months)
    values = {"paid": paid, "valid_until": until, "code": code, "digest": digest(code)}
    connection.execute(_update_of(order.number).values(values))
    _delete_unsent(connection, order, ORDERED)  # deletes the request for payment, so that nobody pays twice
    if mailed and order.inquiry:
        kinds = (SENT, TO_PRINT) if order.choice.is_by_post else (SENT,)
        queue_mails(connection, order.inquiry, kinds, now)
    return replace(order, paid=paid, valid_until=until, code=code, state="valid")


def _delete_unsent(connection: "sql.Connection", order: Order, *kinds: str) -> None:
    mails = sql.mails.c
    is_unsent = (mails.inquiry == order.inquiry, mails.recipient.in_(kinds), mails.sent.is_(None))
    connection.execute(sql.delete(sql.mails).where(*is_unsent))


def of_inquiry(connection: "sql.Connection", inquiry: str, now: float) -> Order | None:
    return _read(connection, now, sql.vouchers.c.inquiry == inquiry)


def named(text: str) -> "sql.ColumnElement[bool]":
    """Returns a condition for the order whose code is `text`, or whose number is in `text`, such as "0002600001"."""
    is_it = sql.false()
    if code := codes.normalised(text):
        is_it |= sql.vouchers.c.digest == digest(code)
    if number := re.search(r"(?<![0-9])0*([0-9]{7})(?![0-9])", text):
        is_it |= sql.vouchers.c.number == int(number[1])
    return is_it


def with_valid_vouchers(now: float) -> "sql.Select[tuple[str]]":
    vouchers = sql.vouchers.c
    is_valid = (vouchers.used.is_(None), vouchers.valid_until >= studio_day(now), vouchers.inquiry.is_not(None))
    return sql.select(vouchers.inquiry).where(*is_valid)


def forget_expired_codes(connection: "sql.Connection", now: float) -> None:
    vouchers = sql.vouchers.c
    is_expired = (vouchers.code.is_not(None), vouchers.valid_until < studio_day(now))
    connection.execute(sql.update(sql.vouchers).where(*is_expired).values(code=None))


def _read(connection: "sql.Connection", now: float, condition: "sql.ColumnElement[bool]") -> Order | None:
    return _first(_read_all(connection, now, condition))


def _read_all(
    connection: "sql.Connection",
    now: float,
    condition: "sql.ColumnElement[bool]",
    *order: "sql.ColumnElement[Any]",
    limit: int | None = None,
) -> list[Order]:
    vouchers, inquiries = sql.vouchers, sql.inquiries.c
    personal = (inquiries.name, inquiries.email, inquiries.language, inquiries.details)
    query = sql.select(vouchers, *personal).select_from(vouchers.outerjoin(sql.inquiries)).where(condition)
    key = secret_key(connection, KEY)
    rows = connection.execute(query.order_by(*order, vouchers.c.number.desc()).limit(limit)).mappings()
    return [_order(row, key, now) for row in rows]


def _order(row: "sql.RowMapping", key: bytes, now: float) -> Order:
    return Order(
        number=row["number"],
        choice=_choice(row),
        ordered=row["ordered"],
        state=_state(row, now),
        inquiry=row["inquiry"],
        paid=row["paid"],
        valid_until=row["valid_until"],
        used=row["used"],
        code=row["code"],
        token=_token(key, row["inquiry"]) if row["inquiry"] else "",
        recipient=_recipient(row) if row["inquiry"] else None,
    )


def _choice(row: "sql.RowMapping") -> Choice:
    kind, postage = row["kind"], row["postage"]
    # Orders of earlier releases lack the delivery, the validity, the exchange rate and the goods.
    is_by_post = postage > 0 if row["delivery"] is None else row["delivery"] == POST
    months = months_of(kind) if row["months"] is None else row["months"]
    rate = CZK_PER["EUR"] if row["euro_rate"] is None else Decimal(row["euro_rate"])
    return Choice(kind, row["crowns"], is_by_post, postage, months, rate, row["buys"] or "")


def _recipient(row: "sql.RowMapping") -> Recipient:
    details: dict[str, str] = row["details"] or {}
    return Recipient(
        customer=row["name"],
        email=row["email"],
        language=row["language"],
        name=details.get("recipient", ""),
        message=details.get("message", ""),
        address=details.get("address", ""),
    )


def _state(row: "sql.RowMapping", now: float) -> State:
    if row["used"] is not None:
        return "used"
    if row["paid"] is None:
        return "ordered" if row["inquiry"] else "deleted"
    return "valid" if row["valid_until"] >= studio_day(now) else "expired"


def _first(found: Sequence[T]) -> T | None:
    return found[0] if found else None


def _token(key: bytes, inquiry: str) -> str:
    # The token depends only on the inquiry's ID, so that each email contains the same link.
    derived = hmac.digest(key, inquiry.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(derived).decode().rstrip("=")


def _update_of(number: int) -> "sql.Update":
    return sql.update(sql.vouchers).where(sql.vouchers.c.number == number)


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
