from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, ViewportSize

from app.content.people import PEOPLE
from app.i18n import DEFAULT, Language
from app.routes import Place
from tests.support.accessibility import PHONE
from tests.support.fullpage import (
    FLOWS,
    FULL,
    FULL_PAGES,
    LARGE,
    MARKED,
    open_full_page,
    wait_for_hash,
    wait_until_visible,
)
from tests.support.layout import LARGE_TEXT
from tests.support.pages import each, path_of
from tests.support.visitor import Visitor, visitor
from tests.support.waiting import resize, run_timers

pytestmark = pytest.mark.mostly_nightly

VISITOR = {"viewport": LARGE}
SMALLEST: ViewportSize = {"width": 1024, "height": 600}
WINDOWS = [(1024, 600), (1024, 768), (1280, 600), (1280, 800), (1536, 730), (1920, 1080), (2560, 800), (2560, 1440)]

# JavaScript that finds faults: elements outside their section, sections that scroll, and text that is too wide.
CUT_OFF = """() => {
    const shown = (box) => box.width > 1 && box.height > 1;
    const out = (box, { left, right, top, bottom }) =>
        box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1;
    const name = (each) => `<${each.localName}> ${each.textContent.trim().slice(0, 40)}`;
    const panels = [...document.querySelectorAll(".section[id]:not(:has(.slide)), .slide")];
    return [
        ...panels.flatMap((panel) => [...panel.querySelectorAll("*:not(svg *)")]
            .filter((each) => shown(each.getBoundingClientRect()))
            .filter((each) => out(each.getBoundingClientRect(), panel.getBoundingClientRect()))
            .map((each) => `out of ${panel.id}: ${name(each)}`)),
        ...[...document.querySelectorAll(".fp-overflow")]
            .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
            .map((each) => `scrolls inside: ${name(each)}`),
        ...[...document.querySelectorAll(".section[id] :is(h1, h2, h3, p, dd, li, a)")]
            .filter(({ scrollWidth, clientWidth }) => clientWidth && scrollWidth > clientWidth + 1)
            .map((each) => `too wide: ${name(each)}`),
    ];
}"""
TOO_HIGH = """() => [...document.querySelectorAll(".section[id]")]
    .filter(({ offsetHeight }) => offsetHeight > innerHeight + 1)
    .map(({ id, offsetHeight }) => `the section ${id} is ${offsetHeight} px high, so the page is not full-page`)"""
HIGHER = "[...document.querySelectorAll('.section[id]')].filter((each) => each.offsetHeight > innerHeight + 1).length"
ADAPTED_MS = 600
"""The time in ms to wait after a resize. To adapt, fullpage.js needs 400 ms and the page needs 500 ms."""
FLOWING = {f"{name}-{DEFAULT.code}" for name in ("home", "about", "vouchers", "portfolio", "portfolio-category")}
"""Pages whose sections do not fit the window at double text size."""


@pytest.mark.main
@pytest.mark.parametrize("viewport", [SMALLEST, {"width": 1280, "height": 720}], ids=["smallest", "laptop"])
def test_every_section_fits(browser: Browser, site: str, viewport: ViewportSize) -> None:
    faults = []
    with visitor(browser, viewport=viewport) as guest:
        for place in FULL_PAGES:
            guest.opens(site + path_of(place))
            faults += [f"{path_of(place)} at {viewport}: {each}" for each in guest.page.evaluate(TOO_HIGH)]
    assert faults == []


def test_nothing_is_cut_off(browser: Browser, site: str, language: Language) -> None:
    places = [place for place in FULL_PAGES if place.language == language]
    with ExitStack() as guests:
        tabs = [guests.enter_context(visitor(browser, viewport=SMALLEST, locale=language.tag)) for _ in places]
        for tab, place in zip(tabs, places, strict=True):
            tab.speed_up_animations()
            open_full_page(tab, site + path_of(place))
        faults = []
        for width, height in WINDOWS:
            for tab in tabs:
                resize(tab.page, {"width": width, "height": height})
            run_timers(ADAPTED_MS, *(tab.page for tab in tabs))
            for tab in tabs:
                tab.until(FULL)
                faults += [f"{tab.page.url} {width} × {height}: {each}" for each in tab.page.evaluate(CUT_OFF)]
        assert faults == []
        assert [tab.troubles for tab in tabs if tab.troubles] == []


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[Visitor]:
    with visitor(browser, viewport=LARGE) as guest:
        guest.page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {LARGE_TEXT}; }})")
        yield guest


@each([place for place in FULL_PAGES if place.language == DEFAULT])
def test_a_page_with_larger_text_flows(reader: Visitor, site: str, place: Place) -> None:
    reader.opens(site + path_of(place))
    reader.until(f"{FULL} || {FLOWS}")
    run_timers(ADAPTED_MS, reader.page)
    assert reader.page.evaluate(CUT_OFF) == []
    if reader.page.evaluate(FULL):
        assert place.name not in FLOWING
    else:
        assert reader.page.evaluate(HIGHER)
        assert reader.page.evaluate("getComputedStyle(document.documentElement).scrollbarWidth") == "auto"
        reader.page.locator(".section[id]").last.scroll_into_view_if_needed()
        reader.until("scrollY > innerHeight")
    assert reader.troubles == []


@pytest.mark.main
def test_fullpage_ends_while_the_browser_rejects_history_changes(guest: Visitor, site: str) -> None:
    open_full_page(guest, f"{site}/#craft")
    wait_until_visible(guest, "craft")
    guest.page.evaluate("void (history.replaceState = () => { throw new DOMException('', 'SecurityError'); })")
    resize(guest.page, PHONE)
    guest.until(f"!{FULL}")
    guest.settle()
    assert guest.holds("location.hash === '#craft' && history.state.as === '/#craft'")
    assert guest.troubles == []


def test_text_that_becomes_larger(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/about#paper")
    guest.page.evaluate(LARGE_TEXT)
    guest.page.evaluate("dispatchEvent(new Event('resize'))")
    guest.until(f"!{FULL}")
    guest.until(f"({MARKED})().join() === '#paper'")
    run_timers(ADAPTED_MS, guest.page)
    assert guest.page.evaluate(CUT_OFF) == []
    assert guest.troubles == []


SCROLLED_FIRST = """
    addEventListener("resize", () => document.dispatchEvent(new Event("scroll")), { capture: true });
"""
"""JavaScript that dispatches the `scroll` event before `resize`, as some browsers do."""


def test_the_depth_in_a_section_survives_a_turn(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=PHONE) as guest:
        guest.page.add_init_script(SCROLLED_FIRST)
        guest.opens(f"{site}{DEFAULT.prefix}/about")
        page = guest.page
        page.evaluate("[...document.querySelectorAll('#people article')].at(-1).scrollIntoView({ block: 'center' })")
        wait_for_hash(guest, "#people")
        middle = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('article')?.textContent || ''"
        guest.until(f"({middle}).includes('{PEOPLE[-1].name}')")
        resize(page, {"width": 844, "height": 390})
        run_timers(ADAPTED_MS, page)
        assert PEOPLE[-1].name in page.evaluate(middle)
        wait_for_hash(guest, "#people")


WITHOUT_SCROLLEND = "addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true)"
"""JavaScript that blocks the `scrollend` event. Safari before version 26 lacks this event."""


@pytest.mark.main
def test_a_browser_without_scrollend(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=PHONE) as guest:
        guest.page.add_init_script(WITHOUT_SCROLLEND)
        guest.opens(f"{site}{DEFAULT.prefix}/about")
        guest.page.evaluate("document.querySelector('#people').scrollIntoView()")
        wait_for_hash(guest, "#people")
        guest.until(f"({MARKED})().join() === '#people'")
        resize(guest.page, {"width": 844, "height": 390})
        run_timers(ADAPTED_MS, guest.page)
        wait_for_hash(guest, "#people")
        wait_until_visible(guest, "people")
