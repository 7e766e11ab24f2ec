"""Finds inquiries by state, kind and text. Blocks the thread. Raises `StoreError` if the database fails."""

import re
from dataclasses import dataclass
from typing import Literal, get_args

from app.database.keys import folded
from app.database.lazily import sql
from app.inquiries.store import Store, StoredInquiry
from app.vouchers import orders

State = Literal["all", "new", "answered", "booking", "held", "expired", "cancelled", "failed"]
STATES: tuple[State, ...] = get_args(State)
PAGE_SIZE = 20
MAX_SEARCH_CHARS = 100
PHONE_DIGITS = 9
"""The number of digits in a Czech phone number, without the country code."""
SEPARATORS = " ()./-"
PLAIN = str.maketrans("łøđı’‘„“”‐–—", 'lodi\'\'"""---')
"""Replacements for characters that `folded()` retains. Queries also apply them to the stored texts of inquiries."""


@dataclass(frozen=True)
class Search:
    """Search criteria: a state, a kind of inquiry (`what`), and `text`.

    `text` is a phone number, a voucher's number or code, or words in any order from the name, address, message or ID.
    """

    state: State = "all"
    what: str = ""
    text: str = ""


@dataclass(frozen=True)
class Found:
    """A page of search results, newest first. `total` counts the results on all pages."""

    inquiries: tuple[StoredInquiry, ...]
    total: int


def find(store: Store, search: Search, offset: int = 0, limit: int | None = PAGE_SIZE) -> Found:
    """Returns a page of matching inquiries. Without `limit`, the page contains all inquiries from `offset` on."""
    inquiries = sql.inquiries.c
    conditions = [_in_state(search.state, store.clock())]
    if search.what:
        conditions.append(inquiries.what == search.what)
    if text := search.text[:MAX_SEARCH_CHARS].strip():
        conditions.append(_matches(text))
    with store.connected() as connection:
        total = connection.execute(sql.select(sql.func.count(inquiries.id)).where(*conditions)).scalar_one()
        query = sql.select(inquiries.id).where(*conditions).order_by(inquiries.received.desc(), inquiries.id)
        ids = connection.scalars(query.limit(limit).offset(offset)).all()
        return Found(tuple(stored for id in ids if (stored := store.read(connection, id))), total)


def _matches(text: str) -> "sql.ColumnElement[bool]":
    inquiries = sql.inquiries.c
    plain: sql.ColumnElement[str] = inquiries.searched
    for each, replacement in PLAIN.items():
        plain = sql.func.replace(plain, chr(each), chr(replacement))
    has_words = (plain.contains(word, autoescape=True) for word in folded(text).translate(PLAIN).split())
    of_voucher = sql.select(sql.vouchers.c.inquiry).where(orders.named(text))
    matches = [sql.and_(sql.true(), *has_words), inquiries.id.in_(of_voucher)]
    # A phone number can be typed with or without the country code.
    digits = text.removeprefix("+").translate(str.maketrans("", "", SEPARATORS))
    if re.fullmatch(r"[0-9]{6,}", digits):
        compact = plain
        for each in SEPARATORS:
            compact = sql.func.replace(compact, each, "")
        matches.append(compact.contains(digits[-PHONE_DIGITS:]))
    return sql.or_(*matches)


def _in_state(state: State, now: float) -> "sql.ColumnElement[bool]":
    inquiries, mails = sql.inquiries.c, sql.mails.c
    is_active = inquiries.cancelled.is_(None)
    is_failed = sql.and_(mails.sent.is_(None), sql.or_(mails.due.is_(None), mails.error.is_not(None)))
    conditions = {
        "all": sql.true(),
        "new": sql.and_(inquiries.answered.is_(None), is_active),
        "answered": inquiries.answered.is_not(None),
        "booking": sql.and_(inquiries.workshop.is_not(None), inquiries.held_until.is_(None), is_active),
        "held": sql.and_(inquiries.held_until > now, is_active),
        "expired": sql.and_(inquiries.held_until <= now, is_active),
        "cancelled": inquiries.cancelled.is_not(None),
        "failed": inquiries.id.in_(sql.select(mails.inquiry).where(is_failed)),
    }
    return conditions[state]
