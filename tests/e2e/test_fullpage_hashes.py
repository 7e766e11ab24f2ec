import pytest
from playwright.sync_api import expect

from app.content.portfolio import category
from tests.support.fullpage import FULL, LARGE, open_full_page, quiet_visit, wait_for_hash, wait_until_visible
from tests.support.visitor import HYDRATED, Visitor
from tests.support.waiting import run_timers

pytestmark = pytest.mark.mostly_nightly

PATH = "/portfolio/business"
WORKS = category("business").works
PLAIN = next(
    [work.slug for work in WORKS[at : at + 3]]
    for at in range(1, len(WORKS))
    if not any(w.views for w in WORKS[at : at + 3])
)
"""Three consecutive portfolio works, each with only one picture."""
SLIDES = next(work.slug for work in WORKS if work.views)
PICTURE_IS_OPEN = "document.querySelector('dialog')?.matches(':modal')"
QUIET_MS = 1_000
"""The time in ms to wait for an unwanted move to another section. A move takes 700 ms."""


def test_sections_do_not_move_behind_a_picture(large: Visitor, site: str) -> None:
    first, second, third = PLAIN
    with quiet_visit(large, site) as guest:
        open_full_page(guest, f"{site}{PATH}#{first}")
        page = guest.page
        wait_until_visible(guest, first)
        page.wait_for_selector("dialog", state="attached")
        page.locator(f"#{first} picture").click()
        wait_for_hash(guest, f"#{first}/large")
        guest.until(PICTURE_IS_OPEN)
        page.keyboard.press("ArrowDown")
        page.mouse.move(400, 400)
        page.mouse.wheel(0, 400)
        page.keyboard.press("ArrowRight")
        wait_for_hash(guest, f"#{second}/large")
        run_timers(QUIET_MS, page)
        assert page.evaluate("document.querySelector('.section.active').id") == first
        page.keyboard.press("Escape")
        wait_until_visible(guest, second)
        wait_for_hash(guest, f"#{second}")
        expect(page.locator(f"#{second} a:has(img)")).to_be_focused()
        guest.until(f"document.querySelector('#{second}.fp-completely')")
        page.keyboard.press("ArrowDown")
        wait_until_visible(guest, third)


@pytest.mark.main
@pytest.mark.parametrize("hash", [SLIDES, f"{SLIDES}/2"], ids=["work", "second"])
def test_an_address_opens_its_picture_before_its_section(large: Visitor, site: str, hash: str) -> None:
    with quiet_visit(large, site) as guest:
        guest.reads(f"{site}{PATH}#{hash}/large")
        guest.until(HYDRATED)
        guest.until(FULL)
        guest.until(PICTURE_IS_OPEN)
        box = guest.page.locator("dialog").bounding_box()
        assert box == {"x": 0, "y": 0, **LARGE}
        guest.page.keyboard.press("Escape")
        slide = hash if "/" in hash else f"{hash}/1"
        wait_until_visible(guest, SLIDES, slide)
        expect(guest.page.locator(f"[id='{slide}'] a:has(img)")).to_be_focused()
        guest.page.locator(f"[id='{SLIDES}/1'] a[rel=next]").evaluate("link => link.click()")
        wait_until_visible(guest, SLIDES, f"{SLIDES}/2")
