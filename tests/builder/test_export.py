from contextlib import nullcontext
from pathlib import Path

import pytest

from app.http.export import Export
from builder import export as module
from builder import static_host
from builder.steps import BuildError


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    module._check_target(tmp_path / "new")
    module._check_target(tmp_path)
    (tmp_path / ".git").mkdir()
    module._check_target(tmp_path)
    (tmp_path / "thesis.doc").touch()
    with pytest.raises(BuildError, match="has other files"):
        module._check_target(tmp_path)
    (tmp_path / static_host.HEADERS).touch()
    module._check_target(tmp_path)


def test_an_earlier_export_is_deleted_but_not_its_repository(tmp_path: Path) -> None:
    folder, link = tmp_path / "export", tmp_path / "link"
    for file in ("_headers", "en/about.html", ".well-known/security.txt", ".git/HEAD"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (folder / "linked").symlink_to(elsewhere)
    link.symlink_to(folder)
    module._clear(link)
    assert [entry.name for entry in folder.iterdir()] == [".git"] and (folder / ".git/HEAD").exists()
    assert elsewhere.exists() and link.is_symlink()
    module._clear(tmp_path / "missing")


def test_a_worktree_keeps_its_link_to_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    module._clear(tmp_path)
    assert (tmp_path / ".git").exists()


def test_an_export_that_exceeds_a_host_s_limits_is_reported(
    tmp_path: Path, export: Export, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOSTING", "static")
    monkeypatch.setattr(module, "build", lambda _fingerprint: None)
    monkeypatch.setattr(module, "build_lock", nullcontext)
    monkeypatch.setattr(module.releases, "FRESH", tmp_path / "fresh")
    monkeypatch.setattr(module.Export, "load", lambda _site: export)
    monkeypatch.setattr(static_host, "MAX_RULES", 1)
    (tmp_path / "fresh").mkdir()
    assert module.main([str(tmp_path / "export")]) == 0
    assert "; Cloudflare Pages reads only 1 (" in capsys.readouterr().err
