"""Every field of the form has an error message. Each option has a unique CSS selector."""

import re

from app.content.estimate import LINES, POST
from app.content.inquiry import FIELDS, KINDS, PERSON, PREFILLED, PROBLEMS, WHAT
from app.content.inquiry_messages import full
from app.content.vouchers import ANY_VALIDITY
from app.i18n import use
from app.inquiries.model import FIXED
from tests.support.languages import ENGLISH


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


def test_a_chosen_amount_says_how_long_the_voucher_is_valid() -> None:
    [amount] = [each for each in KINDS["voucher"] if each.name == "amount"]
    with use(ENGLISH):
        assert f"The voucher is valid for {ANY_VALIDITY}; " in str(amount.hint)


def test_orders_at_a_fixed_price_are_posted_within_the_country_only() -> None:
    """The fixed prices include postage within the Czech Republic only."""
    with use(ENGLISH):
        hints = [str(each.hint) for what in FIXED for each in KINDS[what] if each.name == "address"]
        [ways] = [each.options for each in KINDS["voucher"] if each.name == "delivery"]
        lines = [str(LINES[ordered][-1].name) for ordered in ("sample-pack", "voucher amount post")]
        assert len(hints) == 2
        assert [each for each in (*hints, str(ways[POST]), *lines) if "Czech Republic" not in each] == []


def test_css_distinguishes_the_choices() -> None:
    """A CSS selector such as `[value=desk]` matches one option only, and needs no quotes."""
    values = [*WHAT, *{(each.name, value) for fields in KINDS.values() for each in fields for value in each.options}]
    plain = [value for value in values if isinstance(value, str)]
    shown = [value for name, value in (each for each in values if not isinstance(each, str)) if name != "workshop"]
    assert len({*plain, *shown}) == len([*plain, *shown])
    conditions = {value for fields in KINDS.values() for each in fields if each.when for value in each.when[1]}
    assert all(re.fullmatch("[a-z][a-z-]*", value) for value in {*WHAT, *conditions})


def test_a_date_that_is_nearly_full_says_how_many_places_are_left() -> None:
    with use(ENGLISH):
        for free, start in enumerate(("There is no place left", "Only 1 place is left", "Only 2 places are left")):
            assert str(full(free)).startswith(f"{start} on ")
