"""Stored inquiries contain only the fields for the chosen options. Each answer has a label."""

from dataclasses import replace

import pytest

from app.content import inquiry_values
from app.content.estimate import AMOUNT, FINISHED, PRINTED_TO_ORDER, VALUES
from app.content.inquiry import COLUMNS, DETAILS
from app.content.inquiry_values import answers, as_details, asked, from_details, ordered_voucher
from app.content.vouchers import VOUCHERS, voucher
from app.i18n import use
from tests.support.languages import ENGLISH

VOUCHER = {
    "what": "voucher",
    "voucher": "amount",
    "amount": "2500",
    "recipient": "Eva",
    "greeting": "For you",
    "delivery": "post",
    "address": "Krátká 1\n602 00 Brno",
    "phone": "+420 777 123 456",
    "company": "Nováková, s. r. o.",
    "number": "27082440",
}


def test_a_voucher_is_stored_as_others_read_it() -> None:
    details = as_details(VOUCHER)
    assert details == {
        "voucher": "2500",
        "recipient": "Eva",
        "message": "For you",
        "delivery": "post",
        "address": VOUCHER["address"],
        "phone": VOUCHER["phone"],
        "company": VOUCHER["company"],
        "number": VOUCHER["number"],
    }
    assert {"what": "voucher", **from_details(details)} == VOUCHER
    assert set(DETAILS) >= set(from_details(details)) and not set(DETAILS) & set(COLUMNS)


@pytest.mark.parametrize(
    ("given", "slug", "crowns"),
    [("workshop-3400", "workshop", 3400), ("weddings", "weddings", 2000), ("2500", None, 2500)],
)
def test_a_voucher_has_a_category_and_a_value(given: str, slug: str | None, crowns: int) -> None:
    found = ordered_voucher({"voucher": given})
    assert (found.category and found.category.slug, found.crowns) == (slug, crowns)


def test_the_option_of_each_voucher_is_parsed() -> None:
    for given, chosen in VALUES.items():
        category, crowns = ordered_voucher({"voucher": given})
        assert category and chosen in category.vouchers and crowns == chosen.crowns, given


def test_a_voucher_keeps_its_option_if_its_price_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    category = voucher("prints")
    dearer = replace(category, vouchers=tuple(replace(each, crowns=each.crowns + 50) for each in category.vouchers))
    monkeypatch.setattr(inquiry_values, "VOUCHERS", (dearer,))
    assert ordered_voucher({"voucher": "prints-600"}) == (dearer, 650)


def test_the_option_of_a_voucher_is_unique() -> None:
    keys = [each.key for category in VOUCHERS for each in category.vouchers]
    assert len({*keys, AMOUNT, *(each.slug for each in VOUCHERS)}) == len(keys) + 1 + len(VOUCHERS)
    assert not any(key.isdecimal() for key in keys)


def test_fields_of_other_choices_are_not_stored() -> None:
    assert as_details({**VOUCHER, "voucher": "prints-600", "delivery": "email", "package": "suite"}) == {
        "voucher": "prints-600",
        "recipient": "Eva",
        "message": "For you",
        "delivery": "email",
        **{name: VOUCHER[name] for name in ("phone", "company", "number")},
    }
    assert [each.name for each in asked({"what": "cards", "stationery": "desk"})][:3] == ["stationery", "by", "message"]


def test_answers_are_labelled_rows_in_the_current_language() -> None:
    with use(ENGLISH):
        rows = {str(name): str(value) for name, value in answers(VOUCHER)}
        quoted = {str(name): text for name, text in answers(VOUCHER, is_quoted=True)}
    assert rows["Voucher"] == "A different amount" and rows["Amount in crowns"] == "2,500"
    assert rows["Text on the voucher"] == "For you" and rows["Phone"] == VOUCHER["phone"]
    assert {*quoted} == {"Voucher", "Amount in crowns", "Delivery"}, "strangers must not get texts of the sender"


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"what": "voucher", "voucher": "prints-650"}, "Prints, CZK 650"),
        ({"what": "voucher", "voucher": "gift-sets-900"}, "Gift sets, CZK 900"),
        ({"what": "voucher", "voucher": "gift-sets"}, "Gift sets"),
        ({"what": "prints", "product": "beer-mats"}, "Beer mats"),
        ({"what": "workshop", "workshop": "2025-01-11"}, "11 January 2025"),
    ],
)
def test_an_option_that_was_removed_later_is_shown_in_words(values: dict[str, str], shown: str) -> None:
    with use(ENGLISH):
        [(_label, answer)] = answers(values)
        assert str(answer).replace("\xa0", " ") == shown


def test_answers_of_earlier_releases_are_shown() -> None:
    with use(ENGLISH):
        values = {"what": "sample-pack", "pieces": "2", "by": "2026-12-24", "colours": "1", "paper": "listed"}
        rows = [(str(name), str(value)) for name, value in answers(values)]
    assert rows == [("Number of pieces", "2"), ("Needed by", "24 December 2026")]


def test_only_prints_made_to_order_have_a_design() -> None:
    for product, expected in ((PRINTED_TO_ORDER[0], True), (FINISHED[0], False)):
        names = [each.name for each in asked({"what": "prints", "product": product})]
        assert ("design" in names) == expected
