"""The voucher that a customer orders, either from the list or with a custom amount."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from app.content.estimate import POST
from app.content.inquiry import voucher_option
from app.content.inquiry_values import ordered_voucher
from app.content.vouchers import ANY_MONTHS, POSTAGE, VOUCHERS, VoucherCategory, title_of
from app.i18n import LANGUAGES, Text, _, use
from app.i18n.formats import CZK_PER

ANY = "any"
"""The kind of voucher that pays for any purchase. The customer chooses the amount."""
ANY_TITLE, ANY_BUYS = _("Anything we print"), _("A workshop, printing to order, posters and cards")
NO_LONGER_SOLD = _("As offered when it was ordered")
"""Shown for orders that earlier releases stored without their goods, if `VOUCHERS` no longer has the voucher."""


@dataclass(frozen=True)
class Choice:
    """An ordered voucher: its kind (`ANY` or the slug of a category) and its value in crowns.

    `postage`, `months` (the validity), `euro_rate` (crowns per euro) and `wording` (what the voucher buys) keep their
    values from the time of the order. Orders of earlier releases have no `wording`.
    """

    kind: str
    crowns: int
    is_by_post: bool = False
    postage: int = 0
    months: int = ANY_MONTHS
    euro_rate: Decimal = field(default_factory=lambda: CZK_PER["EUR"])
    wording: str = ""

    @property
    def total(self) -> int:
        return self.crowns + self.postage

    @property
    def title(self) -> Text:
        return ANY_TITLE if self.kind == ANY else title_of(self.kind)

    @property
    def buys(self) -> Text:
        category = category_of(self.kind)
        sold = category.vouchers if category else ()
        if self.wording:
            texts = (ANY_BUYS, *(each.buys for each in sold))
            return next((each for each in texts if self.wording in _translations(each)), Text(self.wording))
        if self.kind == ANY:
            return ANY_BUYS
        return next((each.buys for each in sold if each.crowns == self.crowns), NO_LONGER_SOLD)

    @property
    def option(self) -> Text | None:
        """The form's option for this voucher at its original price, or None for a custom amount."""
        return None if self.kind == ANY else voucher_option(self.title, self.crowns, self.buys)


def _translations(text: Text) -> list[str]:
    found: list[str] = []
    for language in LANGUAGES:
        with use(language):
            found.append(str(text))
    return found


def ordered(details: Mapping[str, str]) -> Choice:
    category, crowns = ordered_voucher(details)
    kind, is_by_post = category.slug if category else ANY, details.get("delivery") == POST
    return Choice(kind, crowns, is_by_post, POSTAGE if is_by_post else 0, months_of(kind))


def months_of(kind: str) -> int:
    category = category_of(kind)
    return category.months if category else ANY_MONTHS


def category_of(kind: str) -> VoucherCategory | None:
    return next((each for each in VOUCHERS if each.slug == kind), None)
