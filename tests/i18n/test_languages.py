import pytest

from app.i18n.languages import DEFAULT, LANGUAGES, Language, language_of
from tests.support.languages import BOTH, CZECH


def test_czech_is_the_default_and_has_no_prefix():
    assert [(each.code, each.tag, each.prefix) for each in BOTH] == [("cs", "cs-CZ", ""), ("en", "en-US", "/en")]
    assert LANGUAGES[0] == DEFAULT == CZECH


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_locale_is_the_language_s(language: Language):
    assert str(language.locale).replace("_", "-") == (language.written or language.tag)
    assert (language.locale.language_name or "").lower() == language.name.lower()


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/", "cs"),
        ("", "cs"),
        ("/about", "cs"),
        ("/en", "en"),
        ("/en/", "en"),
        ("/en/about", "en"),
        ("/english", "cs"),
        ("/EN", "cs"),
        ("/cs/about", "cs"),
        ("/about/en", "cs"),
        ("//en", "cs"),
    ],
)
def test_language_of_a_path_is_its_first_segment(path, code):
    assert language_of(path).code == code
