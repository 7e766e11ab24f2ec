import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from app.extras.gallery import LABELS
from app.i18n import LANGUAGES, Language, use
from tests.support.breaking import reject
from tests.support.builds import deployment
from tests.support.inquiry_form import element, open_form, problem, submit
from tests.support.install import OFFER
from tests.support.languages import CZECH
from tests.support.server_process import running_server
from tests.support.service_worker import cached_urls, install_offline_site
from tests.support.variant import Variant
from tests.support.visitor import Visitor, visitor
from tests.support.waiting import wait_for_message

pytestmark = pytest.mark.nightly

MESSAGES = "**/_i18n/*/*/messages.json"


@pytest.fixture(scope="module")
def loading(variant: Variant, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with deployment(tmp_path_factory.mktemp("loading") / "served") as served:
        served.deploy(variant.dist)
        yield served.url


def bundled_label(language: Language) -> str:
    with use(language):
        return str(LABELS["close"])


def close_button(guest: Visitor):
    return guest.page.locator("dialog button").first


def test_labels_are_loaded(guest: Visitor, loading: str, language: Language) -> None:
    def reword_close(route: Route) -> None:
        answer = route.fetch()
        messages = answer.json()
        assert list(messages) == [language.code] and answer.headers["cache-control"] == "public, max-age=86400"
        messages[language.code]["gallery"]["close"] = "⟦loaded⟧"
        route.fulfill(response=answer, body=json.dumps(messages))

    guest.page.route(MESSAGES, reword_close)
    guest.opens(f"{loading}{language.prefix}/portfolio/weddings")
    expect(close_button(guest)).to_have_text("⟦loaded⟧")
    asked = [url for url in guest.requests if "/_i18n/" in url]
    assert len(asked) == 1 and asked[0].endswith(f"/{language.code}/messages.json")
    assert guest.troubles == []


def mark_messages(route: Route) -> None:
    answer = route.fetch()
    texts = {
        locale: {name: {key: f"⟦{locale} {name}.{key}⟧" for key in group} for name, group in labels.items()}
        for locale, labels in answer.json().items()
    }
    route.fulfill(response=answer, body=json.dumps(texts))


@pytest.fixture(scope="module")
def counting(variant: Variant) -> Iterator[str]:
    with running_server(variant.folder, ANALYTICS_ID="G-TEST1") as server:
        yield server.url


def test_messages_of_notices_and_offers_are_loaded(browser: Browser, counting: str) -> None:
    with visitor(browser, worker=True) as guest:
        guest.page.route(MESSAGES, mark_messages)
        guest.opens(f"{counting}/en/about")
        expect(guest.page.get_by_role("region", name="⟦en consent.title⟧")).to_be_visible()
        expect(guest.page.get_by_text("⟦en worker.ready⟧")).to_be_visible(timeout=60_000)
        guest.page.evaluate(OFFER)
        expect(guest.page.get_by_role("button", name="⟦en install.install⟧")).to_be_visible()
        assert guest.troubles == []


def test_messages_follow_the_language_of_the_page(guest: Visitor, counting: str) -> None:
    guest.page.route(MESSAGES, mark_messages)
    guest.opens(f"{counting}/about")
    expect(guest.page.get_by_role("region", name="⟦cs consent.title⟧")).to_be_visible()
    guest.page.locator("a[hreflang=en]").first.click()
    guest.page.wait_for_url(f"{counting}/en/about")
    expect(guest.page.get_by_role("region", name="⟦en consent.title⟧")).to_be_visible()
    assert guest.troubles == []


def test_messages_of_the_inquiry_form_and_the_error_page_are_loaded(guest: Visitor, loading: str) -> None:
    guest.page.route(MESSAGES, mark_messages)
    open_form(guest, f"{loading}/en/inquiry")
    guest.settle()
    submit(guest.page)
    expect(problem(guest.page, "name")).to_have_text("⟦en inquiryProblems.name⟧")
    expect(element(guest.page, "reason")).to_have_text("⟦en inquiry.wrong⟧")
    reject(guest.page, "the ink has dried", 404)
    expect(guest.page.locator("h1")).to_have_text("⟦en error.404⟧")
    expect(guest.page.locator("main")).to_contain_text("⟦en error.sorry⟧")


def test_without_messages_the_bundled_ones_are_shown(guest: Visitor, loading: str, language: Language) -> None:
    guest.page.route(MESSAGES, lambda route: route.fulfill(status=500))
    guest.opens(f"{loading}{language.prefix}/portfolio/weddings")
    warning = f"warning: Failed to load messages for locale {language.code}"
    wait_for_message(guest, warning)
    expect(close_button(guest)).to_have_text(bundled_label(language))


def test_messages_are_available_offline(browser: Browser, variant: Variant, tmp_path: Path) -> None:
    with deployment(tmp_path / "served") as served, visitor(browser, worker=True) as guest:
        served.deploy(variant.dist)
        install_offline_site(guest, f"{served.url}/contact")
        assert len([url for url in cached_urls(guest)["site"] if "/_i18n/" in url]) == len(LANGUAGES) + 1
        guest.page.context.set_offline(True)
        served.stop()
        guest.opens(f"{served.url}/portfolio/weddings")
        expect(close_button(guest)).to_have_text(bundled_label(CZECH))
        guest.settle()
        assert guest.troubles == []
