from pathlib import Path

import pytest

from builder import sheets
from builder.steps import BuildError

CSS = "main{a:b}.never{a:c}@media print{main{a:d}}"
WHOLE = f"{sheets.FOLDER}/0123.css"
PAGE = f"<head>{sheets.WHOLE.format(WHOLE)}</head><body><main></main></body>"


def lay_out(site: Path, css: str = CSS, html: str = PAGE) -> Path:
    for page in ("index", "errors/cs", "patreon/private", "en/patreon/private/[postId]"):
        file = site / f"{page}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html)
    (site / sheets.FOLDER).mkdir(parents=True)
    (site / WHOLE).write_text(css)
    return site


def test_public_pages_wait_for_the_rules_that_they_use(tmp_path: Path) -> None:
    site = lay_out(tmp_path)
    sheets.split(site)
    parts = {file.name.split(".")[0]: file for file in site.glob(sheets.SPLIT)}
    assert {name: file.read_text() for name, file in parts.items()} == {
        "first": "main{a:b}",
        "print": "@media print{main{a:d}}",
    }
    first, paper = (parts[name].relative_to(site).as_posix() for name in ("first", "print"))
    for page in ("index", "errors/cs"):
        assert sheets.FIRST.format(first) + sheets.PRINTED.format(paper) in (site / f"{page}.html").read_text()


def test_members_pages_load_all_rules(tmp_path: Path) -> None:
    site = lay_out(tmp_path)
    sheets.split(site)
    first = next(site.glob(f"{sheets.FOLDER}/first.*.css")).relative_to(site).as_posix()
    for page in ("patreon/private", "en/patreon/private/[postId]"):
        assert sheets.FIRST.format(first) + sheets.WHOLE.format(WHOLE) in (site / f"{page}.html").read_text()


@pytest.mark.parametrize(("html", "name"), [("<form>", "form"), ('<div data-connection=""><form>', "state")])
def test_pages_of_other_kinds_change_nothing_for_the_first(tmp_path: Path, html: str, name: str) -> None:
    alone, beside = (lay_out(tmp_path / folder, css=f"{CSS}form{{a:e}}") for folder in ("alone", "beside"))
    (beside / "todo.html").write_text(PAGE.replace("<main>", f"<main>{html}"))
    sheets.split(alone)
    sheets.split(beside)
    assert (beside / "index.html").read_text() == (alone / "index.html").read_text()
    [sheet] = beside.glob(f"{sheets.FOLDER}/{name}.*.css")
    assert sheet.read_text() == "main{a:b}form{a:e}"
    assert sheet.name in (beside / "todo.html").read_text()


def test_all_rules_but_typefaces_are_in_the_original_sheet(tmp_path: Path) -> None:
    site = lay_out(tmp_path, css="@font-face{a:b}" + CSS)
    sheets.split(site)
    assert (site / WHOLE).read_text() == CSS
    assert next(site.glob(f"{sheets.FOLDER}/first.*.css")).read_text() == "@font-face{a:b}main{a:b}"


def test_another_number_of_sheets_stops_the_build(tmp_path: Path) -> None:
    site = lay_out(tmp_path)
    (site / sheets.FOLDER / "4567.css").write_text("")
    with pytest.raises(BuildError, match="2 style sheets where one was expected"):
        sheets.split(site)


def test_another_link_stops_the_build(tmp_path: Path) -> None:
    site = lay_out(tmp_path, html=f'<link rel="stylesheet" href="/{WHOLE}">')
    with pytest.raises(BuildError, match=r"the style sheet of en/patreon/private/\[postId\]\.html in another way"):
        sheets.split(site)


def test_a_sheet_that_cannot_be_read_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="The style sheet contains code that"):
        sheets.split(lay_out(tmp_path, css="a{b:c}}"))
