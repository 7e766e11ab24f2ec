import re

import pytest

from pwa.seam import component_names
from tools.stock import table
from tools.stock.outcomes import WORKS, outcomes

pytestmark = pytest.mark.nightly

SENTENCE = re.compile(r"`rx\.[\w.]+` [^\n]+: (run `make package ADD=[^`]+`|use |write a module )[^\n]*\.")


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    return outcomes()


def test_every_component_works_or_says_what_to_do(found: dict[str, str]) -> None:
    assert set(found) == set(component_names.components()) and len(found) > 300
    unclear = {name: text for name, text in found.items() if text != WORKS and not SENTENCE.fullmatch(text)}
    assert not unclear


def test_the_documentation_lists_the_outcomes(found: dict[str, str]) -> None:
    assert table.DOCS.read_text() == table.written(found), "run `.venv/bin/python -m tools.stock`"
