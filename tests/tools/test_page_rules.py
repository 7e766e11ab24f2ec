from pathlib import Path

import pytest

from app.folders import ROOT
from tools import page_rules

FOUND = {
    "a date": 'h.p(f"© {date.today().year}")',
    "a date of a module": "YEAR = datetime.date.today().year",
    "a time": "def page():\n    return h.p(day(datetime.now(PRAGUE)))",
    "a number of seconds": "SINCE = time.time()",
    "a variable's initial value": "class Ink(rx.State):\n    year: int = date.today().year",
    "a link": 'rx.link("About us", href="/about")',
    "a link to a part": 'rx.link("Dates", href="/vouchers/workshop/#dates")',
    "a link to the home page": 'rx.link("Home", href="/?from=ink")',
    "a link to English": 'h.a("About us", href="/en/about")',
    "a redirect": 'class Ink(rx.State):\n    def send(self):\n        return rx.redirect("/inquiry/thanks")',
    "a named argument": 'button(on_click=rx.redirect(path="/about", is_external=True))',
}
ACCEPTED = {
    "a handler": "class Ink(rx.State):\n    def dry(self):\n        self.day = date.today()",
    "a fixed date": "date(2026, 12, 24)",
    "a time of a workshop": "workshop.day.isoformat()",
    "a link to a route": 'link("About us", to="about")',
    "a redirect to a route": 'rx.redirect(url_for("about", current()))',
    "a file": 'rx.el.link(rel="icon", href="/favicon.ico")',
    "another site": 'outward("Patreon", href="https://www.patreon.com/about")',
}


def problems(folder: Path, code: str) -> list[str]:
    (folder / "app/pages").mkdir(parents=True)
    (folder / "app/pages/ink.py").write_text(f"{code}\n")
    return list(page_rules.problems(folder))


@pytest.mark.parametrize("name", FOUND)
def test_bad_code_is_found(tmp_path: Path, name: str) -> None:
    line = FOUND[name].count("\n") + 1
    [problem] = problems(tmp_path, FOUND[name])
    assert problem.startswith(f"app/pages/ink.py:{line}: ")


@pytest.mark.parametrize("name", ACCEPTED)
def test_good_code_is_accepted(tmp_path: Path, name: str) -> None:
    assert problems(tmp_path, ACCEPTED[name]) == []


def test_a_problem_names_the_remedy(tmp_path: Path) -> None:
    code = 'h.p(date.today().year)\nrx.redirect("/en/about")'
    frozen, path = problems(tmp_path, code)
    assert "would freeze date.today() in the page" in frozen and "app/content/" in frozen
    assert 'write link(to="about") or url_for("about", current())' in path


def test_the_site_has_no_such_code() -> None:
    assert list(page_rules.problems(ROOT)) == []
