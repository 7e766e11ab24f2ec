"""The README of `pwa/seam` lists every module with its tests. All listed tests exist."""

import re

import pytest

from app.folders import ROOT

SEAM = ROOT / "pwa/seam"
RUNNING = ROOT / "app/seam"
ROWS = re.findall(r"^\| (?!Internals |---)(.+) \|$", (SEAM / "README.md").read_text(), re.MULTILINE)
MODULES = {
    file.relative_to(seam).as_posix()
    for seam in (SEAM, RUNNING)
    for suffix in ("py", "js")
    for file in seam.rglob(f"*.{suffix}")
    if file.name != "__init__.py"
}


def cells(row: str) -> list[str]:
    """Returns the cells of a table row: Reflex internals, module, reason and tests."""
    return row.split(" | ")


def test_every_module_has_a_row() -> None:
    assert sorted(re.findall(r"`([^`]+)`", cells(row)[1])[0] for row in ROWS) == sorted(MODULES)


@pytest.mark.parametrize("row", ROWS, ids=[cells(row)[1] for row in ROWS])
def test_the_tests_of_a_row_exist(row: str) -> None:
    tests = re.findall(r"`([^`]+)`", cells(row)[3])
    assert tests and [test for test in tests if not (ROOT / test).is_file()] == []
