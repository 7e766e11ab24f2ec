import os
from pathlib import Path

import pytest

from builder import sources
from builder.hot_reload import changes
from builder.hot_reload.changes import ChangeTracker

MODULES = {
    "app/content/prices.py": "PRICE = 1\n",
    "app/components/icon/collection.py": "",
    "app/components/__init__.py": "",
    "app/components/table.py": "from app.content import prices\n",
    "app/components/pictures.py": "import os\n",
    "app/pages/pricing.py": "from app.components.table import rows\n",
    "app/pages/about.py": "def page():\n    import app.components.pictures\n",
    "app/pages/ink/__init__.py": "from .colors import COLORS\n",
    "app/pages/ink/colors.py": "from ...components import table\nfrom .... import nothing\n",
    "app/app.py": "from app.pages import about\n",
    "pwa/tool.py": "",
}
CATALOG = "locales/cs/LC_MESSAGES/messages.po"
ENTRIES = [
    'msgid ""\nmsgstr ""\n',
    '#: app/pages/about.py\nmsgid "Ink"\nmsgstr "Barva"\n',
    '#: app/components/table.py app/pages/about.py\nmsgid "Price"\nmsgstr "Cena"\n',
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for file, text in {**MODULES, CATALOG: "\n".join(ENTRIES)}.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    monkeypatch.setattr(changes, "ROOT", tmp_path)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "affected"),
    [
        ("app/pages/about.py", {"app.pages.about", "app.app"}),
        (
            "app/content/prices.py",
            {
                "app.content.prices",
                "app.components.table",
                "app.pages.pricing",
                "app.pages.ink",
                "app.pages.ink.colors",
            },
        ),
        ("app/pages/ink/colors.py", {"app.pages.ink", "app.pages.ink.colors"}),
        ("assets/pictures/new.jpg", {"app.components.pictures", "app.pages.about", "app.app"}),
        ("app/components/icon/bundled.json", {"app.components.icon.collection"}),
        ("app/styles/site.css", set()),
        ("pwa/tool.py", {"pwa.tool"}),
    ],
)
def test_a_file_affects_its_importers(project: Path, file: str, affected: set[str]) -> None:
    assert ChangeTracker().affected_modules([file]) == affected


def test_the_lock_of_an_editor_is_no_module(project: Path) -> None:
    (project / "app/pages/.#about.py").symlink_to("jana@studio.4711")
    assert ChangeTracker().affected_modules(["pwa/tool.py"]) == {"pwa.tool"}


def test_files_that_changed_during_the_first_build_are_found(project: Path) -> None:
    for file in project.rglob("*.*"):
        os.utime(file, (1_000, 1_000))
    assert changes.changed_files(["app", "rxconfig.py"], 2_000) == set()
    (project / "rxconfig.py").touch()
    (project / "app/pages/.DS_Store").touch()
    (project / "app/pages/about.py").touch()
    assert changes.changed_files(["app", "rxconfig.py"], 2_000) == {"rxconfig.py", "app/pages/about.py"}


def test_a_new_import_counts(project: Path) -> None:
    tracker = ChangeTracker()
    tracker.affected_modules(["app/pages/about.py"])
    (project / "app/pages/about.py").write_text("from app.content.prices import PRICE\n")
    assert "app.pages.about" in tracker.affected_modules(["app/content/prices.py"])


def test_a_module_with_a_syntax_error_affects_its_importers(project: Path) -> None:
    (project / "app/pages/about.py").write_text("def page(:\n")
    assert ChangeTracker().affected_modules(["app/pages/about.py"]) == {"app.pages.about", "app.app"}


def test_a_changed_translation_affects_the_files_with_the_text(project: Path) -> None:
    tracker = ChangeTracker()
    catalog = project / CATALOG
    catalog.write_text(catalog.read_text().replace("Barva", "Inkoust"))
    assert tracker.affected_modules([CATALOG]) == {"app.pages.about", "app.app"}
    assert tracker.affected_modules([CATALOG]) == set()
    catalog.write_text("\n".join(ENTRIES[:2]))
    assert "app.pages.pricing" in tracker.affected_modules([CATALOG])
