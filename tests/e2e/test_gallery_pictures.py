"""The gallery loads pictures of the right size. Until a picture is loaded, a placeholder is visible."""

import re

import pytest
from playwright.sync_api import Browser, Route, ViewportSize

from app.components.pictures import WIDTHS
from app.content.portfolio import category
from tests.support.gallery import CURRENT, FLOWS, IDS, PATH, PHONE, SHOWN, assert_picture_open, press_picture
from tests.support.layout import DelayedRequests
from tests.support.visitor import Visitor, visitor
from tests.support.waiting import wait_for_animations

pytestmark = pytest.mark.mostly_nightly

PICTURES = [name for work in category("weddings").works for name in (work.picture, *(v.picture for v in work.views))]
"""The pictures of the weddings page, in the same order as `IDS`."""
NARROW: ViewportSize = {"width": 700, "height": 800}
WIDE: ViewportSize = {"width": 1000, "height": 800}
SIZES = [(390, 844), (844, 390), (320, 568), (1280, 800), (320, 256), (320, 200)]
FITTING = [
    *(("weddings", *size) for size in SIZES),
    *(("business", *size) for size in SIZES[:4:3]),
    *(("posters", *size) for size in SIZES[1:3]),
]


@pytest.mark.parametrize(("shown", "width", "height"), FITTING)
def test_a_picture_fits_its_window(browser: Browser, site: str, shown: str, width: int, height: int) -> None:
    # Use a new visitor with an empty cache, because browsers may show a larger picture from their cache.
    with visitor(browser, viewport={"width": width, "height": height}) as guest:
        guest.opens(f"{site}/portfolio/{shown}#{category(shown).works[0].slug}/large")
        guest.until(SHOWN)
        wait_for_animations(guest)
        box = guest.page.locator(CURRENT).bounding_box()
        assert box and box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
        assert box["width"] >= width * 0.75 or box["height"] >= height * 0.35
        assert guest.page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")
        for button in guest.page.locator("dialog button").all():
            button.scroll_into_view_if_needed()
            target = button.bounding_box()
            assert target and target["height"] >= 44 and target["width"] >= 44
            assert target["y"] + target["height"] <= height and target["x"] + target["width"] <= width
        loaded = guest.page.evaluate(f"/-(\\d+)\\./.exec(document.querySelector('{CURRENT}').currentSrc)[1]")
        across = guest.page.locator("figure img").first.evaluate("image => image.offsetWidth")
        assert box["width"] <= int(loaded) <= max(2 * box["width"], 2 * across, WIDTHS[0])
        assert guest.troubles == []


def test_a_dense_screen_loads_no_more_than_twice_the_shown_size(browser: Browser, site: str) -> None:
    with visitor(browser, **PHONE) as guest:
        guest.opens(f"{site}{PATH}#{IDS[0]}/large")
        assert_picture_open(guest, 1)
        guest.page.keyboard.press("End")
        assert_picture_open(guest, len(IDS))
        guest.settle()
        assert asked(guest, PICTURES[-1]) == {"800"}


def test_a_picture_that_the_page_has_loaded_is_not_loaded_again(browser: Browser, site: str) -> None:
    with visitor(browser, **PHONE) as guest:
        guest.opens(site + PATH)
        guest.until(f"document.querySelector('[id=\"{IDS[0]}\"] img').naturalWidth")
        press_picture(guest.page, 1)
        assert_picture_open(guest, 1)
        guest.settle()
        assert asked(guest, PICTURES[0]) == {"1200"}


def asked(guest: Visitor, name: str) -> set[str]:
    return {found[1] for url in guest.requests if (found := re.search(rf"/{name}-(\d+)\.", url))}


LOADED = """[...document.querySelectorAll("dialog img")]
    .map((image) => /pictures\\/(.+)-\\d+\\./.exec(image.currentSrc)?.[1]).join()"""


@pytest.mark.main
def test_neighbours_are_preloaded(browser: Browser, site: str) -> None:
    with visitor(browser, **FLOWS) as guest:
        guest.opens(f"{site}{PATH}#{IDS[6]}/large")
        assert_picture_open(guest, 7)
        guest.until(f"{LOADED} === '{','.join(PICTURES[5:8])}'")
    with visitor(browser, **FLOWS) as guest:
        guest.page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
        guest.opens(f"{site}{PATH}#{IDS[6]}/large")
        assert_picture_open(guest, 7)
        guest.settle()
        assert guest.page.evaluate(LOADED) == PICTURES[6]


def test_without_a_larger_file_the_page_s_own_is_shown(browser: Browser, site: str) -> None:

    def offline(route: Route) -> None:
        if re.search(r"-(600|800)\.", route.request.url):
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
            press_picture(guest.page, number)
            assert_picture_open(guest, number)
            shown = f"document.querySelector('{CURRENT}')"
            guest.until(f"{shown}.naturalWidth && /-(600|800)[.]/.test({shown}.currentSrc)")
            guest.page.keyboard.press("Escape")


@pytest.mark.main
def test_the_page_s_own_file_is_shown_until_the_larger_one_is_loaded(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=NARROW) as guest:
        guest.opens(site + PATH)
        figure = f"document.querySelector('[id=\"{IDS[2]}\"] img')"
        guest.page.locator(f"[id='{IDS[2]}']").scroll_into_view_if_needed()
        guest.until(f"{figure}.naturalWidth")
        late = DelayedRequests(guest, f"**/pictures/{PICTURES[2]}-1200*")
        guest.page.set_viewport_size(WIDE)
        press_picture(guest.page, 3)
        late.wait()
        image = guest.page.locator(CURRENT)
        here = guest.page.evaluate(f"{figure}.currentSrc")
        assert here in image.evaluate("image => getComputedStyle(image).backgroundImage")
        wait_for_animations(guest)
        before = image.bounding_box()
        late.end()
        guest.until(SHOWN)
        assert image.bounding_box() == before
        assert guest.troubles == []
