from pathlib import Path

import pytest

from app.i18n.catalogs import check, merge, template
from app.i18n.messages import po_file
from tests.i18n.catalogs.small import CZECH, MODULE
from tests.support.languages import BOTH


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes the small test module the only source of messages. Enables two languages. Returns the module's path."""
    file = tmp_path / "site" / "page.py"
    file.parent.mkdir()
    file.write_text(MODULE)
    monkeypatch.setattr(template, "SOURCES", {file.parent: "**.py"})
    for module in (check, merge):
        monkeypatch.setattr(module, "LANGUAGES", BOTH)
    return file


@pytest.fixture
def locales(tmp_path: Path, source: Path) -> Path:
    folder = tmp_path / "locales"
    file = po_file("cs", folder)
    file.parent.mkdir(parents=True)
    file.write_text(CZECH)
    merge.update(folder)
    return folder
