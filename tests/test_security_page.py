import re

from app.folders import ROOT

ROWS = [
    line for line in (ROOT / "docs/security.md").read_text().splitlines() if line.startswith("|") and "test_" in line
]


def cited_in(row: str) -> list[tuple[str, str]]:
    file, found = "", []
    for cited in re.findall(r"`([^`]*::[^`]*)`", row):
        named, _, function = cited.partition("::")
        file = named or file
        found.append((file, function))
    return found


def test_each_row_has_its_tests() -> None:
    for row in ROWS:
        cited = cited_in(row)
        assert cited, row
        for file, function in cited:
            assert re.search(rf"^(async )?def {function}\(", (ROOT / file).read_text(), re.MULTILINE), (file, function)
