"""Full-page sections on the home page: what is on screen, what the address says, and that nothing is left behind."""

from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.i18n import DEFAULT, Language, use
from tests.support.fullpage import FULL, LARGE, MARKED, SEEN, large_screen, opens_full, says, sees, visit
from tests.support.languages import CZECH, ENGLISH
from tests.support.visitor import Visitor, visitor

PHONE: ViewportSize = {"width": 390, "height": 844}
STILL = "!document.querySelector('.fullpage-wrapper').getAnimations({ subtree: true }).length"
CHUNK = "/chunks/fullpage"

with use(DEFAULT):
    SECTIONS = [section.id for section in import_module("app.pages.home").page()]

FOCUS_IN_VIEW = """(() => {
    const box = document.activeElement.getBoundingClientRect();
    return box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1;
})()"""

STRETCHED = """() => {
    dispatchEvent(new Event("resize")); // from now on, for 400 ms, every section has the window's height
    const footer = document.querySelector("footer");
    return [footer.closest(".section").offsetHeight, footer.offsetHeight];
}"""


def seen(page: Page) -> list[str]:
    return page.evaluate(SEEN)


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Visitor]:
    with large_screen(browser) as visiting:
        yield visiting


@pytest.fixture
def guest(large: Visitor, site: str) -> Iterator[Visitor]:
    with visit(large, site) as visiting:
        yield visiting


def test_keyboard(guest: Visitor, site: str) -> None:
    opens_full(guest, site + "/")
    page = guest.page
    sees(guest, "intro")
    assert page.url == site + "/"
    for key, *place in (
        ("ArrowDown", "craft"),
        ("PageDown", "work", "work/1"),
        ("ArrowRight", "work", "work/2"),
        ("ArrowRight", "work", "work/3"),
        ("ArrowLeft", "work", "work/2"),
        ("ArrowDown", "order"),
        ("PageUp", "work", "work/2"),
        ("ArrowUp", "craft"),
    ):
        page.keyboard.press(key)
        says(guest, "#" + place[-1])
        sees(guest, *place)
        assert page.evaluate(MARKED) == ["#" + place[0]]
    page.keyboard.press("Home")
    says(guest, "#intro")
    page.keyboard.press("End")
    guest.until("document.querySelector('footer').getBoundingClientRect().bottom <= innerHeight + 1")
    says(guest, "#reach")
    assert page.evaluate(MARKED) == ["#reach"]


def test_tab_moves_focus_into_view(guest: Visitor, site: str) -> None:
    opens_full(guest, site + "/")
    page = guest.page
    focused = "document.activeElement.closest('.slide, .section')?.id"
    visited = []
    for _ in range(150):
        page.keyboard.press("Tab")
        guest.until(f"!{focused} || (({SEEN})()).includes({focused})")
        guest.until(FOCUS_IN_VIEW)
        guest.until(STILL)  # the key does nothing meanwhile
        visited.append(page.evaluate(focused))
        if page.evaluate("document.activeElement.closest('footer')"):
            break
    order = list(dict.fromkeys(place for place in visited if place))
    assert [place for place in order if "/" not in place][-1] == "reach"
    assert [place for place in order if "/" in place] == [f"work/{number}" for number in range(1, 7)]


@pytest.mark.parametrize(
    ("language", "place"),
    [(CZECH, ["order"]), (CZECH, ["work", "work/2"]), (ENGLISH, ["work", "work/6"])],
    ids=["order", "work/2", "work/6"],
)
@pytest.mark.parametrize("window", [LARGE, PHONE], ids=["large", "phone"])
def test_deep_link(browser: Browser, site: str, language: Language, place: list[str], window: ViewportSize) -> None:
    with visitor(browser, viewport=window, locale=language.tag) as guest:
        home = language.prefix or "/"
        guest.opens(f"{site}{home}#{place[-1]}")
        if window is LARGE:
            guest.until(FULL)
        sees(guest, *place)
        says(guest, "#" + place[-1])
        assert guest.page.evaluate(MARKED) == ["#" + place[0]]
        assert guest.troubles == []


@pytest.mark.parametrize("hash", ["#nothing", "#%E0%A4%A", "#content"])
def test_a_hash_that_names_no_section(guest: Visitor, site: str, hash: str) -> None:
    opens_full(guest, site + "/" + hash)
    sees(guest, "intro")
    guest.page.keyboard.press("ArrowDown")
    sees(guest, "craft")


def test_section_navigation_is_a_step_in_the_history(guest: Visitor, site: str) -> None:
    opens_full(guest, site + "/")
    page = guest.page
    page.locator("nav a[href='/#order']").click()
    sees(guest, "order")
    expect(page.locator("#order")).to_be_focused()
    page.locator("nav a[href='/#craft']").click()
    sees(guest, "craft")
    page.go_back()
    sees(guest, "order")
    page.go_back()
    sees(guest, "intro")
    page.go_forward()
    sees(guest, "order")


def test_slides_have_buttons_that_are_no_step_in_the_history(guest: Visitor, site: str) -> None:
    guest.opens(site + "/about")
    opens_full(guest, site + "/#work")
    page = guest.page
    sees(guest, "work", "work/1")
    page.locator("[id='work/1'] a[rel=next]").click()
    sees(guest, "work", "work/2")
    page.keyboard.press("Enter")
    sees(guest, "work", "work/3")
    says(guest, "#work/3")
    page.locator("[id='work/3'] a[rel=prev]").click()
    sees(guest, "work", "work/2")
    expect(page.locator("[id='work/1'] a[rel=prev], [id='work/6'] a[rel=next]")).to_have_count(0)
    page.go_back()
    page.wait_for_url(site + "/about")


def test_wheel(guest: Visitor, site: str) -> None:
    opens_full(guest, site + "/")
    guest.page.mouse.move(300, 400)

    def moved() -> bool:
        guest.page.mouse.wheel(0, 100)  # again: the first turns are lost on a page that is busy
        guest.page.wait_for_timeout(1000)
        return seen(guest.page) != ["intro"]

    guest.poll(moved, "the wheel to move a section")
    sees(guest, "craft")
    says(guest, "#craft")


@pytest.mark.parametrize(
    "options",
    [
        {"viewport": PHONE},
        {"viewport": {"width": 1023, "height": 800}},
        {"viewport": LARGE, "reduced_motion": "reduce"},
    ],
    ids=["phone", "1023", "reduced motion"],
)
def test_native_scrolling_without_fullpage(browser: Browser, site: str, options: dict) -> None:
    with visitor(browser, **options) as guest:
        guest.opens(site + "/")
        guest.settle()
        page = guest.page
        for place in SECTIONS[1:]:
            page.evaluate(f"document.getElementById('{place}').scrollIntoView()")
            guest.until(f"location.hash.split('/')[0] === '#{place}'")
            assert page.evaluate("scrollY") > 0
        slides = page.locator(".slides")
        slides.evaluate("(element) => element.scrollTo({ left: 0 })")
        page.locator("[id='work/1'] a[rel=next]").click()
        says(guest, "#work/2")
        assert not page.evaluate(FULL)
        assert [url for url in guest.requests if CHUNK in url] == []
        assert guest.troubles == []


def test_resizing_leaves_the_footer_as_high_as_it_is(guest: Visitor, site: str) -> None:
    opens_full(guest, site + "/")
    section, footer = guest.page.evaluate(STRETCHED)
    assert section == footer


def test_motion_that_is_switched_off_and_on(guest: Visitor, site: str) -> None:
    opens_full(guest, site + "/#order")
    page = guest.page
    page.emulate_media(reduced_motion="reduce")
    guest.until(f"!{FULL}")
    sees(guest, "order")
    page.emulate_media(reduced_motion="no-preference")
    guest.until(FULL)
    sees(guest, "order")


def test_print_shows_every_section(guest: Visitor, site: str) -> None:
    opens_full(guest, site + "/#order")
    guest.page.emulate_media(media="print")
    tops = guest.page.evaluate(
        "[...document.querySelectorAll('.section')].map((each) => each.getBoundingClientRect().top + scrollY)"
    )
    assert tops == sorted(tops) and tops[0] >= 0
    guest.page.emulate_media(media="screen")


def test_without_javascript_sections_stand_below_one_another(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=LARGE, java_script_enabled=False) as guest:
        guest.page.goto(site + "/#order")
        assert seen(guest.page) == ["order"]
        boxes = [guest.page.locator(f"#{place}").bounding_box() for place in SECTIONS]
        assert all(
            above and below and above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(boxes)
        )
