"""Full-page sections snap until fullpage.js moves them, and stay usable without it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.fullpage import FULL, LARGE, MARKED, SNAPPING, large_screen, wait_for_hash, wait_until_visible
from tests.support.layout import LARGE_TEXT, DelayedRequests
from tests.support.visitor import HYDRATED, MAIN, Visitor, visitor
from tests.support.waiting import run_timers, wait_until_held

CHUNKS = "**/_next/static/chunks/**"
LIBRARY = "**/_next/static/chunks/fullpage*.js"
PAUSE_MS = 200
"""Longer than the pause that separates two turns of the wheel."""
TOP = "document.querySelector('.sections').getBoundingClientRect().top"
RECORD = f"""() => {{
    const tops = self.tops = [];
    const record = () => {{ tops.push(Math.round({TOP})); requestAnimationFrame(record); }};
    record();
}}"""
"""A script that records, for each frame, how far the sections have moved."""
FOOTER = "Math.abs(document.querySelector('footer').getBoundingClientRect().bottom - innerHeight) <= 1"
SHIFTS = """new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().length)).observe({ type: "layout-shift", buffered: true });
    setTimeout(done, 100, 0);
})"""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Visitor]:
    """A visitor with a large screen, whose application never arrives."""
    with visitor(browser, viewport=LARGE) as guest:
        held = DelayedRequests(guest, CHUNKS)
        yield guest
        held.end()


def open_snapping(guest: Visitor, url: str) -> None:
    guest.reads(url)
    guest.until(SNAPPING)


def turn_wheel(guest: Visitor, down: int) -> None:
    guest.page.mouse.move(640, 400)
    guest.page.mouse.wheel(0, down)


def wait_until_marked(guest: Visitor, section: str) -> None:
    guest.until(f"({MARKED})().join() === '#{section}'")


def test_a_page_without_the_application_moves_by_wheel(reader: Visitor, site: str) -> None:
    open_snapping(reader, site + "/")
    for section in ("craft", "work", "order", "reach"):
        turn_wheel(reader, 100)
        wait_until_marked(reader, section)
        reader.until(f"Math.abs(document.getElementById('{section}').getBoundingClientRect().top) <= 1")
        run_timers(PAUSE_MS, reader.page)
    turn_wheel(reader, 100)
    reader.until(FOOTER)
    assert reader.page.evaluate(f"({MARKED})()") == ["#reach"]


def test_a_page_without_the_application_moves_by_keys_and_links(reader: Visitor, site: str) -> None:
    open_snapping(reader, site + "/")
    page = reader.page
    page.keyboard.press("ArrowDown")
    wait_until_visible(reader, "craft")
    page.locator("nav a[href='/#work']:visible").click()
    wait_until_visible(reader, "work", "work/1")
    page.keyboard.press("ArrowRight")
    wait_until_visible(reader, "work", "work/2")
    page.keyboard.press("End")
    reader.until(FOOTER)
    page.keyboard.press("Home")
    wait_until_visible(reader, "intro")


def test_sections_that_do_not_fit_flow(reader: Visitor, site: str) -> None:
    reader.page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {LARGE_TEXT}; }})")
    reader.reads(site + "/about")
    reader.until("document.querySelector('[data-flows]')")
    assert not reader.page.evaluate(SNAPPING)
    turn_wheel(reader, 100)
    reader.until("scrollY === 100")


def test_text_that_becomes_larger_lets_sections_flow(reader: Visitor, site: str) -> None:
    open_snapping(reader, site + "/about")
    reader.page.evaluate(LARGE_TEXT)
    turn_wheel(reader, 100)
    reader.until(f"!({SNAPPING})")
    run_timers(PAUSE_MS, reader.page)
    before = reader.page.evaluate("scrollY")
    turn_wheel(reader, 100)
    reader.until(f"scrollY === {before + 100}")


@pytest.mark.parametrize("held", [MAIN, LIBRARY], ids=["application", "fullpage.js"])
def test_the_first_turn_of_the_wheel_on_a_slow_line_moves_without_a_jump(
    browser: Browser, site: str, held: str
) -> None:
    with visitor(browser, viewport=LARGE) as guest:
        late = DelayedRequests(guest, held)
        open_snapping(guest, site + "/")
        guest.page.evaluate(RECORD)
        turn_wheel(guest, 100)
        wait_until_held(late)
        guest.until(f"{TOP} < -100")
        late.end()  # while the section moves
        guest.until(FULL)
        wait_until_visible(guest, "craft")
        wait_for_hash(guest, "#craft")
        tops = guest.page.evaluate("tops")
        assert tops == sorted(tops, reverse=True), "moves back"
        assert set(tops[-5:]) == {-LARGE["height"]}
        assert guest.page.evaluate(SHIFTS) == 0
        assert guest.troubles == []


def test_without_fullpage_sections_do_not_snap(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=LARGE) as guest:
        guest.page.route(LIBRARY, lambda route: route.abort())
        guest.opens(site + "/")
        guest.until(f"{HYDRATED} && !({SNAPPING})")
        turn_wheel(guest, 100)
        guest.until("scrollY === 100")


def test_a_reloaded_page_shows_its_section_before_an_act(browser: Browser, site: str) -> None:
    with large_screen(browser) as guest:
        guest.opens(site + "/#order")
        guest.until(FULL)
        held = DelayedRequests(guest, CHUNKS)
        guest.page.reload()
        wait_until_visible(guest, "order")
        guest.page.goto("about:blank")
        guest.page.go_back()
        wait_until_visible(guest, "order")
        held.end()
