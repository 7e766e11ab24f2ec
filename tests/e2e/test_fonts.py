"""Pages use only the site's own fonts. Preloaded fonts cause no layout shift."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.visitor import Visitor, visitor

pytestmark = pytest.mark.mostly_nightly

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


@pytest.mark.parametrize("path", ["/nothing-here", "/en/nothing-here"])
def test_error_pages_preload_the_fonts_too(guest: Visitor, site: str, preloaded_fonts: list[str], path: str) -> None:
    guest.page.goto(site + path)
    guest.until("document.fonts.status === 'loaded'")
    assert loaded(guest) == preloaded_fonts
    assert [text for text in guest.console if "preload" in text] == []


@pytest.mark.main
def test_a_page_is_set_in_the_fonts(guest: Visitor, site: str) -> None:
    """The test retries, because the browser ignores fonts that arrive late."""
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
