from pathlib import Path

import pytest

from builder import start_script
from builder.steps import BuildError

LINK = '<script src="/_next/static/42/start.js" defer="" data-application="/a.js /b.js"></script>'
DATA = '<script id="__NEXT_DATA__" type="application/json">{}</script>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "_next/static/42"
    folder.mkdir(parents=True)
    (folder / "start.js").write_text(r"start(/\1/)")
    (folder / "first_acts.js").write_text("retain()")
    return tmp_path


def page(body: str = "", link: str = LINK) -> str:
    return f"<head>{link}</head><body>{body}{DATA}</body>"


def written(site: Path, html: str) -> str:
    (site / "about.html").write_text(html)
    start_script.write(site, "42")
    return (site / "about.html").read_text()


def test_a_page_ends_with_the_script(site: Path) -> None:
    script = r'<script data-application="/a.js /b.js">start(/\1/)</script>'
    assert written(site, page("<p>")) == f"<head></head><body><p>{DATA}{script}</body>"
    assert list((site / "_next/static/42").iterdir()) == []


def test_pages_with_state_retain_the_first_acts(site: Path) -> None:
    html = written(site, page('<p data-connection="">'))
    assert html.index("<script>retain()</script><script data-application=") > html.index("__NEXT_DATA__")


def test_pages_without_the_application_have_no_script(site: Path) -> None:
    assert written(site, "<body>Error</body>") == "<body>Error</body>"


@pytest.mark.parametrize("html", [page(link=""), page(link=LINK * 2), page("</body>")])
def test_an_unexpected_page_stops_the_build(site: Path, html: str) -> None:
    with pytest.raises(BuildError, match=r"about\.html"):
        written(site, html)


@pytest.mark.parametrize("text", ["'</SCRIPT>'", "'<!--'"])
def test_a_script_that_would_end_its_element_stops_the_build(site: Path, text: str) -> None:
    (site / "_next/static/42/start.js").write_text(text)
    with pytest.raises(BuildError, match=r"start\.js"):
        written(site, page())
