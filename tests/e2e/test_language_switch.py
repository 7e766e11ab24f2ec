from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.layout import DelayedRequests
from tests.support.visitor import MAIN, Visitor, visitor

pytestmark = pytest.mark.mostly_nightly


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_the_switch_of_a_post_is_a_link_once_the_post_is_known(browser: Browser, site: str, prefix: str) -> None:
    other = "" if prefix else "/en"
    language = "cs" if prefix else "en"
    with visitor(browser) as guest, visitor(browser, java_script_enabled=False) as reader:
        reader.page.goto(f"{site}{prefix}/patreon/private/12345")
        switch = reader.page.locator(f"[hreflang={language}]").first
        expect(switch).to_be_visible()
        assert switch.get_attribute("href") is None
        assert reader.page.locator("a[href*='[']").count() == 0

        late = DelayedRequests(guest, MAIN)
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


@pytest.mark.main
def test_the_switch_on_the_home_page_works_without_javascript(browser: Browser, site: str) -> None:
    with visitor(browser, java_script_enabled=False) as guest:
        guest.page.context.add_cookies([{"name": "i18n_redirected", "value": "en", "url": site}])
        guest.page.goto(site)
        guest.page.wait_for_url(f"{site}/en")
        guest.page.locator("a[hreflang=cs]").first.click()
        guest.page.wait_for_url(f"{site}/")
        expect(guest.page.locator("html")).to_have_attribute("lang", "cs")


@pytest.mark.main
@pytest.mark.parametrize("new_tab", [{"modifiers": ["ControlOrMeta"]}, {"button": "middle"}], ids=["a key", "middle"])
def test_query_and_hash_are_retained_without_the_application(
    guest: Visitor, site: str, new_tab: dict[str, Any]
) -> None:
    # Stall the application's script, because an aborted request would make the page reload.
    guest.page.route(MAIN, lambda route: None)
    guest.page.goto(f"{site}/about?from=letter#content", wait_until="domcontentloaded")
    link = guest.page.locator("a[hreflang=en]").first
    with guest.page.context.expect_page() as opened:
        link.click(**new_tab)
    opened.value.wait_for_url(f"{site}/en/about?from=letter#content")
    assert "i18n_redirected=en" in guest.page.evaluate("document.cookie")
    guest.page.evaluate("history.replaceState(null, '', '?from=card')")
    link.click()
    guest.page.wait_for_url(f"{site}/en/about?from=card", wait_until="domcontentloaded")
