from collections.abc import Iterator
from pathlib import Path

import pytest

from app.http import other_releases, releases
from app.http.export import INDEX, Export
from builder.index import write_index
from tests.support.small_site import lay_out

CODE = "_next/static/chunks/main-1.js"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Export]:
    """The current release. Only an older release contains the file `CODE`."""
    monkeypatch.setattr(releases, "RELEASES", tmp_path)
    for name, files in {"1-old": (), "2-own": ("index.html",)}.items():
        site = tmp_path / name / "site"
        site.mkdir(parents=True)
        write_index(lay_out(site, *files), name)
    yield Export.load(tmp_path / "2-own" / "site")
    other_releases._load.cache_clear()


def test_code_of_another_release_is_found(own: Export) -> None:
    found = other_releases.find(own, f"/{CODE}")
    assert found and found[0].build_id == "1-old" and found[1] is found[0].resources[f"/{CODE}"]


@pytest.mark.parametrize("path", ["/about", "/sw.js", "/manifest.webmanifest", "/_next/static/chunks/main-2.js"])
def test_pages_of_another_release_are_not_found(own: Export, path: str) -> None:
    assert other_releases.find(own, path) is None


def test_a_damaged_release_is_skipped(own: Export, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "1-old" / INDEX).write_text("{")
    for _ in range(2):
        assert other_releases.find(own, f"/{CODE}") is None
    assert caplog.text.count("Skipping another release (") == 1
