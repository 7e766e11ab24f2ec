import pytest

from app.i18n.placeholders import agree, forms

CARDS = ("one card", "{n} cards of {kind}")


@pytest.mark.parametrize(("text", "expected"), [(None, ("",)), ("a", ("a",)), (["a", ""], ("a", ""))])
def test_a_text_has_one_or_several_forms(text, expected):
    assert forms(text) == expected


@pytest.mark.parametrize(
    ("original", "translation", "expected"),
    [
        ("{a} and {b}", "{b} a {a}", True),
        ("{a} and {b}", "", True),
        ("{a} and {b}", "{a}", False),
        ("{a}", "{a} {b}", False),
        ("{a:>3} {{b}}", "{a!r}", True),
        ("{a}", "{a", False),
        ("{a}", "a}", False),
        ("{a", "a", False),
        (CARDS, ("karta: {kind}", "{n} karty: {kind}", ""), True),
        (CARDS, ("karta", "{n} karty: {kind}", ""), False),
        (("{n} card", "{n} cards"), ("karta", "{n} karty"), True),
        ("{n} cards", "karty", False),
    ],
)
def test_placeholders_agree(original, translation, expected):
    assert agree(original, translation) is expected
