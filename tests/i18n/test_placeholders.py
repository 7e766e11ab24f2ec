import pytest

from app.i18n.placeholders import agree, forms, placeholders

CARDS = ("one card", "{n} cards of {kind}")


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
        ("{a}", "{a", False),
        ("{a", "a", False),
        (CARDS, ("karta: {kind}", "{n} karty: {kind}", ""), True),
        (CARDS, ("karta", "{n} karty: {kind}", ""), False),
        (("{n} card", "{n} cards"), ("karta", "{n} karty"), True),
        ("{n} cards", "karty", False),
    ],
)
def test_placeholders_agree(original, translation, expected):
    assert agree(original, translation) is expected
