from pathlib import Path

import pytest

from builder import export, static_host
from builder.steps import BuildError


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    export._check_target(tmp_path / "new")
    export._check_target(tmp_path)
    (tmp_path / ".git").mkdir()
    export._check_target(tmp_path)
    (tmp_path / "thesis.doc").touch()
    with pytest.raises(BuildError, match="has other files"):
        export._check_target(tmp_path)
    (tmp_path / static_host.HEADERS).touch()
    export._check_target(tmp_path)


def test_an_earlier_export_is_deleted_but_not_its_repository(tmp_path: Path) -> None:
    folder, link = tmp_path / "export", tmp_path / "link"
    for file in ("_headers", "en/about.html", ".well-known/security.txt", ".git/HEAD"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (folder / "linked").symlink_to(elsewhere)
    link.symlink_to(folder)
    export._clear(link)
    assert [entry.name for entry in folder.iterdir()] == [".git"] and (folder / ".git/HEAD").exists()
    assert elsewhere.exists() and link.is_symlink()
    export._clear(tmp_path / "missing")


def test_a_worktree_keeps_its_link_to_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    export._clear(tmp_path)
    assert (tmp_path / ".git").exists()
