"""Prices and vouchers hold what they promise."""

import pytest

from app.content.club import TIERS
from app.content.pricing import (
    ANATOMY,
    ANATOMY_OF,
    ANATOMY_PIECES,
    BUSINESS_EXTRAS,
    BUSINESS_PACKAGES,
    BUSINESS_PRINT,
    BUSINESS_SIGNS,
    WEDDING_PACKAGES,
    WEDDING_PRINT,
    WEDDING_SINGLES,
    PriceList,
)
from app.content.vouchers import VOUCHERS

BY_PIECES = (BUSINESS_PRINT, WEDDING_PRINT, WEDDING_SINGLES)
BY_ROW = (BUSINESS_SIGNS, BUSINESS_EXTRAS)


@pytest.mark.parametrize("prices", BY_PIECES, ids=lambda prices: prices.caption.msgid)
def test_more_pieces_cost_more_together_and_less_each(prices: PriceList) -> None:
    assert prices.counted and list(prices.columns) == sorted(set(prices.columns))
    for row in prices.rows:
        each = [crowns / count for crowns, count in zip(row.prices, prices.columns, strict=True)]
        assert list(row.prices) == sorted(set(row.prices))
        assert each == sorted(each, reverse=True)


@pytest.mark.parametrize("prices", BY_ROW, ids=lambda prices: prices.caption.msgid)
def test_a_list_without_columns_has_one_price_a_row(prices: PriceList) -> None:
    assert all(len(row.prices) == 1 for row in prices.rows)


def test_the_price_taken_apart_adds_up() -> None:
    in_the_list = dict(zip(BUSINESS_PRINT.columns, ANATOMY_OF.prices, strict=True))
    assert sum(part.crowns for part in ANATOMY) == in_the_list[ANATOMY_PIECES]


def test_packages_cost_what_the_list_says() -> None:
    listed = {row.name.msgid: row.prices[0] for row in WEDDING_PRINT.rows}
    assert {package.name.msgid: package.crowns for package in WEDDING_PACKAGES} == listed


def test_a_larger_package_or_tier_costs_more() -> None:
    for offers in (BUSINESS_PACKAGES, WEDDING_PACKAGES, TIERS):
        amounts = [offer.crowns for offer in offers]
        assert amounts == sorted(set(amounts))


def test_voucher_values_rise() -> None:
    for category in VOUCHERS:
        assert category.values and list(category.values) == sorted(set(category.values))
