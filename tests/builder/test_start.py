"""The start script in the built pages: the only script there, with the whole application in its list."""

import re

import pytest

from app.extras.fullpage import FULL
from app.http.export import SITE
from app.routes import Place, places
from tests.support.pages import each
from tests.support.weights import application, precached, start_scripts

NEEDED = re.compile(r'<(?!script)[^>]*\bdata-application="([^"]*)"')
AT_ONCE = {"bam", "patreon-callback", "patreon-private", "patreon-private-post"}
"""The routes whose pages are of no use without the application."""


def html(place: Place) -> str:
    return file_of(place).read_text()


def file_of(place: Place):
    return SITE / ("index.html" if place.path == "/" else f"{place.path.lstrip('/')}.html")


@each(places())
def test_a_page_has_one_script_and_all_that_it_lists_is_there(built: None, place: Place) -> None:
    [script] = start_scripts(file_of(place))
    files = application(file_of(place))
    assert re.fullmatch(r"_next/static/\w+/start\.js", script.relative_to(SITE).as_posix())
    assert [file for file in (script, *files) if not file.is_file()] == []
    assert [file.name for file in files if file.name.startswith("main-")] == [files[-1].name], "what begins it is last"
    assert "polyfills-" not in html(place)


@each(places())
def test_a_page_needs_it_at_once_only_where_it_is_of_no_use_without(built: None, place: Place) -> None:
    assert ("" in NEEDED.findall(html(place))) == (place.route.name in AT_ONCE)


@pytest.mark.parametrize(
    ("page", "needs"),
    [("index.html", [FULL]), ("about.html", [FULL]), ("portfolio/weddings.html", [FULL, "/large"])],
)
def test_what_else_pages_need_it_for(built: None, page: str, needs: list[str]) -> None:
    assert NEEDED.findall((SITE / page).read_text()) == needs


def test_the_worker_keeps_it(built: None) -> None:
    [script] = start_scripts(SITE / "about.html")
    assert f"/{script.relative_to(SITE)}" in precached()
