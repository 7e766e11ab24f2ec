"""The voucher that a customer orders, either from the list or with a custom amount."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.content.estimate import POST
from app.content.inquiry_values import ordered_voucher
from app.content.vouchers import ANY_MONTHS, POSTAGE, VOUCHERS, VoucherCategory
from app.i18n import Text, _

ANY = "any"
"""The kind of voucher that pays for any purchase. The customer chooses the amount."""
ANY_TITLE, ANY_BUYS = _("Anything we print"), _("A workshop, printing to order, posters and cards")


@dataclass(frozen=True)
class Choice:
    """An ordered voucher: its kind (`ANY` or the slug of a category), its value in crowns, and its delivery."""

    kind: str
    crowns: int
    is_by_post: bool = False

    @property
    def postage(self) -> int:
        return POSTAGE if self.is_by_post else 0

    @property
    def total(self) -> int:
        return self.crowns + self.postage

    @property
    def months(self) -> int:
        category = category_of(self.kind)
        return category.months if category else ANY_MONTHS

    @property
    def title(self) -> Text:
        category = category_of(self.kind)
        return category.title if category else ANY_TITLE

    @property
    def buys(self) -> Text:
        category = category_of(self.kind)
        if category is None:
            return ANY_BUYS
        return next((each.buys for each in category.vouchers if each.crowns == self.crowns), category.summary)


def ordered(details: Mapping[str, str]) -> Choice:
    """Returns the ordered voucher from the `details` of a valid inquiry."""
    category, crowns = ordered_voucher(details)
    return Choice(category.slug if category else ANY, crowns, details.get("delivery") == POST)


def category_of(kind: str) -> VoucherCategory | None:
    return next((each for each in VOUCHERS if each.slug == kind), None)
