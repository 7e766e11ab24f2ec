"""Emails about vouchers.

Emails to customers contain no free text, so nobody can use them for spam. Only the PDF of a paid voucher contains the
customer's text.
"""

from collections.abc import Iterator
from datetime import date

from app.content.voucher_orders import DETAILS_FOLLOW, PAYMENT_LABELS
from app.i18n import _, current
from app.i18n.formats import Day, price, price_with_estimate
from app.mails import HELLO, Attachment, Block, Link, Message, Paragraph, Picture, Quote, Row, Rows, desk_button
from app.mails.terms import WITHDRAWAL, terms_attachment
from app.routes import url_for
from app.vouchers.orders import Order, order_address
from app.vouchers.payment import Payment, payment_facts, payments
from app.vouchers.pdf import shortened, voucher_pdf
from app.vouchers.typefaces import missing

QR_WIDTH = 220


def order_message(order: Order, site_url: str, *, by_card: bool = False) -> Message:
    ways = payments(order.number, order.choice.total, order.choice.euro_rate)
    total = _("Total, VAT included"), price_with_estimate(order.choice.total, order.choice.euro_rate)
    lead = _(
        "Thank you for ordering a gift voucher. As soon as your payment arrives, it goes out by e-mail, as a PDF "
        "that you can print or forward."
    )
    by_post = _(
        "Thank you for ordering a gift voucher. As soon as your payment arrives, we print it and post it within "
        "three working days."
    )
    blocks: tuple[Block, ...] = (
        HELLO,
        Paragraph(by_post if order.choice.is_by_post else lead),
        Rows(_("Your order"), tuple(_order_rows(order)), total),
        *(block for way in ways for block in _payment_blocks(way)),
        *(() if ways else (Paragraph(DETAILS_FOLLOW),)),
        *((Paragraph(_("You can pay by card, too: on the page of your order.")),) if by_card else ()),
        Link(_("Your order on our site"), site_url + order_address(current(), order)),
        Paragraph(WITHDRAWAL),
        Paragraph(_("If you haven’t ordered anything, do nothing: without a payment nothing happens."), is_note=True),
    )
    subject = _("Your order {number}: gift voucher").format(number=order.number)
    return Message(subject, _("We have your order"), blocks, str(order.number), (terms_attachment(),))


def sent_message(order: Order, site_url: str) -> Message:
    """Returns the email that confirms the payment, with the voucher attached or a note that it comes by post."""
    attached = _(
        "We have your payment, thank you. The voucher is attached as a PDF: print it or forward it, as you like."
    )
    posted = _("We have your payment, thank you. We print the voucher now and post it within three working days.")
    check = f"{site_url}{url_for('vouchers-check', current())}"
    blocks: tuple[Block, ...] = (
        HELLO,
        Paragraph(posted if order.choice.is_by_post else attached),
        Rows(_("Your voucher"), (*_voucher_rows(order), (_("Number"), str(order.number)))),
        Paragraph(_("To use it, write or call and give us the code on it, or bring it along.")),
        Link(_("Check a voucher"), check),
        Paragraph(WITHDRAWAL),
    )
    subject = _("Your gift voucher {number}").format(number=order.number)
    files = () if order.choice.is_by_post else (_pdf(order, site_url),)
    return Message(subject, _("It’s paid for"), blocks, str(order.number), (*files, terms_attachment()))


def print_message(order: Order, site_url: str, by: date | None, note: str) -> Message:
    """Returns the email that asks the studio to print and post a voucher. The PDF is attached.

    `by` is the day by which the customer needs the voucher. `note` is the customer's message with the order.
    """
    recipient = order.recipient
    assert recipient and order.inquiry
    needed = ((_("Needed by"), Day(by)),) if by else ()
    names = (_("For"), recipient.name or "–"), (_("Ordered by"), recipient.customer)
    blocks: tuple[Block, ...] = (
        Paragraph(_("The voucher is attached as a PDF, ready to print.")),
        Rows("", (*needed, *_voucher_rows(order), *names)),
        Paragraph(_("Send it to:")),
        Quote(recipient.address),
        *((Paragraph(_("Message with the order:")), Quote(note)) if note else ()),
        *omission_blocks(order),
        desk_button(order.inquiry, site_url),
    )
    subject = _("To print and post: voucher {number}").format(number=order.number)
    return Message(
        subject, _("To print and post"), blocks, str(order.number), (_pdf(order, site_url),), is_signed=False
    )


def omission_blocks(order: Order) -> Iterator[Block]:
    """Yields notes about what the PDF leaves out. Raises NotBuiltError if the site is not built."""
    recipient = order.recipient
    if recipient and (lost := missing(recipient.name + recipient.message)):
        note = _("The typefaces have no {characters}: the PDF leaves them out.")
        yield Paragraph(note.format(characters=" ".join(lost)))
    if recipient and shortened(order.choice, recipient):
        yield Paragraph(_("The name or the text doesn’t fit on the voucher: the PDF shortens it, with “…” at the end."))


def _order_rows(order: Order) -> Iterator[Row]:
    yield _("{kind}: {buys}").format(kind=order.choice.title, buys=order.choice.buys), price(order.choice.crowns)
    if order.choice.is_by_post:
        yield _("Postage"), price(order.choice.postage)


def _voucher_rows(order: Order) -> Iterator[Row]:
    yield order.choice.title, order.choice.buys
    yield _("Value"), price(order.choice.crowns)
    if order.valid_until:
        yield _("Valid until"), Day(order.valid_until)


def _payment_blocks(way: Payment) -> Iterator[Block]:
    is_euro = way.currency == "EUR"
    rows = tuple((PAYMENT_LABELS[name], value) for name, value in payment_facts(way).items() if value)
    yield Rows(_("Pay in euros") if is_euro else _("Pay in crowns"), rows)
    alt = _("QR code of the payment in euros") if is_euro else _("QR Platba: code of the payment in crowns")
    yield Picture(f"payment-{way.currency.lower()}.png", "image/png", way.png(), alt, QR_WIDTH)


def _pdf(order: Order, site_url: str) -> Attachment:
    name = _("voucher-{number}.pdf").format(number=order.number)
    return Attachment.of(str(name), "application/pdf", voucher_pdf(order, site_url))
