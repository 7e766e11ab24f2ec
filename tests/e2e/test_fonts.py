"""Fonts in a real browser: ours and no others, loaded at once, and nothing moves whether they come or not."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route

from app.i18n import DEFAULT, LANGUAGES
from app.routes import places
from pwa.fonts import DERIVED, make, preloads
from tests.e2e.visitor import Visitor, visitor

PAGES = [place for place in places() if not place.route.stateful]
ERRORS = [f"{language.prefix}/nothing-here" for language in LANGUAGES]
FONT = "**/fonts/*.woff2"

SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
      shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.nodeName + "." + node?.className)]);
    })).observe({ type: "layout-shift", buffered: true });
"""
"""Keeps a page's layout shifts with what has moved."""

SET = {"h1": {("League Gothic", True)}, "main header p": {("Brygada 1918", True)}}
"""The fonts that parts of a page are set in, which came from the site."""

each_page = pytest.mark.parametrize("path", [place.path for place in PAGES])


@pytest.fixture(scope="module")
def first() -> list[str]:
    """The addresses of the fonts that every page loads at once."""
    return preloads(make(DERIVED))


def loaded(guest: Visitor) -> list[str]:
    """The addresses of the fonts that were asked for."""
    return [urlsplit(url).path for url in guest.requests if url.endswith(".woff2")]


def faces(page: Page) -> set[tuple[str, str]]:
    """The families and styles that the page's letters have made the browser load."""
    used = page.evaluate(
        """[...document.fonts]
            .filter(({ status }) => status === "loaded").map(({ family, style }) => [family, style])"""
    )
    return {(family.strip('"'), style) for family, style in used}


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


@each_page
def test_every_page_loads_the_fonts_at_once_and_uses_them(
    browser: Browser, site: str, first: list[str], path: str
) -> None:
    with visitor(browser, viewport={"width": 390, "height": 844}) as guest:
        guest.opens(site + path)
        guest.until("document.fonts.status === 'loaded'")
        guest.settle()
        assert loaded(guest)[: len(first)] == first
        assert len(loaded(guest)) == len(set(loaded(guest))), "what was preloaded is not asked for again"
        assert {urlsplit(url).netloc for url in guest.requests if url.startswith("http")} == {urlsplit(site).netloc}
        assert {("Brygada 1918", "normal"), ("League Gothic", "normal")} <= faces(guest.page), "and is used"
        assert guest.troubles == []


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


def test_nothing_moves_without_the_fonts(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.page.add_init_script(SHIFTS)
        guest.page.route(FONT, lambda route: route.abort())
        guest.opens(f"{site}/pricing")
        guest.settle()
        assert guest.page.evaluate("window.shifts") == []
        assert not any(own for _, own in drawn_in(guest.page, "h1"))


@pytest.mark.parametrize(
    ("path", "width"), [(place.path, 390 if place.language == DEFAULT else 1280) for place in PAGES]
)
def test_nothing_moves_when_the_fonts_are_late(browser: Browser, site: str, path: str, width: int) -> None:
    held: list[Route] = []
    with visitor(browser, viewport={"width": width, "height": 844}) as guest:
        guest.page.add_init_script(SHIFTS)
        guest.page.route(FONT, lambda route: held.append(route))
        guest.page.goto(site + path, wait_until="domcontentloaded")  # the whole page would wait for the fonts
        guest.until("performance.getEntriesByType('paint').length")
        before = drawn_in(guest.page, "h1")
        assert held and not any(own for _, own in before)
        for route in held:
            route.continue_()
        guest.until("document.fonts.status === 'loaded'")
        guest.settle()
        assert guest.page.evaluate("window.shifts") == []
        assert drawn_in(guest.page, "h1") == before
