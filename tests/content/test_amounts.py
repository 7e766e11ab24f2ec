import ast
import re
from pathlib import Path

import pytest

from tests.support.site_texts import catalog_texts

ROOT = Path(__file__).parents[2]
SUM = re.compile(r"\d\s?(?:Kč|CZK|EUR|€|korun|crowns)|(?:Kč|CZK|EUR|€)\s?\d")


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
