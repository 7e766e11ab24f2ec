"""Files that reach `.web` as they are."""

from pathlib import Path

import pytest

from builder.hot_reload import assets


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(assets, "ROOT", tmp_path / "project")
    monkeypatch.setattr(assets, "WEB", tmp_path / "web")
    for file in ("app/styles/site.css", "assets/favicon.ico", "assets/pictures/home.jpg", "app/app.py"):
        (tmp_path / "project" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / file).write_text(file)
    return tmp_path / "web"


@pytest.mark.parametrize(
    ("file", "place"), [("app/styles/site.css", "app/styles/site.css"), ("assets/favicon.ico", "public/favicon.ico")]
)
def test_what_is_copied(web: Path, file: str, place: str) -> None:
    assert not assets.lay([file])
    assert (web / place).read_text() == file


@pytest.mark.parametrize("file", ["app/app.py", "assets/pictures/home.jpg", "locales/cs/LC_MESSAGES/messages.po"])
def test_what_pages_are_made_from(web: Path, file: str) -> None:
    assert assets.lay([file, "app/styles/site.css"])
    assert [path.name for path in web.rglob("*.*")] == ["site.css"]


def test_what_has_gone(web: Path, tmp_path: Path) -> None:
    assets.lay(["app/styles/site.css"])
    (tmp_path / "project/app/styles/site.css").unlink()
    assets.lay(["app/styles/site.css"])
    assert not (web / "app/styles/site.css").exists()
