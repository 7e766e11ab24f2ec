"""Renders the page of a voucher order, and the page that checks voucher codes."""

from collections.abc import Mapping
from html import escape

from app.content import voucher_orders as content
from app.content.moments import moment
from app.content.studio import STUDIO
from app.content.voucher_orders import PAYMENT_FACTS, payment_id
from app.content.workshops import KIND as WORKSHOP
from app.http.filled_page import Contents, fill
from app.i18n import Text, _, typeset
from app.i18n.formats import day, price, price_with_estimate
from app.vouchers.orders import Order, Verdict
from app.vouchers.payment import Payment, payment_facts, payments

_ORDER_PARTS = (
    *(content.LEAD, content.PROBLEM, content.SUMMARY, content.FOLLOWS, content.CARD),
    *(content.NUMBER, content.KIND, content.VALUE, content.POSTAGE, content.TOTAL),
    *(payment_id(currency, fact) for currency, facts in PAYMENT_FACTS.items() for fact in ("", *facts)),
)
_PARTLY_USABLE = _(
    "This voucher is valid until {date}: {kind}, issued for {price}. If part of it has been used, ask us what is left."
)
_SVG = "[svg of {currency}]"
"""A placeholder for a QR code, which is inserted later because `fill` escapes text."""


def order_page(html: str, order: Order | None, problem: Text | None = None, *, by_card: bool = False) -> str:
    """Returns the page in the current language. If `order` is None, the page says that the link does not work.

    `by_card` is true if the order can be paid by card.
    """
    if order is None:
        return fill(html, Contents({content.LEAD: typeset(content.UNKNOWN_LINK)}), _ORDER_PARTS, (content.OTHERWISE,))
    ways = payments(order.number, order.choice.total, order.choice.euro_rate) if order.state == "ordered" else ()
    texts = dict(order_texts(order, ways))
    if order.state == "ordered":
        texts |= {content.CARD: ""} if by_card else {}
        texts |= {content.PROBLEM: typeset(problem)} if problem else {}
    filled = fill(html, Contents(texts), _ORDER_PARTS, (content.OTHERWISE,))
    for way in ways:
        filled = filled.replace(_SVG.format(currency=way.currency), way.svg(), 1)
    return filled


def check_page(html: str, typed: str, answer: Text) -> str:
    filled = fill(html, Contents({content.VERDICT: typeset(answer)}), (content.VERDICT,))
    field = f'id="{content.CODE}"'
    return filled.replace(field, f'{field} value="{escape(typed)}"', 1)


def order_texts(order: Order, ways: tuple[Payment, ...]) -> Mapping[str, str]:
    shown: dict[str, Text | str] = {
        content.LEAD: _lead(order),
        content.SUMMARY: "",
        content.NUMBER: str(order.number),
        content.KIND: _("{kind}: {buys}").format(kind=order.choice.title, buys=order.choice.buys),
        content.VALUE: price(order.choice.crowns),
        content.POSTAGE: price(order.choice.postage) if order.choice.is_by_post else _("none, it comes by e-mail"),
        content.TOTAL: price_with_estimate(order.choice.total, order.choice.euro_rate),
    }
    if order.state == "ordered" and not ways:
        shown[content.FOLLOWS] = content.DETAILS_FOLLOW
    for way in ways:
        facts = {**payment_facts(way), "qr": _SVG.format(currency=way.currency)}
        shown[payment_id(way.currency)] = ""
        shown |= {payment_id(way.currency, name): facts[name] or "–" for name in PAYMENT_FACTS[way.currency]}
    return {id: typeset(text) for id, text in shown.items()}


def verdict_text(verdict: Verdict) -> Text:
    if verdict.state == "unknown" or verdict.choice is None or verdict.valid_until is None:
        return _(
            "We have no voucher with this code. Please check it character by character, or write to {email}."
        ).format(email=STUDIO.email)
    is_session = verdict.choice.kind == WORKSHOP
    texts = {
        "valid": _("This voucher is valid until {date}: {kind}, {price}.") if is_session else _PARTLY_USABLE,
        "used": _("This voucher is no longer valid: it was used or returned on {used} ({kind}, {price})."),
        "expired": _("This voucher was valid until {date}: {kind}, {price}."),
    }
    return texts[verdict.state].format(
        date=day(verdict.valid_until),
        used=moment(verdict.used or 0),
        kind=verdict.choice.title,
        price=price(verdict.choice.crowns),
    )


def _lead(order: Order) -> Text:
    texts = {
        "ordered": _("Thank you, we have your order. As soon as the payment arrives, the voucher goes out."),
        "valid": _("It is paid for, thank you. The voucher is valid until {date}."),
        "used": _("The voucher is no longer valid: it was used or returned."),
        "expired": _("The voucher was valid until {date}."),
        "deleted": content.UNKNOWN_LINK,
    }
    return texts[order.state].format(date=day(order.valid_until) if order.valid_until else "")
