from pathlib import Path

import pytest

from app.http import releases
from builder.index import write_index
from tests.support.small_site import lay_out
from tools.release import LEGEND, main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, path in {"FOLDER": "", "RELEASES": "releases", "CURRENT": "current"}.items():
        monkeypatch.setattr(releases, name, tmp_path / path)
    for name in ("1-a", "2-b", "3-c"):
        write_index(lay_out(releases.RELEASES / name / "site"), name)
        releases.switch(releases.RELEASES / name)
    return tmp_path


def shown(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_releases_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(None) == 0
    assert shown(capsys) == ["* 3-c", "  2-b", "  1-a", *LEGEND.splitlines()]


@pytest.mark.parametrize(("wanted", "current"), [("previous", "2-b"), ("1", "1-a"), ("3-c", "3-c")])
def test_another_release_becomes_current(
    folder: Path, capsys: pytest.CaptureFixture[str], wanted: str, current: str
) -> None:
    assert main(wanted) == 0
    assert releases.CURRENT.resolve().name == current and f"* {current}" in shown(capsys)


def test_no_release_is_before_the_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    releases.switch(releases.RELEASES / "1-a")
    assert main("previous") == 1 and main("4") == 1 and main("") == 0
    assert releases.CURRENT.resolve().name == "1-a"
