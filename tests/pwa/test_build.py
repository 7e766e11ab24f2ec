"""The build: the same tree makes the same bytes, an unchanged one is not built again, a language is a line and a
catalog."""

import re
import subprocess
import sys
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from babel.messages.pofile import read_po, write_po

from app.components.icon import collection as icons
from app.i18n import DEFAULT
from app.i18n.catalogs import extract
from app.routes import places
from app.settings import ROOT
from pwa import build
from pwa.build import DIST, MAPS, STAMP, without_scripts
from tests.support.icon_provider import STAMP as STAMP_ICON
from tests.support.icon_provider import Provider, answering, providing
from tests.support.serving import serving
from tests.support.workshop import copy_project, run


def digests(folder: Path) -> dict[str, str]:
    """Every file below `folder` with the hash of its bytes; but not source maps, where the minifier lists names in an
    order of its own."""
    files = (file for file in folder.rglob("*") if file.is_file() and MAPS not in file.relative_to(folder).parts)
    return {file.relative_to(folder).as_posix(): sha256(file.read_bytes()).hexdigest() for file in files}


def test_two_builds_of_the_same_tree_are_identical(built: None, tmp_path: Path) -> None:
    copy = copy_project(tmp_path / "copy")
    said = run(copy, "pwa.build")
    assert "Pages: " in said, "progress is shown"
    assert digests(copy / "dist") == digests(DIST)


def test_an_unchanged_tree_is_not_built_again(built: None) -> None:
    before = digests(DIST)
    assert run(ROOT, "pwa.build").strip() == "The site is built and up to date."
    assert digests(DIST) == before


def test_a_failing_build_leaves_the_last_one_and_says_why(built: None, tmp_path: Path) -> None:
    copy = copy_project(tmp_path / "copy")
    (copy / "dist").mkdir()
    (copy / "dist" / "kept").write_text("the build before")
    page = copy / "app" / "pages" / "contact.py"
    page.write_text(page.read_text() + "\nraise RuntimeError('the ink has dried')\n")
    result = subprocess.run([sys.executable, "-m", "pwa.build"], cwd=copy, capture_output=True, text=True)
    assert result.returncode == 1
    assert "the ink has dried" in result.stderr
    assert (copy / "dist" / "kept").read_text() == "the build before"


def test_an_icon_from_elsewhere_is_inlined_or_a_placeholder_that_is_announced(built: None, tmp_path: Path) -> None:
    copy = copy_project(tmp_path / "copy")
    page = copy / "app" / "pages" / "about.py"
    source = page.read_text().replace("h.fragment(", 'h.fragment(icon("ph:stamp"), icon("ph:gone"), ', 1)
    page.write_text(f"{source}\nfrom app.components.icon import icon\n")

    def stamp_alone(fake: Provider, request: BaseHTTPRequestHandler) -> None:
        answering(STAMP_ICON, 200 if request.path.endswith("=stamp") else 404)(fake, request)

    with providing(stamp_alone) as fake:
        settings = {"ICON_PROVIDER_URL": fake.url, "no_proxy": "127.0.0.1"}
        notice = "The icon ph:gone is a placeholder: 127.0.0.1 answered with 404.\n"
        assert run(copy, "pwa.build", **settings).endswith(notice)
        assert sorted(fake.asked) == ["/ph.json?icons=gone", "/ph.json?icons=stamp"], "once, and not once a language"
        for html in ("about.html", "en/about.html"):
            assert 'd="M4 4h8v8H4z"' in (copy / "dist" / "site" / html).read_text()
        again = run(copy, "pwa.build", **settings)
        assert again == "The site is built and up to date.\n" + notice, "said again, and asked for again"
        assert fake.asked[2:] == ["/ph.json?icons=gone"]


def test_a_site_is_built_again_when_an_icon_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / STAMP).write_text("unchanged")
    (tmp_path / build.NOTICES.name).write_text("ph:stamp\tno answer\nph:gone\tnot there\nph:stamp\tno answer\n")
    came: list[str] = []

    def obtain(name: icons.Name, provider: str | None) -> None:
        if str(name) not in came:
            raise icons.Missing("it is not there")

    monkeypatch.setattr(build, "DIST", tmp_path)
    monkeypatch.setattr(build, "fingerprint", lambda settings: "unchanged")
    monkeypatch.setattr(build.icons, "obtain", obtain)
    monkeypatch.setattr(build, "build", lambda inputs: print("built"))
    notices = "The icon ph:gone is a placeholder: not there.\nThe icon ph:stamp is a placeholder: no answer.\n"
    assert build.main() == 0
    assert capsys.readouterr().out == "The site is built and up to date.\n" + notices
    came.append("ph:stamp")
    assert build.main() == 0
    assert capsys.readouterr().out == "built\n" + notices


@pytest.mark.parametrize("setting", ["SITE_URL=ftp://example.com", "I18N_MESSAGES=sometimes"])
def test_a_wrong_setting_stops_the_build_with_one_line(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, value = setting.split("=")
    monkeypatch.setenv(name, value)
    result = subprocess.run([sys.executable, "-m", "pwa.build"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert name in result.stderr and value in result.stderr


def test_a_page_without_scripts_keeps_everything_else() -> None:
    page = '<head><link rel="preload" href="/a.js" as="script"/><link rel="stylesheet" href="/a.css"/></head>'
    page += '<p>1 < 2</p><script src="/a.js" defer=""></script><script id="__NEXT_DATA__">{"a":\n"<p>"}</script>'
    assert without_scripts(page) == '<head><link rel="stylesheet" href="/a.css"/></head><p>1 < 2</p>'


def test_a_third_language_is_one_line_and_one_catalog(built: None, tmp_path: Path) -> None:
    copy = copy_project(tmp_path / "copy")
    add_pseudo_language(copy)
    assert "complete" in run(copy, "app.i18n.catalogs", "check")
    run(copy, "pwa.build")
    site = copy / "dist" / "site"
    for place in places():
        if place.language != DEFAULT:
            continue
        path = place.path.rstrip("/")
        twin = (site / f"eo{path}.html").read_text()
        assert '<html lang="eo"' in twin, path
        assert len(re.findall(r"⟦[^⟧]+⟧", twin)) > 10, path
        assert 'hrefLang="eo"' in (site / f"{path or '/index'}.html".lstrip("/")).read_text(), path
    assert "⟦Go back home⟧" in (site / "errors" / "eo.html").read_text()
    assert "<loc>http://localhost:8000/eo/about</loc>" in (site / "eo" / "sitemap.xml").read_text()
    with (
        serving(copy, FALLBACK_LANGUAGE="eo") as server,
        urlopen(Request(server.url, headers={"Accept": "text/html"})) as answer,
    ):
        assert answer.url == f"{server.url}/eo"


def add_pseudo_language(project: Path) -> None:
    """Adds Esperanto, whose words are the English ones in brackets: one line in the table, one catalog."""
    table = project / "app" / "i18n" / "languages.py"
    line = '    Language("en", "en-US", "English", estimate="EUR"),\n'
    assert line in table.read_text()
    table.write_text(table.read_text().replace(line, line + '    Language("eo", "eo", "Esperanto"),\n'))
    catalog = extract(project / "app")
    catalog.locale = "eo"  # pyright: ignore[reportAttributeAccessIssue]
    for message in catalog:
        if message.id:
            message.string = pseudo(message.id) if isinstance(message.id, str) else tuple(map(pseudo, message.id))
    file = project / "locales" / "eo" / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as target:
        catalog.fuzzy = False
        write_po(target, catalog)
    with file.open("rb") as source:
        assert read_po(source, locale="eo").num_plurals == 2


def pseudo(text: str) -> str:
    return f"⟦{text}⟧"
