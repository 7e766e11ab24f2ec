import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.i18n import _, typeset, use
from app.i18n.typography import NBSP, faults, polish
from tests.support.languages import CZECH, ENGLISH


@pytest.mark.parametrize(
    ("language", "text", "polished"),
    [
        ("cs", "v Brně", "v~Brně"),
        ("cs", "V Brně a u nás", "V~Brně a~u~nás"),
        ("cs", "(s obálkou) „z dílny“", "(s~obálkou) „z~dílny“"),
        ("cs", "první\na druhý", "první\na~druhý"),
        ("cs", "slova a\ndalší", "slova a\ndalší"),
        ("cs", "z jedné strany a ", "z~jedné strany a "),
        ("cs", "formát A 5", "formát A~5"),
        ("cs", "dva tři", "dva tři"),
        ("en", "a card and I print", "a card and I print"),
        ("en", "v Brně", "v Brně"),
        ("cs", "26 × 38 × 2 mm", "26~×~38~×~2~mm"),
        ("en", "600 g cotton", "600~g cotton"),
        ("en", "600 grams", "600 grams"),
        ("cs", "1 200 Kč", "1~200~Kč"),
        ("cs", "V [k nám] k „A“ a v i", "V~[k~nám] k~„A“ a~v~i"),
        ("cs", "12 ks, 40 sad a 5 pozvánek", "12~ks, 40~sad a~5~pozvánek"),
        ("cs", "1. 2. 2026, 3. září 2026", "1.~2.~2026, 3.~září 2026"),
        ("cs", "bylo to v roce 1961. Tiskne dál", "bylo to v~roce 1961. Tiskne dál"),
        ("cs", "Studio Otisk, s. r. o., č. 5", "Studio Otisk, s.~r.~o., č.~5"),
        ("cs", "půdorys 1 : 500", "půdorys 1~:~500"),
        ("cs", "K. H. Mácha – básník", "K.~H.~Mácha~– básník"),
        ("en", "K. H. Mácha and plan B", "K.~H.~Mácha and plan B"),
        ("en", "12 cards, CZK 1,900, ≈ 76 EUR", "12 cards, CZK~1,900, ≈~76~EUR"),
        ("en", "+420 541 000 142, 602 00 Brno", "+420~541~000~142, 602~00 Brno"),
        ("en", "in 2019 we had 30", "in 2019 we had 30"),
        ("cs", "120 %", "120~%"),
        ("en", "card × card", "card × card"),
        ("cs", "nejvýš 3 soubory, každý do 10 MB", "nejvýš 3~soubory, každý do 10~MB"),
        ("en", "600 gsm cotton, 1200 ppi", "600~gsm cotton, 1200~ppi"),
        ("cs", "podle § 1837 písm. d), čl. 6 odst. 1", "podle §~1837~písm.~d), čl.~6~odst.~1"),
        ("cs", "IČO 08412735, DIČ CZ08412735, sp. zn. C 984273", "IČO~08412735, DIČ~CZ08412735, sp.~zn.~C 984273"),
        ("cs", "PANTONE 485 U", "PANTONE 485~U"),
        ("en", "section 1837(d), Article 6(1), PANTONE 485 U", "section~1837(d), Article~6(1), PANTONE 485~U"),
        ("cs", "", ""),
    ],
)
def test_non_breaking_spaces_are_added(language, text, polished):
    assert polish(text, language) == polished.replace("~", NBSP)


@given(st.text("avkI5 ×g%\n,(„.:–Č" + NBSP), st.sampled_from(["cs", "en"]))
def test_only_spaces_change_and_only_once(text, language):
    polished = polish(text, language)
    assert polished.replace(NBSP, " ") == text.replace(NBSP, " ")
    assert polish(polished, language) == polished


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("cs", 'řekl "ano"', ["a straight quotation mark"]),
        ("en", "don't", ["a straight apostrophe"]),
        ("cs", "pondělí...", ["three dots instead of …"]),
        ("cs", "3-5 dnů", ["a hyphen instead of an en dash in a range"]),
        ("en", "3 - 5 days", ["a hyphen instead of an en dash in a range", "a hyphen instead of a dash"]),
        ("en", "paper - thick", ["a hyphen instead of a dash"]),
        ("en", "10 – 18", ["spaces around the dash of a range"]),
        ("en", "two  spaces", ["two spaces"]),
        ("cs", "ne , ano", ["a space before a punctuation mark"]),
        ("en", "yes , no", ["a space before a punctuation mark"]),
        ("fr", "Combien\u00a0? Beaucoup\u00a0!", []),
        ("cs", "“ano”", ["an English quotation mark", "quotation marks that do not pair"]),
        ("cs", "„ano”", ["an English quotation mark", "quotation marks that do not pair"]),
        ("cs", "„ano", ["quotation marks that do not pair"]),
        ("en", "„yes“", ["a Czech quotation mark", "quotation marks that do not pair"]),
        ("en", "Your inquiry", ["“inquiry” instead of “enquiry”"]),
        ("en", "{inquiry} has arrived", []),
        ("en", "cotton, 600 g", ["“g” instead of “gsm”"]),
        ("en", "yes”", ["quotation marks that do not pair"]),
        ("cs", "Řekl „ano“ a „ne“, od 3–5 dnů… Dali’s 1 : 500, 10. 5. – 12. 5., e-mail, 12 ks – dost", []),
        ("en", "She said “yes” and “no”, don’t: 3–5 days… well-known e-mail", []),
        ("eo", "„mi“ “mi”", []),
    ],
)
def test_typographic_faults_are_found(language, text, found):
    assert list(faults(text, language)) == found


@given(st.text("ab1 .,-–„“”'\"\n"), st.sampled_from(["cs", "en"]))
def test_polishing_adds_no_fault(text, language):
    assert list(faults(polish(text, language), language)) == list(faults(text, language))


def test_texts_are_typeset_in_the_current_language() -> None:
    with use(ENGLISH):
        assert typeset(_("A {n}").format(n="3 cm")) == "A 3\u00a0cm"
    with use(CZECH):
        assert typeset(_("No network")) == "Bez připojení"
