"""Messages contain placeholders for prices, so changing a price updates all messages that mention it."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.content.club import TIERS
from app.content.pricing import ANOTHER_NAME, HEAVY_PARCEL, INVITATION_PRICES, NAME_ALONG, PARCEL, PLATE, cost
from app.content.samples import PRICE as SAMPLES
from app.content.vouchers import POSTAGE, VOUCHERS
from app.i18n import use
from app.i18n.formats import price, price_range
from tests.support.languages import CZECH
from tests.support.site_texts import catalog_texts

ROOT = Path(__file__).parents[2]
SUM = re.compile(r"\d\s?(?:Kč|CZK|EUR|€|korun|crowns)|(?:Kč|CZK|EUR|€)\s?\d")

PRINT_TEXTS = """
from importlib import import_module
from tests.support.site_texts import page_of, page_texts
from app.i18n import use
from app.routes import places

NAMING = ("home", "pricing", "vouchers", "patreon", "delivery", "print-ready")
for place in places():
    if place.language.code == "cs" and place.route.name.startswith(NAMING) and not place.route.private:
        with use(place.language):
            print(import_module(place.route.page).meta(**place.params).description)
        print(*page_texts(page_of(place)), sep="\\n")
"""
"""Python code that prints the descriptions and text of Czech pages with prices. `app.i18n.catalogs` checks that English
messages have the same placeholders.
"""


@pytest.mark.parametrize(
    "sentence", ["od 3 900 Kč", "od 3\u00a0900\u00a0Kč", "from CZK 90", "CZK\u00a090", "€20", "5 EUR"]
)
def test_sums_are_found(sentence: str) -> None:
    assert SUM.search(sentence)


def test_no_text_contains_a_sum() -> None:
    assert [text for pair in catalog_texts() for text in pair if SUM.search(text)] == []


def test_no_other_string_of_the_site_contains_a_sum() -> None:
    strings = ((file.name, text) for file in (ROOT / "app").rglob("*.py") for text in _strings(file))
    assert [found for found in strings if SUM.search(found[1])] == []


def _strings(file: Path) -> list[str]:
    nodes = list(ast.walk(ast.parse(file.read_text())))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs)
    return [node.value for node in constants if isinstance(node.value, str)]


CHANGES = {
    "plate": ("pricing.py", r"(PLATE = Part\(.*?once=)(\d+)", (PLATE.once, cost(NAME_ALONG), cost(ANOTHER_NAME))),
    "parcel": ("pricing.py", r"(\nPARCEL = )(\d+)", (PARCEL,)),
    "heavy parcel": ("pricing.py", r"(\nHEAVY_PARCEL = )(\d+)", (HEAVY_PARCEL,)),
    "samples": ("samples.py", r"(\nPRICE = )(\d+)", (SAMPLES,)),
    "invitation": ("pricing.py", r"(\nINVITATION_PRICES = \()(\d+)", (INVITATION_PRICES[0],)),
    "voucher": ("vouchers.py", r"(Voucher\(\S+ )(\d+)", (VOUCHERS[0].vouchers[0].crowns,)),
    "postage": ("vouchers.py", r"(\nPOSTAGE = )(\d+)", (POSTAGE,)),
    "tier": ("club.py", r"(Tier\(.*?\n +)(\d+)", ()),
}
"""The module of each price, a pattern that matches it, and the amounts derived from it."""


@pytest.mark.nightly
def test_changed_prices_change_every_sentence_that_names_them(tmp_path: Path) -> None:
    for folder in ("app", "locales", "tests/support", "tests/__init__.py"):
        source, target = ROOT / folder, tmp_path / folder
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    for folder in ("builder", "pwa", "assets"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    expected: list[tuple[str, str]] = []
    for raised_by, (name, (module, pattern, sums)) in enumerate(CHANGES.items(), 7):
        content = tmp_path / "app" / "content" / module
        changed, count = re.subn(
            pattern,
            lambda found, by=raised_by: f"{found[1]}{int(found[2]) + by}",
            content.read_text(),
            count=1,
            flags=re.DOTALL,
        )
        assert count == 1, pattern
        content.write_text(changed)
        with use(CZECH):
            expected += [(name, price(crowns + raised_by)) for crowns in sums]
            if name == "tier":
                expected.append((name, " až ".join(price_range(TIERS[0].crowns + raised_by, TIERS[-1].crowns))))
    shown = _sentences(tmp_path)
    assert [each for each in expected if re.sub(r"\s", " ", each[1]) not in shown] == []


def _sentences(project: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PRINT_TEXTS]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=True)
    lines = re.sub(r"[^\S\n]", " ", done.stdout).splitlines()
    return "\n".join(line for line in lines if len(re.findall(r"[^\W\d_]{3,}", line)) > 2)
