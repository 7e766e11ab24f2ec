"""Which file of a picture the gallery shows, when it is loaded, and what stands there until then."""

import re

import pytest
from playwright.sync_api import Browser, Route, ViewportSize

from app.content.portfolio import category
from tests.support.gallery import CURRENT, FLOWS, IDS, PATH, PHONE, SHOWN, is_open, press
from tests.support.visitor import Visitor, visitor

NARROW: ViewportSize = {"width": 700, "height": 800}
WIDE: ViewportSize = {"width": 1000, "height": 800}
"""In which every picture is asked for in a larger size."""
SIZES = [(390, 844), (844, 390), (320, 568), (1280, 800)]
FITTING = [
    *(("weddings", *size) for size in SIZES),
    *(("business", *size) for size in SIZES[::3]),
    *(("posters", *size) for size in SIZES[1:3]),
]
"""Every page's first picture in half of the windows at least."""


@pytest.mark.parametrize(("shown", "width", "height"), FITTING)
def test_a_picture_fits_its_window(browser: Browser, site: str, shown: str, width: int, height: int) -> None:
    # With a browser of its own each: a larger one that was loaded would do for a smaller window.
    with visitor(browser, viewport={"width": width, "height": height}) as guest:
        guest.opens(f"{site}/portfolio/{shown}#{category(shown).works[0].slug}/large")
        guest.until(SHOWN)
        box = guest.page.locator(CURRENT).bounding_box()
        assert box and box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
        assert box["width"] >= width * 0.75 or box["height"] >= height * 0.35
        assert guest.page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")
        for button in guest.page.locator("dialog button").all():
            target = button.bounding_box()
            assert target and target["height"] >= 44 and target["width"] >= 44
            assert target["y"] + target["height"] <= height and target["x"] + target["width"] <= width
        loaded = guest.page.evaluate(f"/-(\\d+)\\./.exec(document.querySelector('{CURRENT}').currentSrc)[1]")
        across = guest.page.locator("figure img").first.evaluate("image => image.offsetWidth")  # loaded for the page
        assert box["width"] <= int(loaded) <= 2 * max(box["width"], across, 240)
        assert guest.troubles == []


def test_a_dense_screen_loads_no_more_than_twice_what_is_shown(browser: Browser, site: str) -> None:
    with visitor(browser, **PHONE) as guest:
        guest.opens(f"{site}{PATH}#{IDS[0]}/large")
        is_open(guest, 1)
        guest.page.keyboard.press("End")  # far below what the page itself shows
        is_open(guest, len(IDS))
        guest.settle()
        assert asked(guest, "weddings-8") == {"800"}


def test_what_the_page_has_loaded_is_not_loaded_again(browser: Browser, site: str) -> None:
    with visitor(browser, **PHONE) as guest:
        guest.opens(site + PATH)
        guest.until(f"document.querySelector('[id=\"{IDS[0]}\"] img').naturalWidth")
        press(guest.page, 1)
        is_open(guest, 1)
        guest.settle()
        assert asked(guest, "weddings-1") == {"1200"}


def asked(guest: Visitor, name: str) -> set[str]:
    """The widths of a picture that were asked for."""
    return {found[1] for url in guest.requests if (found := re.search(rf"/{name}-(\d+)\.", url))}


def large(guest: Visitor) -> list[str]:
    """Which works' pictures hang in the dialog."""
    return guest.page.evaluate(
        "[...document.querySelectorAll('dialog img')].map((image) => /weddings-\\d/.exec(image.currentSrc)[0])"
    )


def test_neighbours_are_preloaded(browser: Browser, site: str) -> None:
    with visitor(browser, **FLOWS) as guest:
        guest.opens(f"{site}{PATH}#{IDS[6]}/large")
        is_open(guest, 7)
        assert large(guest) == ["weddings-4", "weddings-5", "weddings-6"]
    with visitor(browser, **FLOWS) as guest:
        guest.page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
        guest.opens(f"{site}{PATH}#{IDS[6]}/large")
        is_open(guest, 7)
        assert large(guest) == ["weddings-5"]


def test_the_picture_of_the_page_stands_in(browser: Browser, site: str) -> None:
    """Only the widths of a phone are to be had, as offline."""

    def offline(route: Route) -> None:
        if re.search(r"-(480|800)\.", route.request.url):
            route.continue_()
        else:
            route.abort()

    with visitor(browser, viewport=NARROW) as guest:
        guest.opens(site + PATH)
        guest.page.evaluate("[...document.images].forEach((image) => { image.loading = 'eager' })")
        guest.until("[...document.images].every((image) => image.complete)")
        guest.page.route("**/pictures/**", offline)
        guest.page.set_viewport_size(WIDE)
        for number in (3, len(IDS)):
            guest.page.goto(f"{site}{PATH}#{IDS[number - 1]}")
            press(guest.page, number)
            is_open(guest, number)
            shown = f"document.querySelector('{CURRENT}')"
            guest.until(f"{shown}.naturalWidth && /-(480|800)[.]/.test({shown}.currentSrc)")
            guest.page.keyboard.press("Escape")


def test_the_picture_of_the_page_stands_there_meanwhile(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=NARROW) as guest:
        guest.opens(site + PATH)
        figure = f"document.querySelector('[id=\"{IDS[2]}\"] img')"
        guest.page.locator(f"[id='{IDS[2]}']").scroll_into_view_if_needed()
        guest.until(f"{figure}.naturalWidth")
        held: list[Route] = []
        guest.page.route(re.compile(r"/pictures/weddings-2-1200"), lambda route: held.append(route))
        with guest.page.expect_request(re.compile(r"/pictures/weddings-2-1200")):  # by the page's figure, or the dialog
            guest.page.set_viewport_size(WIDE)
            press(guest.page, 3)
        image = guest.page.locator(CURRENT)
        here = guest.page.evaluate(f"{figure}.currentSrc")
        assert here in image.evaluate("image => getComputedStyle(image).backgroundImage")
        before = image.bounding_box()
        for each in held:
            each.continue_()
        guest.until(SHOWN)
        assert image.bounding_box() == before
        assert guest.troubles == []
