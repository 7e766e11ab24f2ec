import json
import re
from pathlib import Path

import pytest

from app.http.export import SITE
from app.i18n import use
from app.routes import places
from app.settings import settings
from app.structured_data import json_ld
from builder import structured_data
from builder.index import page_file
from builder.steps import BuildError
from tests.support.schema_org import nodes

HEAD = '<html><head><meta name="x"/></head><body></body></html>'
DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script></head>')
INDEXED = [place for place in places() if place.route.indexed]


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    for place in places():
        file = tmp_path / page_file(place.path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(HEAD)
    return tmp_path


def test_each_public_page_has_its_data_in_its_language(exported: Path):
    structured_data.write(exported)
    for place in places():
        found = DATA.findall((exported / page_file(place.path)).read_text())
        with use(place.language):
            assert found == ([json_ld(place)] if place.route.indexed else [])


def test_a_page_without_a_head_fails_the_build(exported: Path):
    (exported / page_file(INDEXED[-1].path)).write_text("<html></html>")
    with pytest.raises(BuildError, match=r"in another way than expected"):
        structured_data.write(exported)


def test_the_pictures_exist(built: None):
    site, found = settings().site_url, set()
    for place in INDEXED:
        [data] = DATA.findall((SITE / page_file(place.path)).read_text())
        found |= {
            str(node[name]) for node in nodes(json.loads(data)) for name in ("image", "contentUrl") if name in node
        }
    assert found
    assert [url for url in found if not (SITE / url.removeprefix(f"{site}/")).is_file()] == []
