import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.i18n import detection
from app.i18n.detection import detect, qualities
from app.i18n.languages import LANGUAGES, Language


@pytest.mark.parametrize(
    ("cookie", "accept_language", "fallback", "expected"),
    [
        (None, None, "cs", "cs"),
        ("en", "cs", "cs", "en"),
        ("de", "en", "cs", "en"),
        ("EN", "cs", "en", "cs"),
        ("", "en", "cs", "en"),
        (None, "en-GB", "cs", "en"),
        (None, "EN-us", "cs", "en"),
        (None, "en;q=0.5, cs;q=0.8", "en", "cs"),
        (None, "de, fr;q=0.9, en;q=0.1", "cs", "en"),
        (None, "en;q=0, cs;q=0.1", "en", "cs"),
        (None, "*", "en", "en"),
        (None, "*, cs;q=0.1", "en", "cs"),
        (None, "en;q=high, cs;q=0.1", "en", "cs"),
        (None, "en;q=2, cs;q=0.1", "en", "cs"),
        (None, "english, csb", "cs", "cs"),
        (None, ";;;,,q=1,=", "en", "en"),
        (None, "de", "en", "en"),
        (None, None, "xx", "cs"),
    ],
)
def test_the_cookie_precedes_the_browser_and_the_fallback(cookie, accept_language, fallback, expected):
    assert detect(cookie, accept_language, fallback).code == expected


def test_a_full_tag_precedes_its_language(monkeypatch):
    british = Language("gb", "en-GB", "British English")
    monkeypatch.setattr(detection, "PUBLIC", (*LANGUAGES, british))
    assert detect(None, "en-GB, en-US;q=0.9", "cs") == british
    assert detect(None, "en-AU, en-GB;q=0.9", "cs").code == "en"


def test_qualities_are_ordered_with_refusals_last():
    found = qualities("A;q=0.2, b, c;q=0, d; Q=1.0, e;level=1;q=0.5")
    assert [*found.items()] == [("b", 1.0), ("d", 1.0), ("e", 0.5), ("a", 0.2), ("c", 0.0)]


@given(st.none() | st.text(), st.none() | st.text(), st.sampled_from(["cs", "en"]))
def test_any_header_gives_a_language(cookie, accept_language, fallback):
    assert detect(cookie, accept_language, fallback) in LANGUAGES
