import json
import subprocess
from pathlib import Path

import pytest

from tools import icons

SET = {"prefix": "tabler", "width": 24, "height": 24, "icons": {"gift": {"body": "<g/>"}, "heart": {"body": "<p/>"}}}


def test_no_name_is_an_error() -> None:
    with pytest.raises(SystemExit, match="Which icons"):
        icons.main([])


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replaces the icon package with a small one, and the project's icon file with an empty one."""
    copy = tmp_path / "bundled.json"
    copy.write_text("{}")
    (tmp_path / "icons.json").write_text(json.dumps(SET))
    monkeypatch.setattr(icons, "BUNDLED", copy)
    monkeypatch.setattr(icons, "bundled", lambda: {"icons": {"heart": {}}})
    monkeypatch.setattr(icons, "_package", lambda: tmp_path)
    monkeypatch.setattr(icons.subprocess, "run", lambda *given, **options: subprocess.CompletedProcess(given, 0))
    return copy


def test_a_name_is_added(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    icons.main(["gift", "heart"])
    assert json.loads(package.read_text()) == SET
    assert capsys.readouterr().out == "gift: added to bundled.json\nheart: was there already\n"


def test_an_unknown_name_is_an_error(package: Path) -> None:
    with pytest.raises(SystemExit) as refusal:
        icons.main(["gfit"])
    message = "Tabler has no icon `gfit`. Did you mean `gift`? All of them: https://tabler.io/icons"
    assert refusal.value.code == message
    assert package.read_text() == "{}"


def test_a_missing_package_is_an_error(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icons.subprocess, "run", lambda *given, **options: subprocess.CompletedProcess(given, 1))
    with pytest.raises(SystemExit) as refusal:
        icons.main(["gift"])
    assert refusal.value.code == f"{icons.PACKAGE} could not be installed. Is there a network?"
