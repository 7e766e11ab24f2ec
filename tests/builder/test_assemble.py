from pathlib import Path

import pytest

from builder import assemble, precache
from builder.steps import BuildError


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "assets"
    (folder / "pictures").mkdir(parents=True)
    (folder / "pictures/home.jpg").touch()
    monkeypatch.setattr(assemble, "ASSETS", folder)
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "about.html").touch()
    return folder


@pytest.mark.parametrize("name", ["a.css", "a.scss", "a.js.map", "lab/404.html", "lab/pictures/a.png", ".well-known/a"])
def test_every_file_of_assets_is_published(assets: Path, site: Path, name: str) -> None:
    (assets / name).parent.mkdir(parents=True, exist_ok=True)
    (assets / name).write_text("own")
    (assets / ".#a.css").symlink_to("editor@machine")
    for stray in (".DS_Store", "._a.css", ".a.css.swp", "a.css~", "lab/Thumbs.db"):
        (assets / stray).parent.mkdir(exist_ok=True)
        (assets / stray).touch()
    assert assemble._copy_assets(site) == {site / name}
    assert (site / name).read_text() == "own" and not (site / "pictures").exists()


def test_a_link_to_another_file_of_assets_is_published(assets: Path, site: Path) -> None:
    (assets / "icons").mkdir(exist_ok=True)
    (assets / "icons" / "a.png").write_text("own")
    (assets / "touch.png").symlink_to("icons/a.png")
    assemble._copy_assets(site)
    assert (site / "touch.png").read_text() == "own"


@pytest.mark.parametrize("name", ["about.html", precache.SERVED])
def test_a_file_with_a_name_of_the_build_is_refused(assets: Path, site: Path, name: str) -> None:
    (assets / name).touch()
    with pytest.raises(BuildError, match=f"assets/{name} has the name of a file that the build writes"):
        assemble._copy_assets(site)


def test_a_page_in_another_encoding_is_refused(assets: Path, site: Path) -> None:
    (assets / "own.html").write_bytes("Ó".encode("cp1250"))
    with pytest.raises(BuildError, match=r"assets/own\.html is not encoded in UTF-8"):
        assemble._copy_assets(site)
