"""The site can be built with a third language and icons from the internet. A second build creates the same files."""

import re
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from app.folders import WEB
from app.i18n import DEFAULT, LANGUAGES
from app.routes import places
from builder.assemble import MAPS
from builder.index import ENCODERS
from builder.inputs import DIST, STAMP
from tests.support.about_page import ABOUT_PAGE, ABOUT_TITLE
from tests.support.builds import build_id
from tests.support.project_copy import copy_sources, replace, run
from tests.support.server_process import running_server
from tests.support.variant import LANGUAGE, NOTICE, REWORDED, Variant

pytestmark = pytest.mark.nightly


def test_a_provider_s_icon_is_inlined_or_reported_as_missing(variant: Variant) -> None:
    assert variant.first_output.endswith(NOTICE)
    assert sorted(variant.first_requests) == ["/ph.json?icons=gone", "/ph.json?icons=stamp"], "once for all languages"
    for html in ("delivery.html", "en/delivery.html", f"{LANGUAGE}/delivery.html"):
        assert 'd="M4 4h8v8H4z"' in (variant.dist / "site" / html).read_text()
    assert variant.second_output == "The site is built and up to date.\n" + NOTICE, "reported and requested again"
    assert variant.second_requests == ["/ph.json?icons=gone"]


def test_a_third_language_needs_one_line_and_one_catalog(variant: Variant) -> None:
    assert "complete" in variant.catalog_check_output
    site = variant.dist / "site"
    for place in places():
        if place.language != DEFAULT:
            continue
        path = place.path.rstrip("/")
        twin = (site / f"{LANGUAGE}{path}.html").read_text()
        assert f'<html lang="{LANGUAGE}"' in twin, path
        assert len(re.findall(r"⟦[^⟧]+⟧", twin)) > 10, path
        assert f'hrefLang="{LANGUAGE}"' in (site / f"{path or '/index'}.html".lstrip("/")).read_text(), path
    assert "⟦Go back home⟧" in (site / "errors" / f"{LANGUAGE}.html").read_text()
    assert f"<loc>http://localhost:8000/{LANGUAGE}/about</loc>" in (site / LANGUAGE / "sitemap.xml").read_text()
    with (
        running_server(variant.folder, FALLBACK_LANGUAGE=LANGUAGE) as server,
        urlopen(Request(server.url, headers={"Accept": "text/html"})) as answer,
    ):
        assert answer.url == f"{server.url}/{LANGUAGE}"


def test_the_english_catalog_replaces_texts(variant: Variant) -> None:
    html = (variant.dist / "site/en/about.html").read_text()
    assert REWORDED[1] in html and f">{REWORDED[0]}<" not in html


DERIVED = (STAMP, MAPS, *ENCODERS)
"""Files that the test does not compare. For example, the order of names in source maps varies."""
LISTS = ("index.json", "site/sw.js")
"""Files that contain hashes and sizes of other files. The test ignores these values and their order."""
OF_BYTES = re.compile(rb'[0-9a-f]{32}|[\w+/]{43}=|"size": \d+')
CHANGED = ("about", "en/about", "pricing/business")
CODE = re.compile(rf"(chunks/pages/(?:{'|'.join(CHANGED)})-)[0-9a-f]{{8}}".encode())
ESCAPED_SLASH = rb"\u002F"


def contents(dist: Path) -> dict[str, bytes | list[bytes]]:
    path, build = str(dist.resolve()).encode(), build_id(dist).encode()

    def comparable(text: bytes) -> bytes:
        for each, instead in ((path, b""), (build, b""), (ESCAPED_SLASH, b"/")):
            text = text.replace(each, instead)
        return CODE.sub(rb"\1", text)

    found: dict[str, bytes | list[bytes]] = {}
    for file in dist.rglob("*"):
        name = file.relative_to(dist)
        if file.is_file() and name.parts[0] not in DERIVED:
            text = comparable(file.read_bytes())
            listed = name.as_posix() in LISTS
            entries = sorted(re.split(rb"[,\s\]}]+", OF_BYTES.sub(b"", text))) if listed else text
            found[comparable(name.as_posix().encode()).decode()] = entries
    return found


def cached_pages(project: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in (project / ".web/page-cache").iterdir()}


def test_the_same_sources_build_the_same_bytes_after_another_build(variant: Variant) -> None:
    copy = variant.project
    copy_sources(copy)
    (copy / ".web/nocompile").touch()
    replace(copy / ABOUT_PAGE, ABOUT_TITLE, "Two people, three presses")
    replace(copy / "locales/cs/LC_MESSAGES/messages.po", "Vizitka je jediná reklama", "Vizitka je reklama")
    said = run(copy, "builder")
    assert all(f"{step}: " in said for step in ("Pages", "HTML and JavaScript", "Compressing")), "progress is shown"

    other, here = contents(copy / "dist/current"), contents(DIST)
    changed = {name for name in other.keys() | here.keys() if other.get(name) != here.get(name)}
    code = {f"site/_next/static/chunks/pages/{page}-.js" for page in CHANGED}
    assert changed == code | {f"site/{page}.html" for page in CHANGED}

    pages, before = cached_pages(copy), cached_pages(WEB.parent)
    compiled = pages.keys() - before.keys()
    assert len(compiled) == len(("about", "pricing/business")) * len(LANGUAGES), "too many pages, or too few"
    assert [name for name in pages.keys() & before.keys() if pages[name] != before[name]] == []
    assert len(pages) == len([place for place in places() if not place.route.private])
