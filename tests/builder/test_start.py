"""The start script is the only script in built pages without state, and lists the application's files."""

import re

import pytest

from app.extras.fullpage import FULL
from app.http.export import SITE
from app.routes import Place, places
from tests.support.pages import each
from tests.support.weights import application, precached, start_scripts

NEEDED = re.compile(r'<(?!script)[^>]*\bdata-application="([^"]*)"')
AT_ONCE = {"bam", "patreon-callback", "patreon-private", "patreon-private-post", "desk", "desk-inquiry"}
"""Routes whose pages load the application immediately."""


def html(place: Place) -> str:
    return file_of(place).read_text()


def file_of(place: Place):
    return SITE / ("index.html" if place.path == "/" else f"{place.path.lstrip('/')}.html")


@each(places())
def test_a_page_has_one_script_and_all_listed_files_exist(built: None, place: Place) -> None:
    *first_acts, script = start_scripts(file_of(place))
    files = application(file_of(place))
    assert [file.name for file in first_acts] == (["first_acts.js"] if place.route.private else [])
    assert re.fullmatch(r"_next/static/\w+/start\.js", script.relative_to(SITE).as_posix())
    assert [file for file in (script, *files) if not file.is_file()] == []
    assert [file.name for file in files if file.name.startswith("main-")] == [files[-1].name], (
        "the main script starts the application"
    )
    assert "polyfills-" not in html(place)


@each(places())
def test_only_some_pages_start_the_application_at_once(built: None, place: Place) -> None:
    assert ("" in NEEDED.findall(html(place))) == (place.route.name in AT_ONCE)


@pytest.mark.parametrize(
    ("page", "needs"),
    [("index.html", [FULL]), ("about.html", [FULL]), ("portfolio/weddings.html", [FULL, "/large"])],
)
def test_other_conditions_that_start_the_application(built: None, page: str, needs: list[str]) -> None:
    assert NEEDED.findall((SITE / page).read_text()) == needs


def test_the_start_script_is_precached(built: None) -> None:
    [script] = start_scripts(SITE / "about.html")
    assert f"/{script.relative_to(SITE)}" in precached()
