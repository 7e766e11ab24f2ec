from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from app.i18n import DEFAULT, use
from tests.support.accessibility import PHONE
from tests.support.fullpage import (
    AT_REST,
    FULL,
    IS_ON_TOP,
    LARGE,
    MOVED_FIRST,
    SEEN,
    large_screen,
    open_full_page,
    quiet_visit,
    wait_for_hash,
    wait_until_visible,
)
from tests.support.layout import DelayedRequests
from tests.support.visitor import Visitor, follow, visitor

pytestmark = pytest.mark.mostly_nightly

STILL = "!document.querySelector('.fullpage-wrapper').getAnimations({ subtree: true }).length"
CHUNK = "/chunks/fullpage"

HOME = import_module("app.pages.home")
LAST_SLIDE = f"work/{len(HOME.FEATURED)}"
with use(DEFAULT):
    SECTIONS = [section.id for section in HOME.page()]

FOCUS_IN_VIEW = """(() => {
    const box = document.activeElement.getBoundingClientRect();
    return box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1;
})()"""

NUMBER_STOPS = """() => {
    const stops = [...document.querySelectorAll(".section[id] :is(a[href], button, [tabindex='0'])")];
    stops.forEach((stop, index) => { stop.dataset.stop = index + 1; });
}"""

CONTINUED = {
    "section": ("#craft", "#craft a", "PageDown", "#work a"),
    "footer": ("#craft", "#craft a", "End", "footer a"),
    "slide": ("#work", "[id='work/1'] a", "ArrowRight", "[id='work/2'] a"),
    "slides": ("#work", "#work .slides", "ArrowRight", "[id='work/2'] a"),
    "navigation": ("#craft", "nav a[href='/#reach']", "PageDown", "#work a"),
}
"""Cases: a URL hash, the focused element, a key that shows another section, and the element that Tab focuses next."""

WATCH_FIRST_FRAME = """() => {
    const heading = document.querySelector("h1");
    window.isShownFirst = new Promise((done) => {
        const check = () => {
            if (heading.isConnected) requestAnimationFrame(check);
            else done(!document.querySelector(".fullpage-wrapper"));
        };
        requestAnimationFrame(check);
    });
}"""
"""JavaScript that records whether the next page appears before fullpage.js starts."""

STRETCHED = """() => {
    dispatchEvent(new Event("resize")); // for the next 400 ms every section is as high as the window
    const footer = document.querySelector("footer");
    return [footer.closest(".section").offsetHeight, footer.offsetHeight];
}"""


@pytest.fixture
def guest(large: Visitor, site: str) -> Iterator[Visitor]:
    with quiet_visit(large, site) as visiting:
        yield visiting


def test_tab_moves_focus_into_view(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/")
    page = guest.page
    page.evaluate(NUMBER_STOPS)
    focused = "document.activeElement.closest('.slide, .section')?.id"
    visited: list[int] = []
    for _ in range(150):
        page.keyboard.press("Tab")
        guest.until(f"!{focused} || (({SEEN})()).includes({focused})")
        guest.until(FOCUS_IN_VIEW)
        guest.until(STILL)
        if page.evaluate("document.activeElement.closest('footer')"):
            break
        visited += page.evaluate("[document.activeElement.dataset.stop].filter(Boolean).map(Number)")
    assert visited == list(range(1, page.locator("[data-stop]").count() + 1)) and len(visited) > len(SECTIONS)


@pytest.mark.parametrize("is_at_rest", [True, False], ids=["at rest", "moving"])
@pytest.mark.parametrize(("hash", "focused", "key", "next"), CONTINUED.values(), ids=CONTINUED)
def test_tab_continues_at_the_visible_position(
    guest: Visitor, site: str, hash: str, focused: str, key: str, next: str, is_at_rest: bool
) -> None:
    open_full_page(guest, f"{site}/{hash}")
    wait_until_visible(guest, *(["work", "work/1"] if hash == "#work" else ["craft"]))
    guest.page.locator(focused).first.focus()
    guest.until(f"{AT_REST} && {STILL}")
    guest.page.keyboard.press(key)
    guest.until(f"document.querySelector(`{next}`).closest('.slide, .section').classList.contains('active')")
    if is_at_rest:
        guest.until(f"{AT_REST} && {STILL}")
    guest.page.keyboard.press("Tab")
    expect(guest.page.locator(next).first).to_be_focused()
    guest.until(f"{AT_REST} && {STILL} && {FOCUS_IN_VIEW}")
    expect(guest.page.locator(next).first).to_be_focused()


@pytest.mark.parametrize("is_started", [True, False], ids=["after the start", "before the start"])
def test_tab_continues_after_a_move_before_fullpage_starts(browser: Browser, site: str, is_started: bool) -> None:
    with large_screen(browser) as guest:
        late = DelayedRequests(guest, f"**{CHUNK}*.js")
        guest.opens(f"{site}/#craft")
        guest.until(MOVED_FIRST)
        guest.page.locator("#craft a").first.focus()
        guest.page.keyboard.press("PageDown")
        wait_until_visible(guest, "work", "work/1")
        if is_started:
            late.end()
            guest.until(f"{FULL} && {AT_REST}")
        guest.page.keyboard.press("Tab")
        late.end()
        guest.until(f"{FULL} && {AT_REST}")
        expect(guest.page.locator("#work a").first).to_be_focused()
        wait_until_visible(guest, "work", "work/1")


@pytest.mark.parametrize("hash", ["#nothing", "#%E0%A4%A", "#content"])
def test_a_hash_that_names_no_section(guest: Visitor, site: str, hash: str) -> None:
    open_full_page(guest, site + "/" + hash)
    wait_until_visible(guest, "intro")
    guest.until(f"{AT_REST} && {STILL}")
    guest.page.keyboard.press("ArrowDown")
    wait_until_visible(guest, "craft")


def test_a_new_hash_that_cannot_be_decoded_is_removed(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/#craft")
    wait_until_visible(guest, "craft")
    guest.page.evaluate("location.hash = '#%'")
    wait_for_hash(guest, "")
    wait_until_visible(guest, "intro")
    guest.until(f"{AT_REST} && {STILL}")
    guest.page.keyboard.press("ArrowDown")
    wait_until_visible(guest, "craft")
    guest.until(FULL)
    assert guest.troubles == []


def test_buttons_of_slides_add_nothing_to_the_history(guest: Visitor, site: str) -> None:
    guest.opens(site + "/about")
    open_full_page(guest, site + "/#work")
    page = guest.page
    wait_until_visible(guest, "work", "work/1")
    page.locator("[id='work/1'] a[rel=next]").click()
    wait_until_visible(guest, "work", "work/2")
    expect(page.locator("[id='work/2'] a[rel=next]")).to_be_focused()
    page.keyboard.press("Enter")
    wait_until_visible(guest, "work", "work/3")
    wait_for_hash(guest, "#work/3")
    page.locator("[id='work/3'] a[rel=prev]").click()
    wait_until_visible(guest, "work", "work/2")
    wait_for_hash(guest, "#work/2")
    expect(page.locator(f"[id='work/1'] a[rel=prev], [id='{LAST_SLIDE}'] a[rel=next]")).to_have_count(0)
    page.go_back()
    page.wait_for_url(site + "/about")


def test_a_notice_covers_no_button_of_slides(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=LARGE, worker=True) as guest:
        open_full_page(guest, site + "/portfolio/weddings")
        expect(guest.page.get_by_role("status").get_by_role("button")).to_be_visible()
        guest.page.evaluate("location.hash = '#linden-sprig'")
        wait_until_visible(guest, "linden-sprig", "linden-sprig/1")
        guest.until(f"{AT_REST} && {STILL}")
        assert guest.page.locator("[id='linden-sprig/1'] a[rel=next]").evaluate(IS_ON_TOP)
        guest.page.get_by_role("status").get_by_role("button").click()
        expect(guest.page.get_by_role("status").get_by_role("button")).to_have_count(0)
        assert guest.page.locator("[id='linden-sprig/1'] a[rel=next]").evaluate(IS_ON_TOP)
        assert guest.troubles == []


def test_the_name_of_a_section_can_be_reached_and_dismissed(guest: Visitor, site: str) -> None:
    """Checks WCAG 1.4.13 (Content on Hover or Focus)."""
    open_full_page(guest, site + "/")
    link, name = (guest.page.locator(f"nav a[href='/#craft']{more}") for more in ("", " + span"))
    expect(name).to_be_hidden()
    link.hover()
    expect(name).to_be_visible()
    name.hover()
    expect(name).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(name).to_be_hidden()
    link.hover()
    expect(name).to_be_visible()
    guest.page.mouse.move(300, 400)
    expect(name).to_be_hidden()
    link.focus()
    guest.page.keyboard.press("Shift")  # makes the browser show the focus
    expect(name).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(name).to_be_hidden()


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
        for section in SECTIONS[1:]:
            page.evaluate(f"document.getElementById('{section}').scrollIntoView()")
            guest.until(f"location.hash.split('/')[0] === '#{section}'")
            assert page.evaluate("scrollY") > 0
        slides = page.locator(".slides")
        slides.evaluate("(element) => element.scrollTo({ left: 0 })")
        page.locator("[id='work/1'] a[rel=next]").click()
        wait_for_hash(guest, "#work/2")
        assert not page.evaluate(FULL)
        assert [url for url in guest.requests if CHUNK in url] == []
        assert guest.troubles == []


@pytest.mark.main
def test_a_click_shows_the_next_page_before_fullpage_starts(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/")
    guest.page.evaluate(WATCH_FIRST_FRAME)
    follow(guest.page, "/about")
    assert guest.page.evaluate("window.isShownFirst")
    guest.until(FULL)


def test_resizing_does_not_change_the_height_of_the_footer(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/")
    section, footer = guest.page.evaluate(STRETCHED)
    assert section == footer


@pytest.mark.main
def test_reduced_motion_stops_fullpage_until_it_is_switched_off(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/#order")
    page = guest.page
    page.emulate_media(reduced_motion="reduce")
    guest.until(f"!{FULL}")
    wait_until_visible(guest, "order")
    page.emulate_media(reduced_motion="no-preference")
    guest.until(FULL)
    wait_until_visible(guest, "order")


@pytest.mark.main
def test_print_shows_every_section(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/#order")
    guest.page.emulate_media(media="print")
    tops = guest.page.evaluate(
        "[...document.querySelectorAll('.section')].map((each) => each.getBoundingClientRect().top + scrollY)"
    )
    assert tops == sorted(tops) and tops[0] >= 0
    guest.page.emulate_media(media="screen")


@pytest.mark.main
def test_without_javascript_sections_are_below_one_another(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=LARGE, java_script_enabled=False) as guest:
        guest.page.goto(site + "/#order")
        guest.poll(lambda: guest.page.evaluate(SEEN) == ["order"], "the section of the hash")
        boxes = [guest.page.locator(f"#{section}").bounding_box() for section in SECTIONS]
        assert all(
            above and below and above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(boxes)
        )
