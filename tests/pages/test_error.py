"""The error page is a template with placeholders. It works without scripts."""

import pytest

from app.components.header import MENU
from app.i18n import LANGUAGES, Language
from app.pages.error import HINT, MESSAGE, STATUS, TITLE, error_page
from app.routes import url_for
from tests.support.languages import BOTH
from tests.support.rendered import Element, rendered

SENTENCE, BACK = "We're sorry, something went wrong.", "Go back home"
"""Strings on the error page that docs/contract.md specifies."""


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.code)
def language(request) -> Language:
    return request.param


@pytest.fixture
def page(language) -> Element:
    return rendered(error_page(language)())


def test_every_placeholder_occurs_once(page):
    texts = list(page.texts)
    assert [texts.count(gap) for gap in (STATUS, TITLE, MESSAGE, HINT)] == [1, 1, 1, 1]


def test_the_title_is_the_heading_the_number_large_and_the_message_english(page):
    [heading] = page.all("h1")
    assert heading.text == TITLE
    [number] = [each for each in page.all("p") if each.text == STATUS]
    assert "text-[9rem]" in number["className"]
    [message] = [each for each in page.all("p") if each.text == MESSAGE]
    assert message["lang"] == "en"


def test_nothing_needs_a_script(page):
    assert {each.name for each in page.elements} <= {"main", "nav", "div", "span", "a", "Link", "h1", "p", "br", ""}
    assert not any(name.startswith("on") for each in page.elements for name in each.attributes)


def test_the_page_links_to_home_and_the_menu(page, language):
    menu = [url_for(name, language) for name, _label in MENU]
    home = language.prefix or "/"
    assert [link["href"] for link in page.all("Link")] == [home, *menu, home]


def test_the_menu_is_hidden_without_a_hint(page):
    [hint] = [each for each in page.all("p") if each.text == HINT]
    [menu] = page.all("nav")
    assert {"peer", "empty:hidden"} <= set(hint["className"].split()) and "peer-empty:hidden" in menu["className"]


def test_the_page_links_to_other_languages(page, language):
    assert [(link["href"], link["hrefLang"], link["lang"], link.text) for link in page.all("a")] == [
        (other.prefix or "/", other.code, other.code, other.name) for other in LANGUAGES if other != language
    ]


def test_the_contract_s_words_are_on_the_english_page_only():
    czech, english = (list(rendered(error_page(language)()).texts) for language in BOTH)
    assert {SENTENCE, BACK} <= set(english)
    assert not {SENTENCE, BACK} & set(czech) and len(czech) == len(english)
