"""Full-page sections in windows of all sizes: nothing is cut off, and a change of size changes nothing else."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, ViewportSize

from app.i18n import DEFAULT, LANGUAGES, Language
from app.routes import Place
from tests.support.fullpage import FULL, FULL_PAGES, LARGE, MARKED, opens_full, says, sees
from tests.support.layout import LARGE_TEXT
from tests.support.pages import each, path_of
from tests.support.visitor import Visitor, visitor

SMALLEST: ViewportSize = {"width": 1024, "height": 600}
WINDOWS = [(1024, 600), (1024, 768), (1280, 600), (1280, 800), (1536, 730), (1920, 1080), (2560, 800), (2560, 1440)]
PORTRAIT: ViewportSize = {"width": 834, "height": 1112}
LANDSCAPE: ViewportSize = {"width": 1112, "height": 834}
PHONE: ViewportSize = {"width": 390, "height": 844}

# What of the sections reaches beyond its section or its slide, and which sections scroll inside.
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
HIGHER = "[...document.querySelectorAll('.section[id]')].filter((each) => each.offsetHeight > innerHeight + 1).length"
CROSSING = [(LARGE, PHONE), (PORTRAIT, LANDSCAPE)]
"""Windows where fullpage.js begins, and where it comes later; each is gone to and back."""
KEPT = [
    ("/", ["work", "work/3"]),
    ("/", ["order"]),
    ("/about", ["history", "history/6"]),
    ("/portfolio/weddings", ["blind-garden", "blind-garden/2"]),
    ("/portfolio/posters", ["comma"]),
]
"""Pages, each with a section and what slide of it is seen."""
FLOWING = {f"{name}-{DEFAULT.code}" for name in ("home", "about", "vouchers", "portfolio", "portfolio-category")}
"""Pages of so many words that twice as large they have no room."""


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_nothing_is_cut_off(browser: Browser, site: str, language: Language) -> None:
    """All pages of a language side by side, as fullpage.js waits for 400 ms until it adapts."""
    places = [place for place in FULL_PAGES if place.language == language]
    with ExitStack() as guests:
        tabs = [guests.enter_context(visitor(browser, viewport=SMALLEST, locale=language.tag)) for _ in places]
        for tab, place in zip(tabs, places, strict=True):
            tab.hurries()
            opens_full(tab, site + path_of(place))
        faults = []
        for width, height in WINDOWS:
            for tab in tabs:
                tab.page.set_viewport_size({"width": width, "height": height})
            tabs[-1].page.wait_for_timeout(700)
            for tab in tabs:
                tab.until(FULL)
                faults += [f"{tab.page.url} {width} × {height}: {each}" for each in tab.page.evaluate(CUT_OFF)]
        assert faults == []
        assert [tab.troubles for tab in tabs if tab.troubles] == []


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[Visitor]:
    """A visitor whose own style sheet makes text larger before a page is drawn."""
    with visitor(browser, viewport=LARGE) as guest:
        guest.page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {LARGE_TEXT}; }})")
        yield guest


@each([place for place in FULL_PAGES if place.language == DEFAULT])
def test_a_page_with_larger_text_flows(reader: Visitor, site: str, place: Place) -> None:
    """Where its sections have no room for it; a page of few words may have it."""
    reader.opens(site + path_of(place))
    reader.settle()
    assert reader.page.evaluate(CUT_OFF) == []
    if reader.page.evaluate(FULL):
        assert place.name not in FLOWING
    else:
        assert reader.page.evaluate(HIGHER)
        assert reader.page.evaluate("getComputedStyle(document.documentElement).scrollbarWidth") == "auto"
        reader.page.locator(".section[id]").last.scroll_into_view_if_needed()
        assert reader.page.evaluate("scrollY > innerHeight")
    assert reader.troubles == []


def test_a_window_that_becomes_too_low_and_high_again(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=LARGE) as guest:
        opens_full(guest, site + "/about#paper")
        sees(guest, "paper")
        guest.page.set_viewport_size({"width": 1280, "height": 420})
        guest.until(f"!{FULL}")
        sees(guest, "paper")
        guest.page.set_viewport_size(LARGE)
        guest.until(FULL)
        sees(guest, "paper")
        assert guest.troubles == []


def test_text_that_becomes_larger(browser: Browser, site: str) -> None:
    """The sections have no more room when the window is next looked at: the page flows, and stays where it was."""
    with visitor(browser, viewport=LARGE) as guest:
        opens_full(guest, site + "/about#paper")
        guest.page.evaluate(LARGE_TEXT)
        guest.page.evaluate("dispatchEvent(new Event('resize'))")
        guest.until(f"!{FULL}")
        guest.until(f"({MARKED})().join() === '#paper'")
        assert guest.page.evaluate(CUT_OFF) == []
        assert guest.troubles == []


@pytest.mark.parametrize(("first", "then"), CROSSING, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_place_survives_a_change_of_size(
    browser: Browser, site: str, first: ViewportSize, then: ViewportSize
) -> None:
    """Side by side, as each waits until everything has come to rest."""
    with ExitStack() as guests:
        tabs = [guests.enter_context(visitor(browser, viewport=first)) for _ in KEPT]
        for tab, (path, place) in zip(tabs, KEPT, strict=True):
            tab.hurries()
            tab.opens(f"{site}{path}#{place[-1]}")
        for size in (first, then, first):
            for tab in tabs:
                tab.page.set_viewport_size(size)
            stand(tabs, size)
        assert [tab.troubles for tab in tabs if tab.troubles] == []


def stand(tabs: list[Visitor], size: ViewportSize) -> None:
    """The places are on screen and named, also once everything has come to rest."""
    for tab, (_, place) in zip(tabs, KEPT, strict=True):
        tab.until(FULL if size["width"] >= 1024 else f"!{FULL}")
        sees(tab, *place)
    tabs[-1].page.wait_for_timeout(600)
    for tab, (_, place) in zip(tabs, KEPT, strict=True):
        sees(tab, *place)
        says(tab, "#" + place[-1])
        assert tab.page.evaluate(MARKED) == ["#" + place[0]]


SCROLLED_FIRST = """
    addEventListener("resize", () => document.dispatchEvent(new Event("scroll")), { capture: true });
"""
"""A script that has the page be told that it has scrolled before it is told why, as some browsers do."""


def test_a_depth_of_a_section_survives_a_turn(browser: Browser, site: str) -> None:
    """On a phone, sections are higher than the window: what was in its middle stays there."""
    with visitor(browser, viewport=PHONE) as guest:
        guest.page.add_init_script(SCROLLED_FIRST)
        guest.opens(f"{site}{DEFAULT.prefix}/about")
        page = guest.page
        page.evaluate("[...document.querySelectorAll('#people article')].at(-1).scrollIntoView({ block: 'center' })")
        says(guest, "#people")
        middle = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('article')?.textContent || ''"
        guest.until(f"({middle}).includes('Jakub')")
        page.set_viewport_size({"width": 844, "height": 390})
        page.wait_for_timeout(600)
        assert "Jakub" in page.evaluate(middle)
        says(guest, "#people")


UNTOLD = "addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true)"
"""A script that makes a browser one that does not tell the end of scrolling, as Safari before 26."""


def test_a_browser_that_does_not_tell_the_end_of_scrolling(browser: Browser, site: str) -> None:
    """The hash and the mark follow, and a turn of the phone leads nowhere else."""
    with visitor(browser, viewport=PHONE) as guest:
        guest.page.add_init_script(UNTOLD)
        guest.opens(f"{site}{DEFAULT.prefix}/about")
        guest.page.evaluate("document.querySelector('#people').scrollIntoView()")
        says(guest, "#people")
        guest.until(f"({MARKED})().join() === '#people'")
        guest.page.set_viewport_size({"width": 844, "height": 390})
        guest.page.wait_for_timeout(600)
        says(guest, "#people")
        sees(guest, "people")
