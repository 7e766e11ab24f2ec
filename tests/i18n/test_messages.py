import pytest

from app.i18n import DEFAULT, Language, Text, _, current, messages, ngettext, use
from tests.support.languages import CZECH, ENGLISH

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=((n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2);\\n"

msgid "Hello"
msgstr "Dobrý den"

msgid "Hello, {name}"
msgstr "{name}, dobrý den"

#, fuzzy
#| msgid "Hello, {given}"
msgid "Hello, {first}"
msgstr "Dobrý den, {first}"

#, fuzzy
#| msgid "Hello, {given} {family}"
msgid "Hello, {full}"
msgstr "Dobrý den, {given} {family}"

msgid "Untranslated"
msgstr ""

msgid "A brace {"
msgstr "Závorka {"

msgid "one card"
msgid_plural "{n} cards"
msgstr[0] "jedna karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} karet, {kind}"

msgid "one sheet"
msgid_plural "{n} sheets"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""
"""
ENGLISH_PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Good day"
msgstr "Hello there"

msgid "Untranslated"
msgstr "In other words"

#, fuzzy
msgid "Newer than its words"
msgstr "Older"

msgid "one sheet"
msgid_plural "{n} sheets"
msgstr[0] "a sheet"
msgstr[1] "{n} leaves"
"""
CARDS = {
    CZECH: {
        1: "jedna karta",
        2: "2 karty",
        4: "4 karty",
        0: "0 karet, rum",
        5: "5 karet, rum",
        2500: "2\xa0500 karet, rum",
    },
    ENGLISH: {1: "one card", 0: "0 cards", 2: "2 cards", 2500: "2,500 cards"},
}


@pytest.fixture(autouse=True)
def catalog(tmp_path, monkeypatch):
    """Replaces the site's translations with a small catalog for each language."""
    po_file = messages.po_file
    monkeypatch.setattr(messages, "po_file", lambda code: po_file(code, tmp_path))
    for code, content in (("cs", PO), ("en", ENGLISH_PO)):
        file = po_file(code, tmp_path)
        file.parent.mkdir(parents=True)
        file.write_text(content)
    messages.translations.cache_clear()
    yield
    messages.translations.cache_clear()


def shown(text: Text, language: Language) -> str:
    with use(language):
        return str(text)


@pytest.mark.parametrize(
    ("text", "czech", "english"),
    [
        (_("Hello"), "Dobrý den", "Hello"),
        (_("Hello, {name}").format(name="Ema"), "Ema, dobrý den", "Hello, Ema"),
        (_("Hello, {name}").format(name=_("Hello")), "Dobrý den, dobrý den", "Hello, Hello"),
        (_("Hello, {name}"), "{name}, dobrý den", "Hello, {name}"),
        (_("A brace {"), "Závorka {", "A brace {"),
        (_("Not in the catalog"), "Not in the catalog", "Not in the catalog"),
        (_("Good day"), "Hello there", "Hello there"),
        (_("Untranslated"), "In other words", "In other words"),
        (_("Newer than its words"), "Newer than its words", "Newer than its words"),
        (_("Hello, {first}").format(first="Ema"), "Dobrý den, Ema", "Hello, Ema"),
        (_("Hello, {full}").format(full="Ema K."), "Hello, Ema K.", "Hello, Ema K."),
    ],
)
def test_one_text_in_each_language(text, czech, english):
    assert (shown(text, CZECH), shown(text, ENGLISH)) == (czech, english)


@pytest.mark.parametrize("language", CARDS, ids=lambda language: language.code)
def test_plurals(language):
    """Untranslated plurals use the English catalog's words."""
    cards = {n: shown(ngettext("one card", "{n} cards", n).format(kind="rum"), language) for n in CARDS[language]}
    assert cards == CARDS[language]
    sheets = [shown(ngettext("one sheet", "{n} sheets", n), language) for n in (0, 1, 2, 5)]
    assert sheets == ["0 leaves", "a sheet", "2 leaves", "5 leaves"]


def test_format_adds_values():
    text = _("{a} and {b}").format(a=1)
    assert shown(text.format(b=2), ENGLISH) == "1 and 2"
    assert shown(text.format(a=3, b=2), ENGLISH) == "3 and 2"
    assert text.values == {"a": 1}


def test_texts_can_be_compared_and_collected():
    filled = [_("Hello, {name}").format(name=name) for name in ("Ema", "Ema", "Jan")]
    assert len({*filled, _("Hello, {name}"), _("Hello"), ngettext("Hello", "Hello", 1)}) == 5


def test_use_restores_the_language():
    assert current() == DEFAULT
    with use(ENGLISH):
        with use(CZECH):
            assert current() == CZECH
        assert current() == ENGLISH
        with pytest.raises(ZeroDivisionError), use(CZECH):
            raise ZeroDivisionError
        assert current() == ENGLISH
    assert current() == DEFAULT


def test_a_language_needs_its_catalog():
    with pytest.raises(FileNotFoundError, match=r"de/LC_MESSAGES/messages\.po yet: `make messages` creates"):
        shown(_("Hello"), Language("de", "de-DE", "Deutsch"))
