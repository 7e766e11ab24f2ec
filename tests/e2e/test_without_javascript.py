"""Without JavaScript a page says and shows everything that it says and shows with it."""

import pytest
from playwright.sync_api import Browser, Page

from app.routes import Place, places
from tests.e2e.visitor import visitor

PUBLIC = [place for place in places() if not place.route.stateful]

# A button does nothing without JavaScript; the site hides it then, and offers nothing that only a button gives. What
# moves the page names its maker only where it moves it. Whether people can sign in on this server is known only to
# scripts: without them the way in is shown, and the server says the rest.
SHOWN = """() => {
    document.querySelectorAll('button, .fp-watermark, [data-configured]').forEach((each) => each.remove())
    return {
        text: document.body.innerText.replace(/\\s+/g, ' ').trim(),
        pictures: [...document.images].map((image) => [image.getAttribute('src'), image.alt]),
        links: [...document.links].map((link) => [link.getAttribute('href'), link.textContent]),
    }
}"""


def shown(page: Page) -> dict:
    return page.evaluate(SHOWN)


@pytest.mark.parametrize(
    "place", PUBLIC, ids=lambda place: place.name + "".join(f"-{v}" for v in place.params.values())
)
def test_page_is_whole_without_javascript(browser: Browser, site: str, place: Place) -> None:
    with visitor(browser, java_script_enabled=False) as guest, visitor(browser) as other:
        assert guest.page.goto(site + place.path, wait_until="load")
        other.opens(site + place.path)
        without, with_it = shown(guest.page), shown(other.page)
        assert without["text"] and without["links"]
        assert without == with_it
        guest.page.evaluate("[...document.images].forEach((image) => { image.loading = 'eager' })")
        guest.until("[...document.images].every((image) => image.complete)")
        broken = (
            "[...document.images].filter((image) => !image.naturalWidth).map((image) => image.currentSrc || image.src)"
        )
        assert guest.page.evaluate(broken) == []
        assert guest.failed == []
