import subprocess
from pathlib import Path

import pytest

from tools import project_files


def test_files_that_git_does_not_track_yet_belong_to_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_files, "ROOT", tmp_path / "project")
    subprocess.run(["git", "init", "-q", tmp_path / "project"], check=True)
    for name in ("added.py", "deleted.py", "new page.py", "žluť.md", "secret.env"):
        (tmp_path / "project" / name).touch()
    (tmp_path / "project/.gitignore").write_text("*.env")
    subprocess.run(["git", "add", "added.py", "deleted.py"], cwd=tmp_path / "project", check=True)
    (tmp_path / "project/deleted.py").unlink()
    project_files.copy_project_files(tmp_path / "copy")
    assert {file.name for file in (tmp_path / "copy").iterdir()} == {".gitignore", "added.py", "new page.py", "žluť.md"}
