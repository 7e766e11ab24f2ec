import json
import shutil
from collections.abc import Iterator
from importlib import import_module

import pytest

from app.i18n import client, messages, use
from app.routes import ROUTES
from app.server.errors import ErrorPages
from builder.publish import LABELS
from tests.i18n.catalogs.small import edit
from tests.support.about_page import ABOUT_TITLE
from tests.support.languages import CZECH, ENGLISH
from tests.support.rendered import rendered

PAGE, LABEL, TITLE = ABOUT_TITLE, "Close", "Page Not Found"
REWORDED = {PAGE: "A pair, and two presses", LABEL: "Shut it", TITLE: "Nothing of the sort"}


@pytest.fixture(autouse=True)
def reworded(tmp_path, monkeypatch) -> Iterator[None]:
    """Makes the site use a copy of the English catalog with the changes in `REWORDED`."""
    locales = shutil.copytree(messages.LOCALES, tmp_path / "locales")
    po_file = messages.po_file
    edit(
        po_file("en", locales),
        *((f'msgid "{old}"\nmsgstr ""\n', f'msgid "{old}"\nmsgstr "{new}"\n') for old, new in REWORDED.items()),
    )
    monkeypatch.setattr(messages, "po_file", lambda code: po_file(code, locales))
    messages.translations.cache_clear()
    yield
    messages.translations.cache_clear()


def texts_of(language, name: str) -> list[str]:
    with use(language):
        sections = import_module(ROUTES[name].page).page()
        return [text for section in sections for text in rendered(section.content).texts]


def test_a_page_has_the_catalog_s_words() -> None:
    assert REWORDED[PAGE] in texts_of(ENGLISH, "about") and PAGE not in texts_of(ENGLISH, "about")
    with use(CZECH):
        czech = str(messages.Text(PAGE))
    assert czech != PAGE and czech in texts_of(CZECH, "about")


def test_javascript_has_the_catalog_s_words() -> None:
    closes = {
        language: texts["gallery"]["close"]
        for file in client.files(LABELS).values()
        for language, texts in json.loads(file).items()
    }
    assert (closes["cs"], closes["en"]) == ("Zavřít", REWORDED[LABEL])


def test_the_server_has_the_catalog_s_words() -> None:
    async def nothing(_scope, _receive, _send) -> None: ...

    titles = ErrorPages(nothing, {}).titles
    assert (titles[CZECH][404], titles[ENGLISH][404]) == ("Tahle stránka tu není", REWORDED[TITLE])
