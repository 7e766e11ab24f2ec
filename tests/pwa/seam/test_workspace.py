import subprocess
from pathlib import Path

import pytest

from app.folders import ROOT
from pwa.seam import workspace

LOCK = "package-lock.json"


def test_the_lock_is_restored_after_npm_has_changed_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The build ID depends on the lock file."""
    asked: list[list[str]] = []

    def completes(command: list[str], **options: object) -> None:
        asked.append(command)
        (tmp_path / LOCK).write_text("{}")

    monkeypatch.setattr(workspace, "WEB", tmp_path)
    monkeypatch.setattr(workspace, "INSTALLED", tmp_path / "packages.sha256")
    monkeypatch.setattr(subprocess, "run", completes)
    for _ in range(2):
        workspace._install_packages()
        assert (tmp_path / LOCK).read_bytes() == (ROOT / "pwa" / LOCK).read_bytes()
        (tmp_path / LOCK).write_text("{}")
    assert asked == [["npm", "install"]]
