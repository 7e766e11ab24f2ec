"""Which pages a build makes anew: those that a change concerns, and whatever may concern more, all."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.folders import ROOT
from app.routes import places
from app.settings import Settings
from builder import inputs, page_cache, pages, sources
from tests.support.project_copy import replace

CATALOG = "locales/cs/LC_MESSAGES/messages.po"
ALL = {place.path for place in places()}
BUSINESS = {"/pricing/business", "/en/pricing/business"}
PAGE = "app/pages/pricing_business.py"
TEXT = "Letterpress business cards: price list"
"""Of that page's own: no other module has it."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the copy is, of each test anew: at one place it need not be read again, where it is as it was."""
    return tmp_path_factory.mktemp("cached") / "project"


@pytest.fixture
def project(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what pages are made of, which is looked at in place of the project."""
    shutil.rmtree(place, ignore_errors=True)
    for name in ("app", "builder", "locales", "pwa"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    (place / "assets/pictures").mkdir(parents=True)
    for module in (sources, inputs, page_cache):
        monkeypatch.setattr(module, "ROOT", place)
    monkeypatch.setattr(page_cache, "po_file", lambda code: place / f"locales/{code}/LC_MESSAGES/messages.po")
    monkeypatch.setattr(page_cache, "CACHE", place / "cache")
    return place


def appended(file: str, text: str = "# a word") -> Callable[[Path], None]:
    def edit(project: Path) -> None:
        with (project / file).open("a") as opened:
            opened.write(f"\n{text}\n")

    return edit


def translated(project: Path) -> None:
    """A text has another Czech translation; and its page is not among the files that the catalog names for it."""
    catalog = project / CATALOG
    entry = re.search(rf'#: {PAGE}\n(msgid "{TEXT}"\nmsgstr ")', catalog.read_text())
    assert entry
    replace(catalog, entry[0], f"#: app/pages/about.py\n{entry[1]}Jinak: ")


def with_other_plurals(project: Path) -> None:
    replace(project / CATALOG, "nplurals=3", "nplurals=4")


def made_anew(edit: Callable[[Path], None], project: Path, settings: Settings) -> set[str]:
    before = page_cache.fingerprints(settings)
    edit(project)
    after = page_cache.fingerprints(settings)
    return {path for path, name in after.items() if name != before[path]}


@pytest.mark.parametrize(
    ("edit", "concerned"),
    [
        (appended(PAGE), BUSINESS),
        (translated, BUSINESS),
        (appended("locales/messages.pot"), set()),
        (appended("app/layouts/footer.py"), ALL),
        (appended("app/app.py"), ALL),
        (appended("app/styles/site.css"), ALL),
        (appended("assets/pictures/new.jpg"), ALL),
        (appended("pwa/seam/plugin.py"), ALL),
        (with_other_plurals, ALL),
    ],
)
def test_what_an_edit_concerns(
    edit: Callable[[Path], None], concerned: set[str], project: Path, settings: Settings
) -> None:
    assert made_anew(edit, project, settings) == concerned


def test_a_price_concerns_the_pages_that_name_it(project: Path, settings: Settings) -> None:
    concerned = made_anew(appended("app/content/pricing.py"), project, settings)
    assert {*BUSINESS, "/pricing", "/en/terms"} <= concerned
    assert not {"/about", "/links", "/en/portfolio"} & concerned


def test_a_page_that_asks_others_is_made_of_them(project: Path, settings: Settings) -> None:
    appended("app/pages/links.py", "from app.pages import meta_of")(project)
    assert made_anew(appended(PAGE), project, settings) == BUSINESS | {"/links", "/en/links"}


def test_every_page_may_be_made_of_settings(project: Path, settings: Settings) -> None:
    before = page_cache.fingerprints(settings)
    assert before == page_cache.fingerprints(settings), "of the same, the same"
    other = page_cache.fingerprints(settings.model_copy(update={"site_url": "https://other.example"}))
    assert all(other[path] != before[path] for path in ALL)


def test_it_keeps_what_a_build_has_used_and_no_more(project: Path) -> None:
    page_cache.keep({"a": "first", "b": "second"})
    assert page_cache.known({"/": "a", "/about": "c"}) == {"/": "first"}
    page_cache.keep({"b": "second", "c": "third"})
    assert page_cache.known({"/": "a", "/about": "b", "/links": "c"}) == {"/about": "second", "/links": "third"}


@pytest.mark.parametrize("notice", ["", "ph:gone\tnot there\n"])
def test_a_page_that_lacks_an_icon_is_made_again(
    notice: str, project: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    known_to_be: list[dict[str, str]] = []

    def export(known: dict[str, str]) -> dict[str, str]:
        known_to_be.append(known)
        if notice:
            (project / "notices").write_text(notice)
        return {"about": "export default About", "error": "export default Wrong"}

    monkeypatch.setattr(pages, "export", export)
    monkeypatch.setattr(pages, "settings", lambda: settings)
    monkeypatch.setenv("ICON_NOTICES", "")
    pages.main(str(project / "notices"))
    pages.main(str(project / "notices"))
    assert known_to_be == [{}, {} if notice else {"about": "export default About"}]
