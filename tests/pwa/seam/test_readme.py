"""The README of `pwa/seam` lists every module with its tests. `tests/test_readme.py` checks that the files exist."""

import re

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
    return row.split(" | ")


def test_every_module_has_a_row_with_tests() -> None:
    assert sorted(re.findall(r"`([^`]+)`", cells(row)[1])[0] for row in ROWS) == sorted(MODULES)
    assert [row for row in ROWS if not re.search(r"`tests/[\w/]+\.py`", cells(row)[3])] == []
