"""The studio's facts and its vCard."""

from datetime import time

from hypothesis import given
from hypothesis import strategies as st

from app.content.content_line import FOLD, escape, fold
from app.content.studio import STUDIO
from app.content.vcard import vcard
from app.i18n import LANGUAGES, use


def _unfolded(text: str) -> list[str]:
    return text.replace("\r\n ", "").split("\r\n")


def test_hours_on_a_weekday():
    assert STUDIO.hours_on(1) is None
    assert [hours.closes for hours in map(STUDIO.hours_on, (2, 5, 6)) if hours] == [time(18), time(18), time(14)]


def test_company_id_is_nobodys():
    digits = [int(digit) for digit in STUDIO.company_id]
    weighted = sum(digit * weight for digit, weight in zip(digits, range(8, 1, -1), strict=False))
    assert len(digits) == 8
    assert digits[-1] != (11 - weighted % 11) % 10


@given(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"])))
def test_fold(line: str):
    folded = fold(line)
    assert folded.replace("\r\n ", "") == line
    assert all(len(part.encode()) <= FOLD for part in folded.split("\r\n"))


def test_escape():
    assert escape("a;b,c\\d\ne") == r"a\;b\,c\\d\ne"


def test_vcard():
    for language in LANGUAGES:
        with use(language):
            card = vcard()
        lines = _unfolded(card)
        assert card.endswith("END:VCARD\r\n")
        assert lines[:2] == ["BEGIN:VCARD", "VERSION:3.0"]
        assert "FN:Studio Otisk" in lines
        assert r"ORG:Studio Otisk\, s. r. o." in lines
        assert "TEL;TYPE=WORK,VOICE:+420541000142" in lines
        assert any(line.startswith("ADR;TYPE=WORK:;;Francouzská 42;Brno;;602 00;") for line in lines)
        assert "\n" not in card.replace("\r\n", "")
