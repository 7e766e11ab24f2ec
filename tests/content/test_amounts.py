"""Prices are data, and texts name them by placeholders, so a changed price changes every sentence."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.site_texts import catalog_texts

ROOT = Path(__file__).parents[2]
SUM = re.compile(r"\d\s?(?:Kč|CZK|EUR|€|korun|crowns)|(?:Kč|CZK|EUR|€)\s?\d")

WHAT_IS_SAID = """
from importlib import import_module
from tests.support.site_texts import page_of, page_texts
from app.i18n import use
from app.routes import places

NAMING = ("pricing", "vouchers", "patreon", "delivery", "print-ready")
for place in places():
    if place.route.name.startswith(NAMING) and not place.route.stateful:
        with use(place.language):
            print(import_module(place.route.page).meta(**place.params).description)
        print(*page_texts(page_of(place)), sep="\\n")
"""
"""Prints descriptions and texts of the pages that name prices."""


@pytest.mark.parametrize(
    "sentence", ["od 3 900 Kč", "od 3\u00a0900\u00a0Kč", "from CZK 90", "CZK\u00a090", "€20", "5 EUR"]
)
def test_what_counts_as_a_sum(sentence: str) -> None:
    assert SUM.search(sentence)


def test_no_text_has_a_sum_in_it() -> None:
    assert [text for pair in catalog_texts() for text in pair if SUM.search(text)] == []


def test_no_other_string_of_the_site_has_one() -> None:
    strings = ((file.name, text) for file in (ROOT / "app").rglob("*.py") for text in _strings(file))
    assert [found for found in strings if SUM.search(found[1])] == []


def _strings(file: Path) -> list[str]:
    """Returns the literal strings of a module without docstrings."""
    nodes = list(ast.walk(ast.parse(file.read_text())))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs)
    return [node.value for node in constants if isinstance(node.value, str)]


CHANGES = {
    "plate": ("pricing.py", r"once=\d+(?=\)\n)", "once=807", ["CZK 807", "807 Kč", "4 007 Kč", "CZK 4,207"]),
    "parcel": ("pricing.py", r"PARCEL = \d+", "PARCEL = 157", ["157 Kč", "CZK 157"]),
    "invitation": ("pricing.py", r"\(\d+, (?=10900,)", "(8917, ", ["od 8 917 Kč pro 40", "from CZK 8,917 for 40"]),
    "voucher": ("vouchers.py", r"Voucher\(\d+,", "Voucher(1907,", ["od 1 907 Kč, hotové", "from CZK 1,907, and"]),
    "postage": ("vouchers.py", r"POSTAGE = \d+", "POSTAGE = 97", ["stojí 97 Kč", "is CZK 97."]),
    "samples": ("samples.py", r"PRICE = \d+", "PRICE = 197", ["197 Kč", "CZK 197"]),
    "tier": ("club.py", r"        \d+,", "        157,", ["Za 157 Kč až", "For CZK 157 to"]),
}


def test_changed_prices_change_every_sentence_that_names_them(tmp_path: Path) -> None:
    for folder in ("app", "locales", "tests/support", "tests/__init__.py"):
        source, target = ROOT / folder, tmp_path / folder
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    for part in ("builder", "pwa", "assets"):
        (tmp_path / part).symlink_to(ROOT / part)
    for module, old, new, _ in CHANGES.values():
        content = tmp_path / "app" / "content" / module
        changed, count = re.subn(old, new, content.read_text(), count=1)
        assert count == 1
        content.write_text(changed)
    before, after = _said(ROOT), _said(tmp_path)
    sentences = [(name, sentence) for name, (*_, named) in CHANGES.items() for sentence in named]
    assert [each for each in sentences if each[1] not in after or each[1] in before] == []


def _said(project: Path) -> str:
    """Returns the texts of the pages with prices, with plain spaces."""
    environment = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", WHAT_IS_SAID]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=True)
    return re.sub(r"\s", " ", done.stdout)
