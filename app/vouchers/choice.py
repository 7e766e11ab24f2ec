"""The voucher that a customer has chosen: one of the listed values, or an amount of the customer's own."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.content.estimate import POST
from app.content.inquiry import ordered_voucher
from app.content.vouchers import POSTAGE, VOUCHERS, VoucherCategory
from app.i18n import Text, _

ANY = "any"
"""The kind of a voucher for an amount of the customer's own, which pays for anything."""
ANY_MONTHS = 12
ANY_TITLE, ANY_BUYS = _("Anything we print"), _("A workshop, printing to order, posters and cards")


@dataclass(frozen=True)
class Choice:
    """A kind of voucher (`ANY` or the slug of a category), its value in crowns, and how it is delivered."""

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
    """Returns the choice of an inquiry with valid `details`."""
    category, crowns = ordered_voucher(details)
    return Choice(category.slug if category else ANY, crowns, details.get("delivery") == POST)


def category_of(kind: str) -> VoucherCategory | None:
    return next((each for each in VOUCHERS if each.slug == kind), None)
