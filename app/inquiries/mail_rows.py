"""Creates tables that describe inquiries in emails."""

from collections.abc import Iterator

from app.content.inquiry import WHAT
from app.content.inquiry_values import note_of
from app.content.studio import STUDIO
from app.content.workshops import TITLE, find
from app.i18n import _, ngettext, typeset
from app.i18n.formats import number, price, price_with_estimate
from app.inquiries.booking_texts import state_text, workshop_day
from app.inquiries.store import StoredInquiry
from app.mails import Block, Paragraph, Row, Rows


def workshop_rows(stored: StoredInquiry) -> Iterator[Row]:
    inquiry = stored.inquiry
    workshop = find(stored.workshop)
    yield _("Workshop"), TITLE
    yield _("Date"), workshop.name if workshop else typeset(workshop_day(stored.workshop))
    yield _("Where"), f"{STUDIO.street}, {STUDIO.city}"
    yield _("Number of people"), number(inquiry.seats)
    if found := stored.estimate():
        yield _("Price, VAT included"), price_with_estimate(found.crowns)
    yield _("Reference"), inquiry.reference


def order_rows(stored: StoredInquiry, *, is_quoted: bool) -> Iterator[Row]:
    """Yields the table rows of an order.

    If `is_quoted` is true, omits free text, so that spammers cannot send text to strangers.
    """
    yield _("What"), WHAT[stored.inquiry.what]
    yield from stored.answers(is_quoted=is_quoted)
    if stored.booking:
        yield _("Booking"), state_text(stored)
    if stored.voucher:
        yield _("Order number"), str(stored.voucher.number)
    if stored.files:
        yield _("Attached"), ngettext("{n} file", "{n} files", len(stored.files))
    yield _("Reference"), stored.inquiry.reference


def price_blocks(stored: StoredInquiry) -> Iterator[Block]:
    found = stored.estimate()
    if found is None:
        return
    is_fixed = stored.inquiry.has_fixed_price
    parts = tuple((name, price(crowns)) for name, crowns in found.parts)
    total = _("Total, VAT included"), price_with_estimate(found.crowns)
    yield Rows(_("Price") if is_fixed else _("Our estimate"), parts, total)
    if note := note_of(stored.inquiry.values()):
        yield Paragraph(note, is_note=True)
    if not is_fixed:
        yield Paragraph(_("What counts is the price in our quote."), is_note=True)
