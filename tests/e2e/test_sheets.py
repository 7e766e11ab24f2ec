"""The complete style sheet, which comes with the application, changes nothing of what the first sheet has laid out."""

import pytest
from playwright.sync_api import Browser

from tests.support.visitor import visitor
from tests.support.waiting import wait_for_animations

PATHS = ["/", "/en/about", "/portfolio/weddings", "/pricing", "/en/inquiry", "/contact"]
SIZES = [(1280, 800), (390, 844)]
ELEMENTS = "[document.documentElement, ...document.querySelectorAll('body, body *:not(dialog, dialog *, script)')]"
STYLES = f"""() => (self.known = {ELEMENTS}.map((each) => {{
    const style = getComputedStyle(each);
    return Object.fromEntries(Array.from(style, (name) => [name, style.getPropertyValue(name)]));
}})).length"""
ADD_SHEET = """() => new Promise((done) => {
    const files = document.querySelector("script[data-application]").dataset.application.split(" ");
    const href = files.find((file) => file.endsWith(".css"));
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done }));
})"""
CHANGED = f"""() => {{
    const elements = {ELEMENTS};
    return known.flatMap((before, index) => {{
        const style = getComputedStyle(elements[index]);
        return Object.keys(before)
            .filter((name) => before[name] !== style.getPropertyValue(name))
            .map((name) => `${{elements[index].localName}}.${{elements[index].className}} ${{name}}`);
    }});
}}"""


@pytest.mark.parametrize("size", SIZES, ids=["large", "phone"])
@pytest.mark.parametrize("path", PATHS)
def test_the_complete_sheet_changes_no_computed_style(
    browser: Browser, site: str, path: str, size: tuple[int, int]
) -> None:
    width, height = size
    with visitor(browser, viewport={"width": width, "height": height}) as guest:
        guest.reads(site + path)
        guest.page.evaluate("document.fonts.ready")  # a font that arrives later changes sizes
        wait_for_animations(guest)
        assert guest.page.evaluate(STYLES) > 50
        guest.page.evaluate(ADD_SHEET)
        assert guest.page.evaluate(CHANGED) == []
