"""A damaged translation file stops builds and other commands, which report the damaged line and write nothing."""

from pathlib import Path

import pytest

from app.i18n import catalog_file, messages, use
from app.i18n.catalog_file import PoError
from app.i18n.catalogs import __main__, merge
from app.i18n.catalogs.check import counts, missing, problems
from app.i18n.catalogs.merge import update
from app.i18n.catalogs.po import PLACEHOLDERS
from app.i18n.messages import po_file
from tests.i18n.catalogs.small import edit
from tests.support.languages import ENGLISH

NO_QUOTES = "has a text without quotation marks"
LACKS_QUOTE = 'lacks a quotation mark at the end, or has one inside that is not written \\"'
FAULTS = [
    ('msgstr "Tištěno ručně"', "msgstr Tištěno ručně", 18, f"{NO_QUOTES}: msgstr Tištěno ručně"),
    ('msgstr "Tištěno ručně"', "msgstr", 18, f"{NO_QUOTES}: msgstr"),
    ('msgstr "Tištěno ručně"', 'msgstr "Tištěno ručně', 18, f'{LACKS_QUOTE}: msgstr "Tištěno ručně'),
    ('msgstr "Tištěno ručně"', 'msgstr "Tištěno "ručně""', 18, f'{LACKS_QUOTE}: msgstr "Tištěno "ručně""'),
    ('msgstr "Tištěno ručně"', 'msgstr "Tištěno ručně\\"', 18, f'{LACKS_QUOTE}: msgstr "Tištěno ručně\\"'),
    ('"Tištěno ručně"', '"Tištěno\\\\ \\qučně"', 18, 'has the unknown escape \\q: msgstr "Tištěno\\\\ \\qučně"'),
    ('msgstr "Tištěno ručně"', 'msgstr ""\nručně', 19, "not valid in a catalog: ručně"),
    ('msgstr "Tištěno ručně"', 'mgstr "Tištěno ručně"', 18, 'not valid in a catalog: mgstr "Tištěno ručně"'),
    ('msgstr "Tištěno', '<<<<<<< HEAD\nmsgstr "Tištěno', 18, "has a conflict marker: <<<<<<< HEAD"),
    ('msgid "Printed by hand"', 'msgid "Hello, {name}"', 17, "has the same msgid as line 13: delete one of the two"),
    ('msgid "Printed by hand"\n', "", 17, "has msgstr without the lines that come before it"),
    ('msgstr "Tištěno ručně"\n', "", 17, "has no msgstr before line 19: lines are missing, or in another order"),
    ('"Printed by hand"\n', '"Printed by hand"\n#: x\n', 17, "has no msgstr before line 18: lines are missing"),
    ("msgstr[1]", "msgstr[2]", 25, "has msgstr[2] without the lines that come before it"),
    ('kind}"\n\n', 'kind}"\nmsgstr[3] "mnoho"\n', 22, "has msgstr[3], but the language has only 3 plural forms"),
    (
        "Tištěno ručně",
        "Tištěno ručně".encode().decode("cp1250"),
        17,
        "has letters that were read in the wrong encoding: ",
    ),
    (
        "Tištěno ručně",
        "Tištěno ručně".encode().decode("latin-1"),
        17,
        "has letters that were read in the wrong encoding: ",
    ),
    ('"Tištěno ručně"', '"Ti\ufffdt\ufffdno"', 17, "has letters that were read in the wrong encoding: Ti\ufffdt"),
    ("charset=utf-8", "charset=windows-1250", 1, "names another charset than utf-8 in its header"),
    ('"{name}, dobrý den"', '"Dobrý den"', 13, PLACEHOLDERS),
    ('"{n} karty: {kind}"', '"{n} karty"', 22, PLACEHOLDERS),
]
"""The original string, the damaged string, the line of the damage, and the error message."""


@pytest.mark.parametrize(
    "text", ["Doprava zvlášť", "píšťalka", "Víš…", "PROČ…", "CAFÉ…", "Viel Spaß…", "26 ×\xa038 cm"]
)
def test_short_words_with_accents_are_not_damaged(text: str) -> None:
    content = f'msgid ""\nmsgstr ""\n\nmsgid "x"\nmsgstr "{text}"\n'
    assert list(catalog_file.damage(content.encode(), 3)) == []


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
    ("encode", "line", "fault"),
    [
        (lambda text: text.encode("cp1250"), 14, "is not UTF-8"),
        (lambda text: text.encode("utf-16"), 1, "is not UTF-8"),
        (lambda text: text.encode("utf-8-sig"), 1, "starts with a byte order mark"),
    ],
)
def test_another_encoding_is_refused(locales, encode, line, fault):
    file = po_file("cs", locales)
    file.write_bytes(encode(file.read_text()))
    assert_refused(locales, line, fault)


@pytest.mark.parametrize(
    ("size", "line", "fault"),
    [
        (0, 1, "has no entries: restore the file, or delete it"),
        ("no ručně", 18, "lacks a quotation mark at the end"),
        ('\nmsgstr "Tištěno', 17, "ends in the middle of the entry of line 17: the file is cut off"),
        ("\n#: site/page.py\n#, python-brace-format\nmsgid", 18, "the file is cut off before 'one card', which"),
        ("#. Translators", 9, "the file is cut off before 'Hello, {name}', which messages.pot has"),
    ],
)
def test_a_catalog_without_its_end_is_refused(locales, size, line, fault):
    file = po_file("cs", locales)
    text = file.read_text()
    file.write_text(text[: text.rindex(size) if size else 0])
    assert_refused(locales, line, fault)


def test_all_faults_are_listed(locales, monkeypatch, capsys):
    file = po_file("cs", locales)
    edit(file, ('"{name}, dobrý den"', "dobrý den"), ('"Tištěno ručně"', "Tištěno"))
    monkeypatch.setattr(merge, "update", lambda: update(locales))
    assert __main__.main(["update"]) == 1
    assert capsys.readouterr().err == (
        f"{file}:14: {NO_QUOTES}: msgstr dobrý den\n{file}:18: {NO_QUOTES}: msgstr Tištěno\n"
    )


def test_a_damaged_obsolete_entry_is_refused(locales):
    file = po_file("cs", locales)
    file.write_text(file.read_text() + '#~ msgid "Old"\n#~ msgstr Starý\n')
    assert_refused(locales, 29, f"{NO_QUOTES}: #~ msgstr Starý")


def test_a_fuzzy_entry_can_have_other_placeholders(locales):
    edit(po_file("cs", locales), ('brace-format\nmsgid "Hello', 'brace-format, fuzzy\nmsgid "Hello'))
    edit(po_file("cs", locales), ('"{name}, dobrý den"', '"{jméno}, dobrý den"'))
    assert update(locales)[0] == "cs: 3 texts, 2 translated, 1 to confirm, 0 obsolete"


def test_a_damaged_template_is_rewritten(locales):
    template = locales / "messages.pot"
    before = template.read_bytes()
    template.write_bytes(b"<<<<<<< HEAD\n" + before)
    update(locales)
    assert template.read_bytes() == before


def test_a_page_does_not_show_a_damaged_catalog(locales, monkeypatch):
    edit(po_file("cs", locales), ('msgstr "Tištěno ručně"', "msgstr Tištěno ručně"))
    monkeypatch.setattr(messages, "po_file", lambda code: po_file(code, locales))
    messages.translations.cache_clear()
    try:
        with pytest.raises(PoError, match=NO_QUOTES):
            str(messages.Text("Printed by hand"))
        with use(ENGLISH):
            assert str(messages.Text("Printed by hand")) == "Printed by hand"
    finally:
        messages.translations.cache_clear()
