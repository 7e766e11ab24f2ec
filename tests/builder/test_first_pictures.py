import json
import re
from pathlib import Path

import pytest

from app.http.export import SITE
from app.routes import places
from builder import first_pictures
from builder.index import page_file

PICTURE = '<picture><source sizes="100vw" srcSet="/a.avif 600w" type="image/avif"/><source sizes="100vw" srcSet="/a"/>'


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    for place in places():
        page = tmp_path / page_file(place.path)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("")
    file = tmp_path / first_pictures.MANIFEST.format("42")
    file.parent.mkdir(parents=True)
    file.write_text("self.__BUILD_MANIFEST={}")
    return file


@pytest.mark.parametrize(
    ("image", "expected"),
    [('<img alt="A" fetchPriority="high">', {"/about": ["100vw", "/a.avif 600w"]}), ('<img loading="lazy">', {})],
)
def test_only_pictures_at_the_top_are_listed(tmp_path: Path, manifest: Path, image: str, expected: object) -> None:
    (tmp_path / "about.html").write_text(PICTURE + image)
    first_pictures.write(tmp_path, "42")
    before, found = manifest.read_text().split(";self.__FIRST_PICTURES=")
    assert before == "self.__BUILD_MANIFEST={}"
    assert json.loads(found) == expected


def test_the_built_list_names_pictures_that_exist(built: None) -> None:
    [manifest] = SITE.glob(first_pictures.MANIFEST.format("*"))
    found: dict[str, list[str]] = json.loads(manifest.read_text().partition(";self.__FIRST_PICTURES=")[2])
    assert {"/", "/en", "/about", "/portfolio/weddings"} <= found.keys()
    for sizes, sources in found.values():
        assert "vw" in sizes
        assert [url for url in re.findall(r"/\S+", sources) if not (SITE / url.lstrip("/")).is_file()] == []
