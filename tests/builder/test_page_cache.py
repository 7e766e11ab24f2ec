import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.folders import ROOT
from app.routes import places
from app.settings import Settings
from builder import inputs, page_cache, pages, sources
from pwa.seam.export import Exported
from tests.support.project_copy import replace

CATALOG = "locales/cs/LC_MESSAGES/messages.po"
NAMES = ("about", "links", "portfolio", "pricing", "pricing-business", "terms")
PLACES = tuple(place for place in places() if place.route.name in NAMES)
"""The pages that these tests use. Calculating the fingerprints of all pages would take longer."""
ALL = {place.path for place in PLACES}
BUSINESS = {"/pricing/business", "/en/pricing/business"}
PAGE = "app/pages/pricing_business.py"
TEXT = "Luxury letterpress business cards: prices"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "project"
    for name in ("app", "builder", "locales", "pwa"):
        shutil.copytree(ROOT / name, path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (path / "assets/pictures").mkdir(parents=True)
    for module in (sources, inputs, page_cache):
        monkeypatch.setattr(module, "ROOT", path)
    monkeypatch.setattr(page_cache, "po_file", lambda code: path / f"locales/{code}/LC_MESSAGES/messages.po")
    monkeypatch.setattr(page_cache, "CACHE", path / "cache")
    monkeypatch.setattr(page_cache, "places", lambda: PLACES)
    return path


def appended(*files: str, text: str = "# a word") -> Callable[[Path], None]:
    def edit(project: Path) -> None:
        for file in files:
            with (project / file).open("a") as opened:
                opened.write(f"\n{text}\n")

    return edit


def translated(project: Path) -> None:
    catalog = project / CATALOG
    entry = re.search(rf'#: {PAGE}\n(msgid "{TEXT}"\nmsgstr ")', catalog.read_text())
    assert entry
    replace(catalog, entry[0], f"#: app/pages/about.py\n{entry[1]}Jinak: ")


def with_other_plurals(project: Path) -> None:
    replace(project / CATALOG, "nplurals=3", "nplurals=4")


def affected_pages(edit: Callable[[Path], None], project: Path, settings: Settings) -> set[str]:
    before = page_cache.fingerprints(settings)
    edit(project)
    after = page_cache.fingerprints(settings)
    return {path for path, name in after.items() if name != before[path]}


def test_an_edit_or_a_setting_affects_pages(project: Path, settings: Settings) -> None:
    edits = [
        (appended(PAGE), BUSINESS),
        (translated, BUSINESS),
        (appended("locales/messages.pot", "app/components/html.pyi", "app/app.py"), set()),
        (appended("app/layouts/footer.py"), ALL),
        (appended("app/all_pages.py"), ALL),
        (appended("app/styles/site.css"), ALL),
        (appended("assets/pictures/new.jpg"), ALL),
        (appended("pwa/seam/plugin.py"), ALL),
        (with_other_plurals, ALL),
        (lambda project: (project / PAGE).unlink(), BUSINESS),
    ]
    before = page_cache.fingerprints(settings)
    for number, (edit, affected) in enumerate(edits):
        edit(project)
        after = page_cache.fingerprints(settings)
        assert {path for path, name in after.items() if name != before[path]} == affected, number
        before = after
    after = page_cache.fingerprints(settings.model_copy(update={"site_url": "https://other.example"}))
    assert all(after[path] != before[path] for path in ALL), "a setting affects every page"


def test_a_price_affects_the_pages_that_name_it(project: Path, settings: Settings) -> None:
    affected = affected_pages(appended("app/content/pricing.py"), project, settings)
    assert {*BUSINESS, "/pricing", "/en/terms"} <= affected
    assert not {"/about", "/links", "/en/portfolio"} & affected


def test_a_page_that_imports_pages_by_name_depends_on_all(project: Path, settings: Settings) -> None:
    appended("app/pages/links.py", text="from app.pages import meta_of")(project)
    assert affected_pages(appended(PAGE), project, settings) == BUSINESS | {"/links", "/en/links"}


def test_only_the_modules_of_the_last_build_are_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "CACHE", tmp_path / "cache")
    page_cache.store({"a": "first", "b": "second"})
    assert page_cache.load({"/": "a", "/about": "c"}) == {"/": "first"}
    page_cache.store({"b": "second", "c": "third"})
    assert page_cache.load({"/": "a", "/about": "b", "/links": "c"}) == {"/about": "second", "/links": "third"}


@pytest.mark.parametrize("notice", ["", "ph:gone\tnot there\n"])
def test_a_page_with_a_missing_icon_is_compiled_again(
    notice: str, project: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached: list[dict[str, str]] = []

    def export(pages: dict[str, str]) -> Exported:
        cached.append(pages)
        if notice:
            (project / "notices").write_text(notice)
        return Exported({"about": "export default About", "error": "export default Wrong"}, {})

    monkeypatch.setattr(pages, "export", export)
    monkeypatch.setattr(pages.broken_modules, "replace_broken", lambda: None)
    monkeypatch.setattr(pages, "settings", lambda: settings)
    monkeypatch.setenv("ICON_NOTICES", "")
    pages.main(str(project / "notices"))
    pages.main(str(project / "notices"))
    assert cached == [{}, {} if notice else {"about": "export default About"}]
