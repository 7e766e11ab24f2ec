"""Extraction and merging of the catalogs, and the gate that keeps them whole."""

from functools import partial
from pathlib import Path

import pytest

from app.i18n import catalogs
from app.i18n.catalogs import NO_LINE, TEMPLATE, check, extract, main, placeholders, update
from app.i18n.messages import po_file

SOURCE = """
from app.i18n import _, ngettext

# Translators: shown at the door
HELLO = _("Hello, {name}")
LONG = _("Printed " "by hand")
CARDS = ngettext("one card", "{n} cards of {kind}", 2)
NOT_A_TEXT = "Goodbye"
"""
CZECH = r"""
msgid ""
msgstr ""
"Language: cs_CZ\n"
"Plural-Forms: nplurals=3; plural=((n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2);\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "Hello, {name}"
msgstr "{name}, dobrý den"

msgid "Printed by hand"
msgstr "Tištěno ručně"

msgid "one card"
msgid_plural "{n} cards of {kind}"
msgstr[0] "karta: {kind}"
msgstr[1] "{n} karty: {kind}"
msgstr[2] "{n} karet: {kind}"
"""

OBSOLETE = '#~ msgid "Printed in"\n#~ msgstr "V"\n\n'


@pytest.fixture(autouse=True)
def source(tmp_path, monkeypatch) -> Path:
    """A module with three texts, in place of the site's."""
    file = tmp_path / "site" / "page.py"
    file.parent.mkdir()
    file.write_text(SOURCE)
    monkeypatch.setattr(catalogs, "extract", partial(extract, file.parent))
    return file


@pytest.fixture
def locales(tmp_path) -> Path:
    """A whole Czech catalog of that module, and a template that is up to date."""
    folder = tmp_path / "locales"
    translate(folder, CZECH)
    update(folder)
    return folder


def translate(locales: Path, po: str) -> None:
    file = po_file("cs", locales)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(po)


def test_extraction_finds_texts_with_their_file_only():
    template = catalogs.extract()
    assert [message.id for message in template if message.id] == [
        "Hello, {name}",
        "Printed by hand",
        ("one card", "{n} cards of {kind}"),
    ]
    assert {location for message in template for location in message.locations} == {("site/page.py", NO_LINE)}
    assert template["Hello, {name}"].auto_comments == ["Translators: shown at the door"]


def test_whole_catalogs_have_no_problem(locales):
    assert check(locales) == []


def test_update_is_the_same_the_second_time(locales):
    before = {file: file.read_bytes() for file in locales.rglob("*.po*")}
    update(locales)
    assert {file: file.read_bytes() for file in locales.rglob("*.po*")} == before
    assert len(before) == 2
    assert not any(b"page.py:" in text for text in before.values())


def test_update_starts_a_catalog(tmp_path):
    update(tmp_path)
    assert "nplurals=3" in po_file("cs", tmp_path).read_text()
    assert check(tmp_path) == [
        f"cs: {text!r} is not translated" for text in ("Hello, {name}", "Printed by hand", "one card")
    ]


def test_update_drops_what_is_gone_and_keeps_the_rest(locales, source):
    source.write_text(SOURCE.replace("Hello, {name}", "Good morning, {name}"))
    update(locales)
    text = po_file("cs", locales).read_text()
    assert "Hello" not in text and "Tištěno ručně" in text
    assert check(locales) == ["cs: 'Good morning, {name}' is not translated"]


@pytest.mark.parametrize(
    ("whole", "broken", "problem"),
    [
        ('"Tištěno ručně"', '""', "'Printed by hand' is not translated"),
        ('"{name}, dobrý den"', '"Dobrý den"', "'Hello, {name}' has other placeholders than ['name']"),
        ('"{name}, dobrý den"', '"Dobrý den, {jméno}"', "'Hello, {name}' has other placeholders than ['name']"),
        ('"{name}, dobrý den"', '"Dobrý den, {name"', "'Hello, {name}' has a brace without its counterpart"),
        ('"{n} karty: {kind}"', '""', "'one card' lacks a plural"),
        ('"{n} karty: {kind}"', '"{n} karty"', "'one card' has other placeholders than ['kind', 'n']"),
        ('msgstr[2] "{n} karet: {kind}"', "", "'one card' lacks a plural"),
        ('"Tištěno ručně"', '"Tištěno \\"ručně\\""', "'Printed by hand' has a straight quotation mark"),
        ('"{n} karty: {kind}"', '"{n} karty - {kind}"', "'one card' has a hyphen instead of a dash"),
        ('msgid "Printed', OBSOLETE + 'msgid "Printed', "'Printed in' is not used any more: run `make messages`"),
        ('msgid "Printed', '#, fuzzy\nmsgid "Printed', "'Printed by hand' is fuzzy"),
    ],
)
def test_a_broken_entry(locales, whole, broken, problem):
    assert CZECH.count(whole) == 1
    translate(locales, CZECH.replace(whole, broken))
    assert check(locales) == [f"cs: {problem}"]


def test_a_changed_text_makes_everything_stale(locales, source):
    source.write_text(SOURCE.replace("by hand", "by two hands, slowly, " * 4))
    assert check(locales) == [
        f"{TEMPLATE} is stale: run `make messages`",
        "cs: 'Printed by hand' is not used any more: run `make messages`",
        "cs: 'Printed by two hands, slowly, by two hands, slowly, by two …' is missing: run `make messages`",
    ]


def test_english_is_typeset_too_but_for_what_is_promised_to_the_letter(locales, source):
    said = next(iter(catalogs.VERBATIM))
    source.write_text(SOURCE.replace("Printed ", "Printed...") + f"SAID = _({said!r})")
    update(locales)
    assert check(locales) == [
        "en: 'Printed...by hand' has three dots instead of …",
        *(f"cs: {text!r} is not translated" for text in ("Printed...by hand", said)),
    ]


def test_no_catalog(locales):
    po_file("cs", locales).unlink()
    (locales / TEMPLATE).unlink()
    assert check(locales) == [f"{TEMPLATE} is stale: run `make messages`", "cs: has no catalog: run `make messages`"]


@pytest.mark.parametrize(
    ("text", "names"),
    [("none", set()), ("{a} {b:>3} {a!r}", {"a", "b"}), ("{{not}} {one}", {"one"})],
)
def test_placeholders(text, names):
    assert placeholders(text) == names


@pytest.mark.parametrize("text", ["{open", "closed}"])
def test_placeholders_of_a_broken_text(text):
    with pytest.raises(ValueError):
        placeholders(text)


def test_command(monkeypatch, capsys):
    updates = []
    monkeypatch.setattr(catalogs, "update", lambda: updates.append(1))
    assert (main(["update"]), updates) == (0, [1])
    for problems, code, output in (([], 0, "The catalogs are complete.\n"), (["one", "two"], 1, "one\ntwo\n")):
        monkeypatch.setattr(catalogs, "check", lambda problems=problems: problems)
        assert (main(["check"]), capsys.readouterr().out) == (code, output)
    for arguments in ([], ["compile"], ["check", "update"]):
        assert main(arguments) == 2
        assert "usage" in capsys.readouterr().err
