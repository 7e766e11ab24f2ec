"""A build whose components load their texts (`I18N_MESSAGES=dynamic`)."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from app.i18n import LANGUAGES, Language
from tests.e2e.builds import Deployment
from tests.e2e.keeping import caches, keeps_the_site
from tests.e2e.visitor import Visitor, visitor

MESSAGES = "**/_i18n/*/*/messages.json"
BUNDLED = {"cs": "Zavřít", "en": "Close"}

each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


def close_label(guest: Visitor):
    """The label of the button that closes a large picture."""
    return guest.page.locator("dialog button").first


@each_language
def test_labels_are_those_that_were_loaded(
    browser: Browser, place: Deployment, second: Path, language: Language
) -> None:
    def reworded(route: Route) -> None:
        answer = route.fetch()
        messages = answer.json()
        assert list(messages) == [language.code] and answer.headers["cache-control"] == "public, max-age=86400"
        messages[language.code]["gallery"]["close"] = "⟦loaded⟧"
        route.fulfill(response=answer, body=json.dumps(messages))

    place.deploy(second)
    with visitor(browser) as guest:
        guest.page.route(MESSAGES, reworded)
        guest.opens(f"{place.url}{language.prefix}/portfolio/weddings")
        expect(close_label(guest)).to_have_text("⟦loaded⟧")
        asked = [url for url in guest.requests if "/_i18n/" in url]
        assert len(asked) == 1 and asked[0].endswith(f"/{language.code}/messages.json")
        assert guest.troubles == []


@each_language
def test_without_them_the_page_s_own_stay(
    browser: Browser, place: Deployment, second: Path, language: Language
) -> None:
    place.deploy(second)
    with visitor(browser) as guest:
        guest.page.route(MESSAGES, lambda route: route.fulfill(status=500))
        guest.opens(f"{place.url}{language.prefix}/portfolio/weddings")
        warning = f"warning: Failed to load messages for locale {language.code}"
        guest.poll(lambda: any(line.startswith(warning) for line in guest.console), "the warning")
        expect(close_label(guest)).to_have_text(BUNDLED[language.code])


def test_they_are_there_without_a_network(browser: Browser, place: Deployment, second: Path) -> None:
    place.deploy(second)
    with visitor(browser, worker=True) as guest:
        keeps_the_site(guest, f"{place.url}/contact")
        assert len([url for url in caches(guest)["site"] if "/_i18n/" in url]) == len(LANGUAGES)
        guest.page.context.set_offline(True)
        place.stop()
        guest.opens(f"{place.url}/portfolio/weddings")
        expect(close_label(guest)).to_have_text(BUNDLED["cs"])
        guest.settle()
        assert guest.troubles == []
