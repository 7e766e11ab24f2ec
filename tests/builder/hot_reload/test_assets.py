from pathlib import Path

import pytest

from builder.hot_reload import assets


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(assets, "ROOT", tmp_path / "project")
    monkeypatch.setattr(assets, "WEB", tmp_path / "web")
    files = ("app/styles/site.css", "assets/favicon.ico", "assets/worker.js", "assets/pictures/home.jpg", "app/app.py")
    for file in files:
        (tmp_path / "project" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / file).write_text(file)
    return tmp_path / "web"


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("app/styles/site.css", "app/styles/site.css"),
        ("assets/favicon.ico", "public/favicon.ico"),
        ("assets/worker.js", "public/worker.js"),
    ],
)
def test_style_sheets_and_assets_are_copied(web: Path, file: str, path: str) -> None:
    assert not assets.copy([file])
    assert (web / path).read_text() == file


@pytest.mark.parametrize("file", ["app/app.py", "assets/pictures/home.jpg", "locales/cs/LC_MESSAGES/messages.po"])
def test_other_files_need_a_build(web: Path, file: str) -> None:
    assert assets.copy([file, "app/styles/site.css"])
    assert [path.name for path in web.rglob("*.*")] == ["site.css"]


def test_folders_can_be_moved_and_deleted(web: Path, tmp_path: Path) -> None:
    folder = tmp_path / "project/assets/pdfs"
    folder.mkdir()
    (folder / "prices.pdf").write_text("prices")
    assets.copy(["assets/pdfs"])
    assert (web / "public/pdfs/prices.pdf").read_text() == "prices"
    (folder / "prices.pdf").unlink()
    folder.rmdir()
    assets.copy(["assets/pdfs", "assets/pdfs/prices.pdf"])
    assert not (web / "public/pdfs").exists()


def test_deleted_files_are_deleted_there(web: Path, tmp_path: Path) -> None:
    assets.copy(["app/styles/site.css"])
    (tmp_path / "project/app/styles/site.css").unlink()
    assets.copy(["app/styles/site.css"])
    assert not (web / "app/styles/site.css").exists()
