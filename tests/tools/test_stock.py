"""Each of Reflex's own components works, or causes an error that suggests a solution."""

import re

import pytest

from pwa.seam import component_names
from tools.stock import table
from tools.stock.outcomes import WORKS, outcomes

SENTENCE = re.compile(r"`rx\.[\w.]+` [^\n]+: (run `make package ADD=[^`]+`|use |write a module )[^\n]*\.")
NOT_WITHOUT_A_PACKAGE = (
    "rx.recharts.line_chart",
    "rx.markdown",
    "rx.code_block",
    "rx.moment",
    "rx.data_table",
    "rx.editor",
)
REFUSED = ("rx.color_mode.button", "rx.color_mode.switch", "rx.next.image", "rx.plotly", "rx.script")
WORKING = (
    "rx.accordion.root",
    "rx.button",
    "rx.dialog.content",
    "rx.el.div",
    "rx.form",
    "rx.foreach",
    "rx.heading",
    "rx.hstack",
    "rx.icon",
    "rx.text",
    "rx.toast.provider",
    "rx.upload",
)


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    return outcomes()


def test_every_component_works_or_says_what_to_do(found: dict[str, str]) -> None:
    assert set(found) == set(component_names.components()) and len(found) > 300
    unclear = {name: text for name, text in found.items() if text != WORKS and not SENTENCE.fullmatch(text)}
    assert not unclear


@pytest.mark.parametrize("name", WORKING)
def test_components_without_other_packages_work(found: dict[str, str], name: str) -> None:
    assert found[name] == WORKS


@pytest.mark.parametrize("name", NOT_WITHOUT_A_PACKAGE)
def test_a_missing_package_is_named_with_its_command(found: dict[str, str], name: str) -> None:
    assert "needs the npm package" in found[name] and "`make package ADD=" in found[name]


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_component_names_what_to_use(found: dict[str, str], name: str) -> None:
    assert "needs the npm package" not in found[name] and found[name].startswith(f"`{name}` ")


def test_the_documentation_lists_the_outcomes(found: dict[str, str]) -> None:
    assert table.DOCS.read_text() == table.written(found), "run `.venv/bin/python -m tools.stock`"
