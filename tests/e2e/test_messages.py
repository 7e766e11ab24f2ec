"""A build whose components load their texts (`I18N_MESSAGES=dynamic`)."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from app.i18n import LANGUAGES, Language
from tests.support.builds import deployment
from tests.support.install import OFFER
from tests.support.keeping import caches, keeps_the_site
from tests.support.languages import BOTH
from tests.support.server_process import running_server
from tests.support.variant import Variant
from tests.support.visitor import Visitor, visitor

MESSAGES = "**/_i18n/*/*/messages.json"
BUNDLED = {"cs": "Zavřít", "en": "Close"}

each_language = pytest.mark.parametrize("language", BOTH, ids=lambda language: language.code)


@pytest.fixture(scope="module")
def loading(variant: Variant, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The origin of a site that loads its texts."""
    with deployment(tmp_path_factory.mktemp("loading") / "served") as place:
        place.deploy(variant.dist)
        yield place.url


def close_label(guest: Visitor):
    """The label of the button that closes a large picture."""
    return guest.page.locator("dialog button").first


@each_language
def test_labels_are_those_that_were_loaded(browser: Browser, loading: str, language: Language) -> None:
    def reworded(route: Route) -> None:
        answer = route.fetch()
        messages = answer.json()
        assert list(messages) == [language.code] and answer.headers["cache-control"] == "public, max-age=86400"
        messages[language.code]["gallery"]["close"] = "⟦loaded⟧"
        route.fulfill(response=answer, body=json.dumps(messages))

    with visitor(browser) as guest:
        guest.page.route(MESSAGES, reworded)
        guest.opens(f"{loading}{language.prefix}/portfolio/weddings")
        expect(close_label(guest)).to_have_text("⟦loaded⟧")
        asked = [url for url in guest.requests if "/_i18n/" in url]
        assert len(asked) == 1 and asked[0].endswith(f"/{language.code}/messages.json")
        assert guest.troubles == []


def marked(route: Route) -> None:
    """Every text is its name."""
    answer = route.fetch()
    texts = {
        locale: {name: {key: f"⟦{locale} {name}.{key}⟧" for key in group} for name, group in labels.items()}
        for locale, labels in answer.json().items()
    }
    route.fulfill(response=answer, body=json.dumps(texts))


@pytest.fixture(scope="module")
def counting(variant: Variant) -> Iterator[str]:
    """The origin of a site that loads its texts, and asks whether visits may be counted."""
    with running_server(variant.folder, ANALYTICS_ID="G-TEST1") as server:
        yield server.url


def test_what_notices_and_offers_say_is_loaded(browser: Browser, counting: str) -> None:
    with visitor(browser, worker=True) as guest:
        guest.page.route(MESSAGES, marked)
        guest.opens(f"{counting}/en/about")
        expect(guest.page.get_by_role("region", name="⟦en consent.title⟧")).to_be_visible()
        expect(guest.page.get_by_text("⟦en worker.ready⟧")).to_be_visible(timeout=30_000)
        guest.page.evaluate(OFFER)
        expect(guest.page.get_by_role("button", name="⟦en install.install⟧")).to_be_visible()
        assert guest.troubles == []


def test_they_are_in_the_language_of_the_page(browser: Browser, counting: str) -> None:
    with visitor(browser) as guest:
        guest.page.route(MESSAGES, marked)
        guest.opens(f"{counting}/about")
        expect(guest.page.get_by_role("region", name="⟦cs consent.title⟧")).to_be_visible()
        guest.page.locator("a[hreflang=en]").first.click()
        guest.page.wait_for_url(f"{counting}/en/about")
        expect(guest.page.get_by_role("region", name="⟦en consent.title⟧")).to_be_visible()
        assert guest.troubles == []


@each_language
def test_without_them_the_page_s_own_stay(browser: Browser, loading: str, language: Language) -> None:
    with visitor(browser) as guest:
        guest.page.route(MESSAGES, lambda route: route.fulfill(status=500))
        guest.opens(f"{loading}{language.prefix}/portfolio/weddings")
        warning = f"warning: Failed to load messages for locale {language.code}"
        guest.poll(lambda: any(line.startswith(warning) for line in guest.console), "the warning")
        expect(close_label(guest)).to_have_text(BUNDLED[language.code])


def test_they_are_there_without_a_network(browser: Browser, variant: Variant, tmp_path: Path) -> None:
    with deployment(tmp_path / "served") as place, visitor(browser, worker=True) as guest:
        place.deploy(variant.dist)
        keeps_the_site(guest, f"{place.url}/contact")
        assert len([url for url in caches(guest)["site"] if "/_i18n/" in url]) == len(LANGUAGES) + 1
        guest.page.context.set_offline(True)
        place.stop()
        guest.opens(f"{place.url}/portfolio/weddings")
        expect(close_label(guest)).to_have_text(BUNDLED["cs"])
        guest.settle()
        assert guest.troubles == []
