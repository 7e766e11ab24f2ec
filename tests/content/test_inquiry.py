"""The form's fields are complete. The site shows stored answers as they were typed."""

import re

import pytest

from app.content.inquiry import (
    COLUMNS,
    DETAILS,
    FIELDS,
    KINDS,
    PERSON,
    PREFILLED,
    PROBLEMS,
    WHAT,
    answers,
    as_details,
    asked,
    from_details,
    full,
    ordered_voucher,
)
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


def test_every_kind_has_fields_and_every_field_a_message() -> None:
    names = {each.name for fields in KINDS.values() for each in (*fields, *PERSON)} | {"what"}
    assert list(KINDS) == list(WHAT) and names == set(FIELDS)
    assert set(PROBLEMS) >= set(FIELDS) and set(PREFILLED) < set(FIELDS)


def test_conditions_name_an_earlier_field_of_the_kind() -> None:
    for fields in KINDS.values():
        for position, each in enumerate(fields):
            if each.when:
                [other] = [one for one in fields[:position] if one.name == each.when[0]]
                assert set(each.when[1]) < set(other.options)


def test_css_distinguishes_the_choices() -> None:
    """A CSS selector such as `[value=desk]` must match only one option, and must not need quotes."""
    values = [*WHAT, *{(each.name, value) for fields in KINDS.values() for each in fields for value in each.options}]
    plain = [value for value in values if isinstance(value, str)]
    shown = [value for name, value in (each for each in values if not isinstance(each, str)) if name != "workshop"]
    assert len({*plain, *shown}) == len([*plain, *shown])
    conditions = {value for fields in KINDS.values() for each in fields if each.when for value in each.when[1]}
    assert all(re.fullmatch("[a-z][a-z-]*", value) for value in {*WHAT, *conditions})


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
        rows = {str(name): text for name, text in answers(VOUCHER)}
        quoted = {str(name): text for name, text in answers(VOUCHER, is_quoted=True)}
    assert rows["Voucher"] == "A different amount" and rows["Amount in crowns"] == "2,500"
    assert rows["Text on the voucher"] == "For you" and rows["Phone"] == VOUCHER["phone"]
    assert {*quoted} == {"Voucher", "Amount in crowns", "Delivery"}, "strangers must not get texts of the sender"


def test_answers_of_earlier_releases_are_shown() -> None:
    with use(ENGLISH):
        values = {"what": "sample-pack", "pieces": "2", "by": "2026-12-24", "colours": "1", "paper": "listed"}
        rows = [(str(name), text) for name, text in answers(values)]
    assert rows == [("Number of pieces", "2"), ("Needed by", "24 December 2026")]


def test_a_date_that_is_nearly_full_says_how_many_places_are_left() -> None:
    with use(ENGLISH):
        assert [str(full(free))[:24] for free in (0, 1, 2)] == [
            "The last place on this d",
            "Only 1 place is left on ",
            "Only 2 places are left o",
        ]
