"""A third language needs only one line of code and a catalog. The catalog may be incomplete."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.folders import ROOT
from app.i18n import LANGUAGES
from app.i18n.messages import po_file
from tests.i18n.catalogs.small import edit
from tests.support.project_copy import add_language, copy_sources, link_prepared, run

pytestmark = pytest.mark.nightly

LINE = 'Language("sk", "sk-SK", "Slovenčina", complete=False)'
TEN = {
    "Work": "Ukázky",
    "Pricing": "Cenník",
    "Vouchers": "Poukážky",
    "Print club": "Tlačový klub",
    "Contact": "Kontakt",
    "Main menu": "Hlavná ponuka",
    "Skip to content": "Preskočiť na obsah",
    "Page Not Found": "Stránka sa nenašla",
    "Go back home": "Späť domov",
    "Close": "Zavrieť",
}
TESTS = (
    "builder/test_publish.py",
    "components/test_head.py",
    "components/test_header.py",
    "components/test_language_switch.py",
    "components/test_members.py",
    "components/test_picture.py",
    "i18n/test_client.py",
    "i18n/test_detection.py",
    "i18n/test_english_catalog.py",
    "i18n/test_languages.py",
    "pages",
    "pwa/test_manifest.py",
    "test_app.py",
    "test_routes.py",
)
"""Test modules that depend on languages, but do not need a build."""
CHOSEN = "/sk or -sk or not test_pages"
"""A pytest filter that skips tests of `test_pages.py` for languages other than Slovak."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("slovak") / "project"
    copy_sources(folder)
    for name in ("docs", "tests", "tools"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy2(ROOT / "pyproject.toml", folder)
    link_prepared(folder, [".web/placeholders"])
    if "sk" not in {language.code for language in LANGUAGES}:
        add_language(folder, LINE)
    file = po_file("sk", folder / "locales")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f'msgid "{text}"\nmsgstr "{slovak}"\n\n' for text, slovak in TEN.items()))
    return folder


def test_missing_texts_are_counted(project: Path) -> None:
    output = run(project, "app.i18n.catalogs", "update").splitlines()
    assert output[-1].endswith(" texts, 10 translated, 0 to confirm, 0 obsolete")
    count = int(output[-1].split()[1])
    [line] = run(project, "app.i18n.catalogs", "check").splitlines()
    missing = f"sk: {count - len(TEN)} of {count} texts are not translated, 0 are not confirmed"
    assert line == f"{missing} (the language is incomplete)"
    assert len(run(project, "app.i18n.catalogs", "missing").splitlines()) == count - len(TEN) + 1

    with finished(project), pytest.raises(AssertionError, match=missing):
        run(project, "app.i18n.catalogs", "check")


@contextmanager
def finished(project: Path) -> Iterator[None]:
    languages = project / "app/i18n/languages.py"
    before = languages.read_text()
    edit(languages, (", complete=False", ""))
    try:
        yield
    finally:
        languages.write_text(before)


def test_the_tests_pass(project: Path) -> None:
    run(project, "app.i18n.catalogs", "update")
    tests = [f"tests/{name}" for name in TESTS]
    run(project, "pytest", "-q", "-p", "no:cacheprovider", "-k", CHOSEN, *tests)
