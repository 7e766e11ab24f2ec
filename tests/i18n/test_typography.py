"""Where a line must not end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.i18n.typography import NBSP, polish


@pytest.mark.parametrize(
    ("language", "text", "polished"),
    [
        ("cs", "v Brně", "v~Brně"),
        ("cs", "V Brně a u nás", "V~Brně a~u~nás"),
        ("cs", "jde i o papír", "jde i~o~papír"),
        ("cs", "(s obálkou) „z dílny“", "(s~obálkou) „z~dílny“"),
        ("cs", "první\na druhý", "první\na~druhý"),
        ("cs", "slova a\ndalší", "slova a\ndalší"),
        ("cs", "z jedné strany a ", "z~jedné strany a "),
        ("cs", "formát A 5", "formát A~5"),
        ("cs", "dva kusy, ne k nim", "dva kusy, ne k~nim"),
        ("cs", "Vrbová a Stehlík", "Vrbová a~Stehlík"),
        ("cs", "dva tři", "dva tři"),
        ("en", "a card and I print", "a card and I print"),
        ("en", "v Brně", "v Brně"),
        ("en", "26 × 38 cm", "26~×~38~cm"),
        ("cs", "26 × 38 × 2 mm", "26~×~38~×~2~mm"),
        ("en", "600 g cotton", "600~g cotton"),
        ("en", "600 grams", "600 grams"),
        ("cs", "1 200 Kč", "1 200~Kč"),
        ("cs", "120 %", "120~%"),
        ("en", "card × card", "card × card"),
        ("cs", "", ""),
    ],
)
def test_polish(language, text, polished):
    assert polish(text, language) == polished.replace("~", NBSP)


@given(st.text("avkI5 ×g%\n,(„" + NBSP), st.sampled_from(["cs", "en"]))
def test_only_spaces_change_and_only_once(text, language):
    polished = polish(text, language)
    assert polished.replace(NBSP, " ") == text.replace(NBSP, " ")
    assert polish(polished, language) == polished
