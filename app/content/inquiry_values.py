"""Derives visible fields, estimates, database values and email contents from the form's values."""

import re
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from app.content.estimate import AMOUNT, Estimate, estimate
from app.content.inquiry import DETAILS, EARLIER_FIELDS, GREETING, KINDS, NOTES, PHONE, Field, Values
from app.content.vouchers import VOUCHERS, VoucherCategory, in_words, title_of, voucher
from app.i18n import Text, _
from app.i18n.formats import Crowns, Day, number

_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:[,.'’][0-9]{3})+")
"""A pattern for numbers such as 10,000, 10.000 and 10’000."""


def value_of(field: Field, values: Values) -> str:
    """Returns a field's value. A missing value becomes the first option, which browsers preselect."""
    value = values.get(field.name)
    return next(iter(field.options), "") if value is None else value


def asked(values: Values) -> tuple[Field, ...]:
    """Returns the visible fields for the chosen kind of inquiry."""
    fields = KINDS.get(values.get("what", ""), ())
    chosen = {each.name: value_of(each, values) for each in fields}
    return tuple(each for each in fields if each.when is None or chosen[each.when[0]] in each.when[1])


def order(values: Values) -> tuple[str, int]:
    """Returns the order's key in `estimate.LINES`, and the quantity. An invalid quantity becomes 0."""
    fields = asked(values)
    key = " ".join((values.get("what", ""), *(value_of(each, values) for each in fields if each.is_price)))
    return key, next((_quantity(each, values) for each in fields if each.control == "number"), 1)


def _quantity(field: Field, values: Values) -> int:
    digits = digits_of(values.get(field.name, ""))
    if not digits and not field.is_required:
        return 1
    number = int(digits) if re.fullmatch(r"[0-9]{1,6}", digits) else 0
    return number if field.least <= number <= field.limit else 0


def digits_of(text: str) -> str:
    """Removes spaces and thousands separators, as `fields.js` does. Decimal points remain, so that `1.5` is invalid."""
    bare = re.sub(r"\s", "", text)
    return re.sub(r"[,.'’]", "", bare) if _GROUPED.fullmatch(bare) else bare


def estimate_of(values: Values) -> Estimate | None:
    return estimate(*order(values))


def note_of(values: Values) -> Text | None:
    chosen = {each.name: value_of(each, values) for each in asked(values)}
    texts = NOTES.get(values.get("what", ""), ())
    return next((text for when, text in texts if all(chosen.get(name) in wanted for name, wanted in when)), None)


def as_details(values: Values) -> dict[str, str]:
    names = (each.name for each in (*asked(values), PHONE) if each.name in DETAILS)
    found = {name: values[name] for name in names if values.get(name)}
    if found.get("voucher") == AMOUNT and "amount" in found:
        found["voucher"] = found.pop("amount")
    if "greeting" in found:
        found[GREETING] = found.pop("greeting")
    return found


def from_details(details: Values) -> dict[str, str]:
    """Converts the column `details` back to the form's values."""
    found = dict(details)
    if GREETING in found:
        found["greeting"] = found.pop(GREETING)
    if found.get("voucher", "").isdecimal():
        found |= {"voucher": AMOUNT, "amount": found["voucher"]}
    return found


class OrderedVoucher(NamedTuple):
    """An ordered voucher. `category` is None if the buyer entered the value."""

    category: VoucherCategory | None
    crowns: int


def ordered_voucher(details: Values) -> OrderedVoucher:
    """Parses the ordered voucher from the column `details`.

    Raises:
        KeyError: the voucher is missing or unknown.
    """
    given = details["voucher"]
    if given.isdecimal():
        return OrderedVoucher(None, int(given))
    with suppress(KeyError):
        category = voucher(given)  # earlier releases stored only the kind
        return OrderedVoucher(category, category.values[0])
    sold = {each.key: OrderedVoucher(category, each.crowns) for category in VOUCHERS for each in category.vouchers}
    return sold[given]


def answers(values: Values, *, is_quoted: bool = False, ordered: Text | None = None) -> list[tuple[Text, object]]:
    """Returns the labels and values of an inquiry's fields, except the message and the files.

    If an email quotes the inquiry (`is_quoted`), omits free-text fields. `ordered` is the ordered voucher.
    """
    fields = asked(values)
    earlier = [each for each in EARLIER_FIELDS if all(each.name != one.name for one in fields)]
    rows = (*fields, *earlier, PHONE)
    skipped = ("message", "files")
    return [
        (each.label, ordered if each.name == "voucher" and ordered else _written(each, values[each.name]))
        for each in rows
        if values.get(each.name) and each.name not in skipped and not (is_quoted and each.is_free)
    ]


def _written(field: Field, value: str) -> object:
    if field.control == "choice":
        return field.options.get(value) or _removed_option(field, value)
    if field.control == "number":
        return number(int(value))
    return Day(date.fromisoformat(value)) if field.control == "date" else value


def _removed_option(field: Field, value: str) -> object:
    if field.name == "workshop":
        return Day(date.fromisoformat(value))
    if field.name == "voucher" and (found := re.fullmatch(r"(.+)-([0-9]+)", value)):
        return _("{kind}, {price}").format(kind=title_of(found[1]), price=Crowns(int(found[2])))
    return in_words(value)
