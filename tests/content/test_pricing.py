import pytest

from app.content.club import TIERS
from app.content.pricing import (
    ANATOMY,
    ANATOMY_PIECES,
    BUSINESS_CARDS,
    BUSINESS_EXTRAS,
    BUSINESS_PACKAGES,
    BUSINESS_PRINT,
    BUSINESS_SIGNS,
    FILE_CHECK,
    MAKE_READY,
    PASS,
    PLATE,
    POSTERS,
    SMALL_SIGNS,
    TABLE_NUMBERS,
    VAT,
    WEDDING_PACKAGES,
    WEDDING_PRINT,
    WEDDING_SINGLES,
    PriceList,
    cost,
    without_vat,
)
from app.content.prints import FINISHED_PRINTS, KIND
from app.content.vouchers import LOWEST_VALUE, VOUCHERS, voucher

BY_PIECES = (BUSINESS_PRINT, POSTERS, WEDDING_PRINT, WEDDING_SINGLES, TABLE_NUMBERS)
WEDDING_TEXTS = (
    "Place cards for thirty guests, or a good start on the invitations",
    "Menus and place cards for thirty guests",
    "About half of an invitation suite for forty households",
)
BY_ROW = (BUSINESS_SIGNS, BUSINESS_EXTRAS, FINISHED_PRINTS)


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


def test_the_parts_of_the_example_price_add_up() -> None:
    in_the_list = dict(zip(BUSINESS_PRINT.columns, BUSINESS_CARDS.prices, strict=True))
    assert sum(part.crowns(ANATOMY_PIECES) for part in ANATOMY) == in_the_list[ANATOMY_PIECES]


def test_more_than_half_is_gone_before_the_first_card() -> None:
    before = cost((FILE_CHECK, PLATE, MAKE_READY))
    assert before > cost(ANATOMY) / 2, "change the text beside the price taken apart, in app/pages/pricing.py"


def test_another_color_has_the_same_price_everywhere() -> None:
    one, two = BUSINESS_PRINT.rows[:2]
    passes = [after - before for before, after in zip(one.prices, two.prices, strict=True)]
    assert passes == [cost(PASS, pieces) for pieces in BUSINESS_PRINT.columns]
    assert BUSINESS_EXTRAS.rows[0].prices == BUSINESS_EXTRAS.rows[1].prices == (cost(PASS),)


def test_a_package_with_design_costs_more_than_the_printing_in_it() -> None:
    assert BUSINESS_PACKAGES[0].crowns > cost(ANATOMY)


def test_the_largest_package_costs_little_more_than_its_parts() -> None:
    _card, desk, front_door = (package.crowns for package in BUSINESS_PACKAGES)
    small, _door, hours, above = (row.prices[0] for row in BUSINESS_SIGNS.rows)
    manual = front_door - (desk + above + hours + SMALL_SIGNS * small + POSTERS.rows[1].prices[0])
    assert 0 < manual < 2000


def test_a_price_without_vat_is_rounded() -> None:
    assert [without_vat(crowns) for crowns in (0, 100 + VAT, 3 * (100 + VAT) + 1)] == [0, 100, 301]


def test_wedding_packages_are_in_the_order_of_their_price_list() -> None:
    assert [package.name for package in WEDDING_PACKAGES] == [row.name for row in WEDDING_PRINT.rows]


def test_a_larger_package_tier_or_voucher_costs_more() -> None:
    for offers in (BUSINESS_PACKAGES, WEDDING_PACKAGES, TIERS):
        amounts = [offer.crowns for offer in offers]
        assert amounts == sorted(set(amounts))
    for category in VOUCHERS:
        assert category.values and list(category.values) == sorted(set(category.values))
        assert category.values[0] >= LOWEST_VALUE


def test_a_wedding_voucher_pays_for_what_it_says() -> None:
    place_cards, menus, *_rest = (row.prices[0] for row in WEDDING_SINGLES.rows)
    values = {each.buys.msgid: each.crowns for each in voucher("weddings").vouchers}
    low, middle, high = (values.get(text) for text in WEDDING_TEXTS)
    assert low and middle and high, "a text of the wedding vouchers has changed: change this test, too"
    pays = WEDDING_SINGLES.columns[0] == 30 and low >= place_cards and middle >= menus + place_cards
    pays_half_a_suite = high == pytest.approx(WEDDING_PACKAGES[1].crowns / 2, rel=0.1)
    assert pays and pays_half_a_suite, "change the texts of the wedding vouchers: they no longer pay for what they say"


def test_a_voucher_for_prints_pays_for_one_of_them() -> None:
    prices = {row.prices[0] for row in FINISHED_PRINTS.rows}
    assert {*voucher(KIND).values} <= prices, "a voucher for prints needs the price of a print (app/content/prints.py)"
