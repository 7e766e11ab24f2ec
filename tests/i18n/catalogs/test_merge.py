"""Translations are never lost. If a message changes, its translation moves to the new message or stays in the
catalog as obsolete.
"""

import pytest

from app.i18n.catalogs.check import problems
from app.i18n.catalogs.merge import update
from app.i18n.messages import po_file
from tests.i18n.catalogs.small import CZECH, MODULE, catalog, edit

LONG = "We print on cotton, slowly, with two presses that are older than we are, and every sheet goes through by hand. "
ENTRY = """#: site/page.py
#, fuzzy
#| msgid "Printed by hand"
msgid "Printed slowly by hand"
msgstr "Tištěno ručně"
"""
OBSOLETE = """#~ msgid "Printed by hand"
#~ msgstr "Tištěno ručně"
"""


def reword(source, old, new):
    source.write_text(source.read_text().replace(old, new))


def test_complete_catalogs_do_not_change(locales):
    before = {file: file.read_bytes() for file in locales.rglob("*.po*")}
    assert catalog(locales) == CZECH
    assert update(locales) == [
        "cs: 3 texts, 3 translated, 0 to confirm, 0 obsolete",
        "en: 3 texts, 0 reworded, 0 to confirm, 0 obsolete",
    ]
    assert {file: file.read_bytes() for file in locales.rglob("*.po*")} == before
    assert len(before) == 3


def test_missing_catalogs_are_created(tmp_path, source):
    assert update(tmp_path) == [
        "cs: 3 texts, 0 translated, 0 to confirm, 0 obsolete",
        "en: 3 texts, 0 reworded, 0 to confirm, 0 obsolete",
    ]
    assert ("nplurals=3" in catalog(tmp_path), "nplurals=2" in catalog(tmp_path, "en")) == (True, True)


def test_a_reworded_text_has_its_translation_as_fuzzy(locales, source):
    reword(source, '"Printed " "by', '"Printed slowly " "by')
    assert update(locales) == [
        "cs: reworded: 'Printed by hand' → 'Printed slowly by hand'",
        "cs: 3 texts, 2 translated, 1 to confirm, 0 obsolete",
        "en: 3 texts, 0 reworded, 0 to confirm, 0 obsolete",
    ]
    assert ENTRY in catalog(locales)
    assert problems(locales) == [
        "site/page.py:6: cs: 'Printed slowly by hand' is not confirmed: remove `#, fuzzy` if the words are right "
        "(locales/cs/LC_MESSAGES/messages.po:19)"
    ]
    before = catalog(locales)
    assert "reworded:" not in "".join(update(locales))
    assert catalog(locales) == before, "another update changes nothing"

    edit(po_file("cs", locales), ("#, fuzzy\n", ""))
    update(locales)
    assert ENTRY.replace("#, fuzzy\n", "").replace('#| msgid "Printed by hand"\n', "") in catalog(locales)
    assert problems(locales) == []


def test_a_text_reworded_twice_shows_the_translated_one(locales, source):
    for old, new in (('"by hand', '"with a hand'), ('"with a hand', '"with one hand')):
        reword(source, old, new)
        update(locales)
    assert '#| msgid "Printed by hand"\nmsgid "Printed with one hand"\nmsgstr "Tištěno ručně"' in catalog(locales)
    reword(source, '"with one hand', '"by hand')
    update(locales)
    assert catalog(locales) == CZECH, "the old wording needs no confirmation"


def test_a_long_reworded_text_is_recognised(locales, source):
    reword(source, '"by hand', f'"{LONG * 3}')
    update(locales)
    edit(
        po_file("cs", locales),
        ('msgstr ""\n\n#: site/page.py\n#, python', 'msgstr "Dlouhé"\n\n#: site/page.py\n#, python'),
    )
    reword(source, "two presses", "three presses")
    update(locales)
    reworded = catalog(locales)
    assert 'msgstr "Dlouhé"' in reworded
    old = [line.removeprefix("#| ") for line in reworded.splitlines() if line.startswith("#| ")]
    assert old[0] == 'msgid ""' and "".join(line.strip('"') for line in old[1:]) == f"Printed {LONG * 3}"
    update(locales)
    assert catalog(locales) == reworded


def test_a_reworded_plural_retains_its_forms(locales, source):
    reword(source, "{n} cards of", "{n} small cards of")
    assert update(locales)[0] == "cs: reworded: 'one card' → 'one card'"
    assert '#| msgid "one card"\n#| msgid_plural "{n} cards of {kind}"\nmsgid "one card"' in catalog(locales)
    assert "{n} karty: {kind}" in catalog(locales)


@pytest.mark.parametrize(
    ("old", "new", "forms"),
    [
        ('_("Printed " "by hand")', 'ngettext("Printed by hand", "Printed by {n} hands", 2)', '[0] "Tištěno ručně"'),
        ('ngettext("one card", "{n} cards of {kind}", 2)', '_("one card")', ' "{n} karet: {kind}"'),
    ],
)
def test_a_text_may_gain_or_lose_its_plural(locales, source, old, new, forms):
    reword(source, old, new)
    update(locales)
    assert "#, fuzzy" in catalog(locales) and f"msgstr{forms}\n" in catalog(locales)


def test_a_removed_text_becomes_obsolete_and_returns(locales, source):
    reword(source, 'LONG = _("Printed " "by hand")\n', "")
    assert update(locales)[:2] == [
        "cs: removed: 'Printed by hand'",
        "cs: 2 texts, 2 translated, 0 to confirm, 1 obsolete",
    ]
    assert catalog(locales).endswith(OBSOLETE + "\n") and problems(locales) == []
    assert "gone" not in "".join(update(locales))
    assert OBSOLETE in catalog(locales), "another update changes nothing"
    source.write_text(MODULE)
    update(locales)
    assert catalog(locales) == CZECH


def test_a_removed_fuzzy_text_becomes_obsolete_under_its_old_text(locales, source):
    reword(source, '"Printed " "by', '"Printed slowly " "by')
    update(locales)
    reword(source, 'LONG = _("Printed slowly " "by hand")\n', "")
    update(locales)
    assert OBSOLETE in catalog(locales) and "slowly" not in catalog(locales)


def test_an_unlike_text_is_new(locales, source):
    reword(source, '"Printed " "by hand"', '"Come and see us"')
    assert update(locales)[:3] == [
        "cs: new: 'Come and see us'",
        "cs: removed: 'Printed by hand'",
        "cs: 3 texts, 2 translated, 0 to confirm, 1 obsolete",
    ]
    assert 'msgid "Come and see us"\nmsgstr ""\n' in catalog(locales)


def test_a_text_like_an_existing_one_is_new(locales, source):
    source.write_text(f'{MODULE}\nAGAIN = _("Printed by hands")')
    assert update(locales)[0] == "cs: new: 'Printed by hands'"
    assert "fuzzy" not in catalog(locales)


def test_reworded_english_is_merged_like_a_translation(locales, source):
    edit(
        po_file("en", locales), ('msgid "Printed by hand"\nmsgstr ""', 'msgid "Printed by hand"\nmsgstr "Hand-printed"')
    )
    assert update(locales)[1] == "en: 3 texts, 1 reworded, 0 to confirm, 0 obsolete"
    assert problems(locales) == []
    reword(source, '"Printed " "by', '"Printed slowly " "by')
    assert update(locales)[2:] == [
        "en: reworded: 'Printed by hand' → 'Printed slowly by hand'",
        "en: 3 texts, 0 reworded, 1 to confirm, 0 obsolete",
    ]
    assert ENTRY.replace("Tištěno ručně", "Hand-printed") in catalog(locales, "en")
    assert any(
        problem.startswith("site/page.py:6: en: 'Printed slowly by hand' is not confirmed")
        for problem in problems(locales)
    )


def test_a_translator_s_note_survives(locales):
    edit(po_file("cs", locales), ('msgid "Printed', '# Ne „vytištěno“.\nmsgid "Printed'))
    update(locales)
    assert '# Ne „vytištěno“.\n#: site/page.py\nmsgid "Printed by hand"' in catalog(locales)
    update(locales)
    assert catalog(locales).count("Ne „") == 1


def test_an_entry_that_an_editor_marked_stays_marked(locales):
    edit(po_file("cs", locales), ('msgid "Printed', '#, fuzzy\nmsgid "Printed'))
    update(locales)
    assert '#, fuzzy\nmsgid "Printed by hand"\nmsgstr "Tištěno ručně"' in catalog(locales)


def test_another_program_s_format_is_normalised(locales):
    edit(
        po_file("cs", locales),
        ('msgid ""\nmsgstr ""\n', '# Přeložil nikdo.\nmsgid ""\nmsgstr ""\n"X-Generator: Poedit 3.4\\n"\n'),
        ('"Project-Id-Version: Studio Otisk\\n"', '"PO-Revision-Date: 2026-11-22 20:00+0100\\n"'),
        ('"Language: cs_CZ\\n"', '"Language: cs\\n"'),
        ("((n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2)", "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2"),
        ('msgstr "Tištěno ručně"', 'msgstr ""\n"Tištěno "\n"ručně"'),
    )
    assert problems(locales) == ["run `make messages`: it would change cs/LC_MESSAGES/messages.po"]
    update(locales)
    assert catalog(locales) == CZECH


def test_the_lock_of_an_editor_is_no_source(source, locales):
    (source.parent / ".#page.py").symlink_to("jana@studio.4711")
    update(locales)
    assert catalog(locales) == CZECH
