from pathlib import Path

import pytest

from app.settings import Settings
from builder import inputs
from builder.index import write_index
from tests.support.small_site import lay_out


def test_a_damaged_release_is_not_built(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "DIST", tmp_path)
    monkeypatch.setattr(inputs, "fingerprint", lambda settings: "unchanged")
    write_index(lay_out(tmp_path / "site"), "build-1")
    (tmp_path / inputs.STAMP).write_text("unchanged")
    assert inputs.is_built(settings)
    (tmp_path / "site/about.html").unlink()
    assert not inputs.is_built(settings)


def test_stray_files_cause_no_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "ROOT", tmp_path)
    (tmp_path / "assets/.well-known").mkdir(parents=True)
    for name in ("og.jpg", ".DS_Store", "._og.jpg", ".well-known/security.txt", ".well-known/.security.txt.swp"):
        (tmp_path / "assets" / name).touch()
    assert [file.name for file in inputs.files()] == ["security.txt", "og.jpg"]
