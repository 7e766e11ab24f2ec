"""A build stops at errors and invalid settings. A build with unchanged inputs does nothing."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from app.components.icon import collection as icons
from app.folders import ROOT
from app.http.filled_page import without_scripts
from builder import __main__ as build
from builder import missing_icons
from builder.inputs import DIST
from tests.support.project_copy import add_pages, copy_project, run

FAILING = ROOT / "tests/support/failing_pages"


def digests(folder: Path) -> dict[str, str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): sha256(file.read_bytes()).hexdigest() for file in files}


def test_an_unchanged_tree_is_not_built_again(built: None) -> None:
    before = digests(DIST)
    assert run(ROOT, "builder").strip() == "The site is built and up to date."
    assert digests(DIST) == before


def line_of(page: str, code: str) -> str:
    lines = (FAILING / page).read_text().splitlines()
    return f"(app/pages/{page}:{next(number for number, line in enumerate(lines, 1) if code in line)})"


@pytest.mark.nightly
def test_a_failing_build_leaves_the_last_one_and_names_every_page(built: None, tmp_path: Path) -> None:
    copy = copy_project(tmp_path / "copy")
    add_pages(copy, FAILING.glob("*.py"))
    (copy / "dist/current").mkdir(parents=True)
    (copy / "dist/current/before").write_text("the build before")
    page = copy / "app" / "pages" / "contact.py"
    page.write_text(page.read_text() + "\nraise RuntimeError('the ink has dried')\n")
    result = subprocess.run([sys.executable, "-m", "builder"], cwd=copy, capture_output=True, text=True)
    assert result.returncode == 1
    assert "the ink has dried" in result.stderr and "  app/pages/contact.py:" in result.stderr
    component = "/en/failing_component and /failing_component cannot be rendered: `Press` failed with "
    assert f"{component}Error: the press is on fire {line_of('failing_component.py', 'Press.create')}" in result.stderr
    variable = "/en/failing_variable and /failing_variable cannot be rendered: `rx.el.p` failed with TypeError: "
    assert variable in result.stderr and line_of("failing_variable.py", "h.p(") in result.stderr
    assert (copy / "dist/current/before").read_text() == "the build before"


def test_a_site_with_missing_icons_and_texts_is_built_again_when_an_icon_is_available(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / missing_icons.NOTICES.name).write_text("ph:stamp\tno answer\nph:gone\tnot there\nph:stamp\tno answer\n")
    available: list[str] = []

    def obtain(name: icons.Name, provider: str | None) -> None:
        if str(name) not in available:
            raise icons.IconNotFoundError("it is not there")

    monkeypatch.setattr(build, "DIST", tmp_path)
    monkeypatch.setattr(build, "is_built", lambda settings: True)
    monkeypatch.setattr(icons, "obtain", obtain)
    monkeypatch.setattr(build, "build", lambda inputs: print("built"))
    monkeypatch.setattr(build.releases, "publish", lambda build_id: None)
    monkeypatch.setattr(build.catalogs, "counts", lambda: ["cs: 0 of 3 texts are not translated"])
    notices = (
        "The icon ph:gone is a placeholder: not there.\nThe icon ph:stamp is a placeholder: no answer.\n"
        "cs: 0 of 3 texts are not translated\n"
    )
    assert build.main() == 0
    assert capsys.readouterr().out == "The site is built and up to date.\n" + notices
    available.append("ph:stamp")
    assert build.main() == 0
    assert capsys.readouterr().out == "built\n" + notices


def test_a_wrong_setting_stops_the_build_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("I18N_MESSAGES", "sometimes")
    result = subprocess.run([sys.executable, "-m", "builder"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.startswith("I18N_MESSAGES='sometimes' is not allowed: ") and result.stderr.count("\n") == 1


def test_a_page_without_scripts_keeps_everything_else() -> None:
    page = '<head><link rel="preload" href="/a.js" as="script"/><link rel="stylesheet" href="/a.css"/></head>'
    page += '<p>1 < 2</p><script src="/a.js" defer=""></script><script id="__NEXT_DATA__">{"a":\n"<p>"}</script>'
    assert without_scripts(page) == '<head><link rel="stylesheet" href="/a.css"/></head><p>1 < 2</p>'
