"""Pages use only the site's own fonts. Preloaded fonts cause no layout shift."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from app.i18n import LANGUAGES
from tests.support.layout import DelayedRequests
from tests.support.visitor import Visitor, visitor
from tests.support.waiting import wait_until_held

pytestmark = pytest.mark.mostly_nightly

ERRORS = [f"{language.prefix}/nothing-here" for language in LANGUAGES]
FONT = "**/fonts/*.woff2"

SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
      shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.nodeName + "." + node?.className)]);
    })).observe({ type: "layout-shift", buffered: true });
"""

SET = {"h1": {("League Gothic", True)}, "h1 + p": {("Brygada 1918", True)}}


def loaded(guest: Visitor) -> list[str]:
    return [urlsplit(url).path for url in guest.requests if url.endswith(".woff2")]


def drawn_in(page: Page, selector: str) -> set[tuple[str, bool]]:
    """Returns the names of the fonts in an element's text, and whether each font was downloaded."""
    client = page.context.new_cdp_session(page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    node = client.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    found = client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    client.detach()
    return {(font["familyName"], font["isCustomFont"]) for font in found}


@pytest.mark.parametrize("path", ERRORS)
def test_error_pages_preload_the_fonts_too(guest: Visitor, site: str, preloaded_fonts: list[str], path: str) -> None:
    guest.page.goto(site + path)
    guest.until("document.fonts.status === 'loaded'")
    assert loaded(guest) == preloaded_fonts
    assert [text for text in guest.console if "preload" in text] == []


@pytest.mark.main
def test_a_page_is_set_in_the_fonts(browser: Browser, site: str) -> None:
    """The test retries, because the browser ignores fonts that arrive late."""
    with visitor(browser, locale="cs-CZ") as guest:
        for _ in range(10):
            guest.opens(f"{site}/about")
            guest.until("document.fonts.status === 'loaded'")
            found = {selector: drawn_in(guest.page, selector) for selector in SET}
            if found == SET:
                break
        assert found == SET


@pytest.mark.parametrize("size", [{"width": 412, "height": 823}, {"width": 1280, "height": 800}])
@pytest.mark.parametrize("path", ["/", "/en/about"])
def test_italics_are_loaded_when_they_come_into_view(
    browser: Browser, site: str, path: str, size: ViewportSize
) -> None:
    """JavaScript is disabled, because full-page sections would load the italic font without scrolling."""
    with visitor(browser, viewport=size, java_script_enabled=False) as guest:
        guest.page.goto(site + path)
        guest.settle()
        assert [url for url in loaded(guest) if "italic" in url] == []
        guest.page.locator(".italic").first.scroll_into_view_if_needed()
        guest.poll(lambda: any("italic" in url for url in loaded(guest)), "the italic face")


def test_nothing_moves_without_the_fonts(guest: Visitor, site: str) -> None:
    guest.page.add_init_script(SHIFTS)
    guest.page.route(FONT, lambda route: route.abort())
    guest.opens(f"{site}/pricing")
    guest.settle()
    assert guest.page.evaluate("window.shifts") == []
    assert not any(own for _, own in drawn_in(guest.page, "h1"))


def test_late_fonts_are_not_used_until_the_next_page(guest: Visitor, site: str) -> None:
    guest.page.add_init_script(SHIFTS)
    late = DelayedRequests(guest, FONT)
    guest.page.goto(f"{site}/pricing", wait_until="domcontentloaded")
    guest.until("performance.getEntriesByType('paint').length")
    wait_until_held(late)
    before = drawn_in(guest.page, "h1")
    assert not any(own for _, own in before)
    late.end()
    guest.until("document.fonts.status === 'loaded'")
    guest.settle()
    assert guest.page.evaluate("window.shifts") == []
    assert drawn_in(guest.page, "h1") == before
