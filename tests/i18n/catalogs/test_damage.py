from pathlib import Path

import pytest

from app.i18n import messages, use
from app.i18n.catalog_file import PoError
from app.i18n.catalogs import __main__, merge
from app.i18n.catalogs.check import counts, missing, problems
from app.i18n.catalogs.merge import update
from app.i18n.catalogs.po import PLACEHOLDERS
from app.i18n.messages import po_file
from tests.i18n.catalogs.small import CZECH, edit
from tests.support.languages import ENGLISH

INVALID = "not valid in a catalog"
FAULTS = [
    ('msgstr "Tištěno ručně"', "msgstr Tištěno ručně", 18, f"{INVALID}: msgstr Tištěno ručně"),
    ('msgstr "Tištěno ručně"', 'msgstr "Tištěno ručně', 18, f'{INVALID}: msgstr "Tištěno ručně'),
    ('"Tištěno ručně"', '"Tištěno\\\\ \\qučně"', 18, f'{INVALID}: msgstr "Tištěno\\\\ \\qučně"'),
    ('msgstr "Tištěno ručně"', 'mgstr "Tištěno ručně"', 18, f'{INVALID}: mgstr "Tištěno ručně"'),
    ('msgstr "Tištěno', '<<<<<<< HEAD\nmsgstr "Tištěno', 18, f"{INVALID}: <<<<<<< HEAD"),
    ('msgid "Printed by hand"', 'msgid "Hello, {name}"', 17, "has the same msgid as another entry"),
    ('msgid "Printed by hand"\n', "", 17, "has no msgid: msgstr"),
    ('msgstr "Tištěno ručně"\n', "", 17, "missing msgstr for msgid 'Printed by hand'"),
    ('kind}"\n\n', 'kind}"\nmsgstr[3] "mnoho"\n', 22, "msg has more translations than num_plurals of catalog"),
    ('"{name}, dobrý den"', '"Dobrý den"', 13, PLACEHOLDERS),
    ('"{n} karty: {kind}"', '"{n} karty"', 22, PLACEHOLDERS),
]
"""Each entry has the original string, the damaged string, the line of the damage, and the error message."""


def assert_refused(locales: Path, line: int, fault: str) -> None:
    file = po_file("cs", locales)
    before = {each: each.read_bytes() for each in locales.rglob("*.po*")}
    for command in (update, problems):
        with pytest.raises(PoError) as raised:
            command(locales)
        assert str(raised.value).splitlines()[0].startswith(f"{file}:{line}: {fault}")
    assert {each: each.read_bytes() for each in locales.rglob("*.po*")} == before


@pytest.mark.parametrize(("whole", "damaged", "line", "fault"), FAULTS)
def test_a_damaged_catalog_is_refused(locales, whole, damaged, line, fault):
    edit(po_file("cs", locales), (whole, damaged))
    assert_refused(locales, line, fault)
    for command in (missing, counts):
        with pytest.raises(PoError):
            command(locales)


@pytest.mark.parametrize(
    ("content", "line", "fault"), [(CZECH.encode("cp1250"), 14, "is not UTF-8"), (b"", 1, "is empty")]
)
def test_an_unreadable_catalog_is_refused(locales, content, line, fault):
    po_file("cs", locales).write_bytes(content)
    assert_refused(locales, line, fault)


def test_all_faults_are_listed(locales, monkeypatch, capsys):
    file = po_file("cs", locales)
    edit(file, ('"{name}, dobrý den"', "dobrý den"), ('"Tištěno ručně"', "Tištěno"))
    monkeypatch.setattr(merge, "update", lambda: update(locales))
    assert __main__.main(["update"]) == 1
    assert capsys.readouterr().err == (
        f"{file}:14: {INVALID}: msgstr dobrý den\n{file}:18: {INVALID}: msgstr Tištěno\n"
    )


def test_a_damaged_obsolete_entry_is_refused(locales):
    file = po_file("cs", locales)
    file.write_text(file.read_text() + '#~ msgid "Old"\n#~ msgstr Starý\n')
    assert_refused(locales, 29, f"{INVALID}: #~ msgstr Starý")


def test_a_fuzzy_entry_can_have_other_placeholders(locales):
    edit(po_file("cs", locales), ('brace-format\nmsgid "Hello', 'brace-format, fuzzy\nmsgid "Hello'))
    edit(po_file("cs", locales), ('"{name}, dobrý den"', '"{jméno}, dobrý den"'))
    assert update(locales)[0] == "cs: 3 texts, 2 translated, 1 to confirm, 0 obsolete"


def test_a_page_does_not_show_a_damaged_catalog(locales, monkeypatch):
    edit(po_file("cs", locales), ('msgstr "Tištěno ručně"', "msgstr Tištěno ručně"))
    monkeypatch.setattr(messages, "po_file", lambda code: po_file(code, locales))
    messages.translations.cache_clear()
    try:
        with pytest.raises(PoError, match=INVALID):
            str(messages.Text("Printed by hand"))
        with use(ENGLISH):
            assert str(messages.Text("Printed by hand")) == "Printed by hand"
    finally:
        messages.translations.cache_clear()
