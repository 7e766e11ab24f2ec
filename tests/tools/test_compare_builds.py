from pathlib import Path

import pytest

from tools.compare_builds import main


@pytest.fixture
def builds(tmp_path: Path) -> list[Path]:
    folders = [tmp_path / "before", tmp_path / "after"]
    for folder, digest in zip(folders, ("0123abcd", "4567cdef"), strict=True):
        (folder / "site").mkdir(parents=True)
        (folder / "site/about.html").write_text(f'<h1>Two people</h1><img src="/press.{digest}.png">')
        (folder / f"site/press.{digest}.png").write_bytes(b"press")
    return folders


def test_names_of_hashed_files_may_differ(builds: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(*builds) == 0
    assert capsys.readouterr().out.endswith("The builds are the same, but for the names of hashed files.\n")


def test_texts_and_pictures_may_not_differ(builds: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    page = builds[1] / "site/about.html"
    page.write_text(page.read_text().replace("people", "geese"))
    (builds[1] / "site/press.4567cdef.png").write_bytes(b"goose")
    assert main(*builds) == 1
    printed = capsys.readouterr().out
    assert "about.html" in printed and "+<h1>Two geese</h1>" in printed and "press" in printed


def test_a_folder_that_is_not_a_release_is_an_error(builds: list[Path], tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="is not a release, as it has no folder `site`"):
        main(builds[0], tmp_path)
