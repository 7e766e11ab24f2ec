"""The error page: a template with three gaps, which stands when everything else has fallen."""

import pytest

from app.i18n import LANGUAGES, current
from app.layouts.error import MESSAGE, STATUS, TITLE, error_page
from tests.rendered import Element, rendered

TEXTS = {
    "cs": ("/", "Zpět na úvodní stránku"),
    "en": ("/en", "Go back home"),
}


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.code)
def page(request) -> Element:
    return rendered(error_page(request.param)())


def test_every_gap_is_there_once(page):
    texts = list(page.texts)
    assert [texts.count(gap) for gap in (STATUS, TITLE, MESSAGE)] == [1, 1, 1]
    assert len({STATUS, TITLE, MESSAGE}) == 3


def test_the_title_is_the_heading_and_the_number_large(page):
    [heading] = page.all("h1")
    assert heading.text == TITLE
    [number] = [each for each in page.all("p") if each.text == STATUS]
    assert "text-[9rem]" in number["className"]


def test_the_message_is_english(page):
    [message] = [each for each in page.all("p") if each.text == MESSAGE]
    assert message["lang"] == "en"


def test_nothing_needs_a_script(page):
    assert {each.name for each in page.elements} <= {"main", "NextLink", "h1", "p", "br", ""}
    assert not any(name.startswith("on") for each in page.elements for name in each.attributes)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_way_home(language):
    before = current()
    href, label = TEXTS[language.code]
    page = rendered(error_page(language)())
    assert current() == before
    assert {link["href"] for link in page.all("NextLink")} == {href}
    assert page.all("NextLink")[-1].text == label


def test_the_specification_s_sentence():
    czech, english = (rendered(error_page(language)()).text for language in LANGUAGES)
    assert "We're sorry, something went wrong." in english
    assert "sorry" not in czech
