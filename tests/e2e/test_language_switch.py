"""The language switch: the same page in the other language, with its query and hash, remembered for a year."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.support.layout import Late
from tests.support.visitor import MAIN, visitor

YEAR = 365 * 24 * 60 * 60


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_link_of_a_post_is_one_as_soon_as_it_is_known(browser: Browser, site: str, prefix: str) -> None:
    """Then it may be copied, or opened in a new tab; and it goes along to another post."""
    other = "" if prefix else "/en"
    language = "cs" if prefix else "en"
    with visitor(browser) as guest, visitor(browser, java_script_enabled=False) as reader:
        reader.page.goto(f"{site}{prefix}/patreon/private/12345")
        switch = reader.page.locator(f"[hreflang={language}]").first
        assert switch.is_visible() and switch.get_attribute("href") is None
        assert reader.page.locator("a[href*='[']").count() == 0

        late = Late(guest, MAIN)
        guest.page.goto(f"{site}{prefix}/patreon/private/12345", wait_until="domcontentloaded")
        guest.until("performance.getEntriesByType('paint').length")
        before = guest.page.locator(f"[hreflang={language}]").first.bounding_box()
        late.end()
        link = guest.page.locator(f"a[hreflang={language}]").first
        expect(link).to_have_attribute("href", f"{other}/patreon/private/12345")
        assert link.bounding_box() == before
        with guest.page.context.expect_page() as opened:
            link.click(modifiers=["ControlOrMeta"])
        opened.value.wait_for_url(f"{site}{other}/patreon/private/12345")
        expect(opened.value.locator("html")).to_have_attribute("lang", language)
        guest.page.evaluate(f"next.router.push('{prefix}/patreon/private/67890')")
        expect(link).to_have_attribute("href", f"{other}/patreon/private/67890")
        assert guest.troubles == []


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_no_page_at_an_address_that_is_none(browser: Browser, site: str, prefix: str) -> None:
    with visitor(browser) as guest:
        for value in ("[postId]", "%5BpostId%5D", "abc"):
            answer = guest.page.goto(f"{site}{prefix}/patreon/private/{value}")
            assert answer and answer.status == 404
            expect(guest.page.locator("h1")).to_have_count(1)
            assert "404" in guest.page.inner_text("main")


def test_choice_outlives_the_browser_language(browser: Browser, site: str) -> None:
    with visitor(browser, locale="cs-CZ") as guest:
        guest.opens(f"{site}/contact")
        guest.page.locator("a[hreflang=en]").first.click()
        guest.page.wait_for_url(f"{site}/en/contact")
        guest.opens(f"{site}/")
        assert urlsplit(guest.page.url).path == "/en"
        guest.opens(f"{site}/contact")
        assert urlsplit(guest.page.url).path == "/contact", "only the root may redirect"


def test_switch_works_without_javascript(browser: Browser, site: str) -> None:
    with visitor(browser, java_script_enabled=False) as guest:
        guest.page.goto(f"{site}/about")
        guest.page.locator("a[hreflang=en]").first.click()
        guest.page.wait_for_url(f"{site}/en/about")


def test_query_and_hash_go_along_before_the_application_is_there(browser: Browser, site: str) -> None:
    """Also into a new tab, and again where the query has changed."""
    with visitor(browser) as guest:
        guest.page.route(MAIN, lambda route: route.abort())
        guest.reads(f"{site}/about?from=letter#content")
        link = guest.page.locator("a[hreflang=en]").first
        with guest.page.context.expect_page() as opened:
            link.click(modifiers=["ControlOrMeta"])
        opened.value.wait_for_url(f"{site}/en/about?from=letter#content")
        guest.page.evaluate("history.replaceState(null, '', '?from=card')")
        link.click()
        guest.page.wait_for_url(f"{site}/en/about?from=card")
