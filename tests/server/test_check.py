import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.folders import ROOT
from app.server import check
from tests.fakes import gopay


@pytest.mark.parametrize("file", ["app/members/tabs.py", "app/content/workshops.py"])
def test_code_that_cannot_be_imported(tmp_path: Path, file: str) -> None:
    for name in ("app", "locales"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / file).write_text(f"import no\n{(ROOT / file).read_text()}")
    done = subprocess.run([sys.executable, "-m", "app.server.check"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == f"ModuleNotFoundError at {file}:1: No module named 'no'\n"


def test_invalid_settings(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PORT", "http")
    assert check.main() == 2
    assert capsys.readouterr().err.startswith("PORT='http' is not allowed")


def test_payment_by_card_without_mail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in gopay.SETTINGS.items():
        monkeypatch.setenv(name.upper(), value)
    assert check.main() == 2
    assert capsys.readouterr().err.startswith("GoPay needs the settings of mail")
