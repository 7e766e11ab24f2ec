"""Public pages contain one script, which lists the application's files. Private pages contain two scripts."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from app.http.export import IDENTITY, SITE, Export
from app.http.media_types import HTML
from app.routes import Place, places
from app.start import AT_ONCE
from builder.index import page_file
from tests.support.pages import all_of
from tests.support.site_texts import component_of, loads_data
from tests.support.weights import application, linked_scripts, start_scripts

NEEDED = re.compile(r'<(?!script)[^>]*\bdata-application="([^"]*)"')


def file_of(place: Place) -> Path:
    return SITE / page_file(place.path)


@pytest.mark.usefixtures("built")
@all_of(places())
def test_a_page_has_one_script_whose_files_exist_and_only_some_start_at_once(place: Place) -> None:
    *first_acts, script = start_scripts(file_of(place))
    files = application(file_of(place))
    assert ["app:hydrated" in text for text in first_acts] == [True] * place.route.private
    assert "/builds/latest.json" in script and linked_scripts(file_of(place)) == []
    assert [file for file in files if not file.is_file()] == []
    assert [file.name for file in files if file.name.startswith("main-")] == [files[-1].name], (
        "the main script starts the application"
    )
    html = file_of(place).read_text()
    assert "polyfills-" not in html and (AT_ONCE in NEEDED.findall(html)) == starts_at_once(place)


def starts_at_once(place: Place) -> bool:
    """Whether the page has an `on_load` handler or an element marked `AT_ONCE`."""
    return loads_data(place) or f'"data-application":"{AT_ONCE}"' in str(component_of(place).render())


@pytest.mark.parametrize(
    ("page", "needs"), [("index.html", []), ("about.html", []), ("portfolio/weddings.html", ["/large"])]
)
def test_other_conditions_that_start_the_application(built: None, page: str, needs: list[str]) -> None:
    assert NEEDED.findall((SITE / page).read_text()) == needs


def test_every_policy_allows_the_scripts_of_its_page_only(built: None) -> None:
    resources = Export.load().resources.values()
    pages = [page for page in resources if page.media_type == HTML]
    start = {start_scripts(file_of(place))[-1] for place in places()}
    assert len(start) == 1
    for page in pages:
        html = (SITE.parent / page.representations[IDENTITY].file).read_text()
        assert page.scripts == tuple(map(source, re.findall(r"<script(?: data-application=.*?)?>(.*?)</script>", html)))


def source(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
