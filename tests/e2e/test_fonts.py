"""Fonts in a real browser: ours and no others, loaded at once, and nothing moves whether they come or not."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from app.i18n import LANGUAGES
from builder.fonts import DERIVED, make, preloads
from tests.support.visitor import Visitor, visitor

ERRORS = [f"{language.prefix}/nothing-here" for language in LANGUAGES]
FONT = "**/fonts/*.woff2"

SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
      shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.nodeName + "." + node?.className)]);
    })).observe({ type: "layout-shift", buffered: true });
"""
"""Keeps a page's layout shifts with what has moved."""

SET = {"h1": {("League Gothic", True)}, "h1 + p": {("Brygada 1918", True)}}
"""The fonts that parts of a page are set in, which came from the site."""


@pytest.fixture(scope="module")
def first() -> list[str]:
    """The addresses of the fonts that every page loads at once."""
    return preloads(make(DERIVED))


def loaded(guest: Visitor) -> list[str]:
    """The addresses of the fonts that were asked for."""
    return [urlsplit(url).path for url in guest.requests if url.endswith(".woff2")]


def drawn_in(page: Page, selector: str) -> set[tuple[str, bool]]:
    """The fonts that an element's letters are drawn in, and whether each came from the site."""
    client = page.context.new_cdp_session(page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    node = client.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    found = client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    client.detach()
    return {(font["familyName"], font["isCustomFont"]) for font in found}


@pytest.mark.parametrize("path", ERRORS)
def test_error_pages_load_the_fonts_at_once_too(browser: Browser, site: str, first: list[str], path: str) -> None:
    with visitor(browser) as guest:
        guest.page.goto(site + path)
        guest.until("document.fonts.status === 'loaded'")
        assert loaded(guest) == first
        assert [text for text in guest.console if "preload" in text] == []


def test_a_page_is_set_in_the_fonts(browser: Browser, site: str) -> None:
    """On a second visit: `optional` leaves a first one in the stand-ins where the fonts are late."""
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
def test_italics_are_loaded_when_they_are_seen(browser: Browser, site: str, path: str, size: ViewportSize) -> None:
    """Without JavaScript: a page of full-page sections loads them when it starts to move."""
    with visitor(browser, viewport=size, java_script_enabled=False) as guest:
        guest.page.goto(site + path)
        guest.settle()
        assert [url for url in loaded(guest) if "italic" in url] == []
        guest.page.locator(".italic").first.scroll_into_view_if_needed()
        guest.poll(lambda: any("italic" in url for url in loaded(guest)), "the italic face")


def test_nothing_moves_without_the_fonts(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.page.add_init_script(SHIFTS)
        guest.page.route(FONT, lambda route: route.abort())
        guest.opens(f"{site}/pricing")
        guest.settle()
        assert guest.page.evaluate("window.shifts") == []
        assert not any(own for _, own in drawn_in(guest.page, "h1"))


def test_late_fonts_are_for_the_next_page(browser: Browser, site: str) -> None:
    held: list[Route] = []
    with visitor(browser) as guest:
        guest.page.add_init_script(SHIFTS)
        guest.page.route(FONT, lambda route: held.append(route))
        guest.page.goto(f"{site}/pricing", wait_until="domcontentloaded")  # the whole page would wait for the fonts
        guest.until("performance.getEntriesByType('paint').length")
        before = drawn_in(guest.page, "h1")
        assert held and not any(own for _, own in before)
        for route in held:
            route.continue_()
        guest.until("document.fonts.status === 'loaded'")
        guest.settle()
        assert guest.page.evaluate("window.shifts") == []
        assert drawn_in(guest.page, "h1") == before
