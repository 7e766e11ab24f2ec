import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.folders import ROOT
from tools import page

COPIED = (
    "app",
    "locales",
    "docs/contract.md",
    "tests/__init__.py",
    "tests/support/__init__.py",
    "tests/support/languages.py",
    "tests/support/pages.py",
    "tests/test_routes.py",
    "tools/page.py",
)
WRITTEN = ["app/routes.py", "docs/contract.md", "app/pages/ink_drying.py"]
CHECKS = """
from app.i18n import LANGUAGES, use
from app.pages import ink_drying
from app.routes import match, url_for
from tests.test_routes import test_every_place_exists_once, test_the_table_matches_the_contract

test_the_table_matches_the_contract()
test_every_place_exists_once()
for language in LANGUAGES:
    with use(language):
        meta = ink_drying.meta()
        assert str(meta.title) == "Ink drying" and 50 <= len(str(meta.description)) <= 170
        assert "Ink drying" in str(ink_drying.page())
    found = match(url_for("ink-drying", language))
    assert found and found.place.name == f"ink-drying-{language.code}" and found.place.route.layout == "default"
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in COPIED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


THEN = "Now write the page, run `make messages`, and translate its texts in locales/cs/LC_MESSAGES/messages.po"
INVALID = "is not a page name: write a-z, 0-9 and hyphens, such as ink-drying."


def python(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=copy, capture_output=True, text=True)


def texts(copy: Path) -> dict[Path, str]:
    return {file: file.read_text() for part in ("app", "docs", "tests") for file in (copy / part).rglob("*.[pm][yd]")}


@pytest.mark.nightly
def test_a_created_page_is_complete(copy: Path) -> None:
    created = python(copy, "-m", "tools.page", "ink-drying")
    assert (created.returncode, created.stderr) == (0, "")
    assert created.stdout.splitlines() == [*WRITTEN, THEN]
    checked = python(copy, "-c", CHECKS)
    assert checked.returncode == 0, checked.stderr
    assert "\n| `/ink-drying` | `/en/ink-drying` | ink drying |\n\n" in (copy / WRITTEN[1]).read_text()
    formatted = python(copy, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), WRITTEN[0], WRITTEN[2])
    assert formatted.returncode == 0, formatted.stdout
    formatted = python(copy, "-m", "ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml"), WRITTEN[2])
    assert formatted.returncode == 0, formatted.stdout


def test_an_invalid_name_is_rejected(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = dict.fromkeys([(), ("ink", "paper")], "What is the page called? For example: make page NAME=ink")
    reasons |= {(name,): f"`{name}` is taken." for name in ("about", "offline", "en", "metrics")}
    reasons |= {(name,): f"`{name}` {INVALID}" for name in ("Ink", "My Page", "import")}
    reasons |= {(name,): f"`{name}` {INVALID} {page.LONGER}" for name in ("../ink", "notes/[id]")}
    before = texts(copy)
    monkeypatch.setattr(page, "ROOT", copy)
    for arguments, reason in reasons.items():
        with pytest.raises(SystemExit) as error:
            page.main([*arguments])
        assert error.value.code == reason
    assert texts(copy) == before


def test_a_changed_file_is_an_error(copy: Path) -> None:
    contract = copy / "docs/contract.md"
    contract.write_text(contract.read_text().replace("| Czech | English | Page |", "| Czech | Page |"))
    before = texts(copy)
    error = python(copy, "-m", "tools.page", "ink")
    assert (error.returncode, error.stdout) == (1, "")
    assert error.stderr.startswith("docs/contract.md has changed: expected") and error.stderr.count("\n") == 1
    assert texts(copy) == before
