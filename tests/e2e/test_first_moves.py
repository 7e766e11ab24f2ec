import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route

from tests.support.fullpage import (
    AT_REST,
    FLOWS,
    FULL,
    LARGE,
    MARKED,
    MOVED_FIRST,
    large_screen,
    open_full_page,
    wait_for_hash,
    wait_until_visible,
)
from tests.support.layout import LARGE_TEXT, DelayedRequests
from tests.support.visitor import CHUNKS, HYDRATED, MAIN, Visitor, touch, visitor
from tests.support.waiting import run_timers

pytestmark = pytest.mark.mostly_nightly

VISITOR = {"viewport": LARGE}
LIBRARY = "**/_next/static/chunks/fullpage*.js"
LIBRARY_LOADED = """performance.getEntriesByType("resource")
    .some(({ name, responseEnd }) => name.includes("/fullpage") && responseEnd)"""
MAX_LOADS = 5
PAUSE_MS = 200
"""The pause after which a wheel event starts a new gesture."""
TOP = "document.querySelector('[data-full]').getBoundingClientRect().top"
RECORD = f"""() => {{
    const tops = self.tops = [];
    const record = () => {{ tops.push(Math.round({TOP})); requestAnimationFrame(record); }};
    record();
}}"""
TURN = """(time) => {
    const event = new WheelEvent("wheel", { deltaY: 20, bubbles: true, cancelable: true });
    Object.defineProperties(event, { timeStamp: { value: time }, wheelDelta: { value: -20 } });
    document.querySelector("h1").dispatchEvent(event);
}"""
LARGE_FROM_THE_START = f"""new MutationObserver((_, observer) => {{
    {LARGE_TEXT};
    observer.disconnect();
}}).observe(document, {{ childList: true }});"""
START_LATE = f"""(() => {{
    const [animation] = document.querySelector("[data-full]").getAnimations();
    animation.startTime = document.timeline.currentTime + 1000;
    return {TOP};
}})()"""
BLOCKING = "/blocking.js"
"""The URL of a script that delays the rest of the document, including the start script."""
RECORD_TRANSITIONS = """self.transitions = [];
addEventListener("transitionrun", ({ target }) => transitions.push(target.outerHTML));"""
SHIFTS = """new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().length)).observe({ type: "layout-shift", buffered: true });
    setTimeout(done, 100, 0);
})"""

NOT_SCROLLING = """(async () => {
    const before = scrollY;
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    return scrollY === before;
})()"""
FONTS_AND_FRAMES = """document.fonts.ready.then(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    return true;
})"""


@pytest.fixture
def reader(guest: Visitor) -> Iterator[Visitor]:
    """A visitor with a large screen. The application's scripts are blocked until the test ends."""
    held = DelayedRequests(guest, CHUNKS)
    yield guest
    held.end()


def open_page(guest: Visitor, url: str) -> None:
    """Opens a page. Retries if its fonts load late, because fallback fonts can make sections taller than the window."""
    for _ in range(MAX_LOADS):
        start_page(guest, url)
        guest.until(FONTS_AND_FRAMES)
        if not guest.holds(FLOWS):
            return
        guest.page.goto("about:blank")
    raise AssertionError(f"the sections of {url} flow")


def start_page(guest: Visitor, url: str) -> None:
    # Do not wait for `load`, because `load` waits for the blocked scripts if the URL has a hash.
    guest.page.goto(url, wait_until="commit")
    guest.until(f"{FLOWS} || {MOVED_FIRST} && ({MARKED})().length")


def turn_wheel(guest: Visitor, down: int) -> None:
    guest.page.mouse.move(640, 400)
    guest.page.mouse.wheel(0, down)


def wait_until_marked(guest: Visitor, section: str) -> None:
    guest.until(f"({MARKED})().join() === '#{section}'")


@pytest.mark.parametrize("hash", ["", "#work/2"])
def test_marking_the_first_section_starts_no_transition(reader: Visitor, site: str, hash: str) -> None:
    held: list[Route] = []

    def insert_script(route: Route) -> None:
        answer = route.fetch()
        before, start = answer.text().rsplit("<script", 1)
        route.fulfill(response=answer, body=f'{before}<script src="{BLOCKING}"></script><script{start}')

    reader.page.route(re.compile(f"^{site}/(#.*)?$"), insert_script)
    reader.page.route(f"**{BLOCKING}", lambda route: held.append(route))
    reader.page.add_init_script(RECORD_TRANSITIONS)
    reader.page.goto(f"{site}/{hash}", wait_until="commit")
    reader.until("performance.getEntriesByType('paint').length")
    held[0].fulfill(content_type="text/javascript", body="")
    reader.until(FONTS_AND_FRAMES)
    assert len(reader.page.evaluate(f"({MARKED})()")) == 1
    assert reader.page.evaluate("transitions") == []


@pytest.mark.main
def test_a_page_without_the_application_moves_by_swipes(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=LARGE, has_touch=True) as guest:
        held = DelayedRequests(guest, CHUNKS)
        open_page(guest, site + "/")
        devtools = guest.page.context.new_cdp_session(guest.page)
        for distances, section in (([-30, -100, -300], "craft"), ([-10, -20], "craft"), ([30, 200], "intro")):
            touch(devtools, "touchStart", (640, 400))
            for distance in distances:
                touch(devtools, "touchMove", (640, 400 + distance))
            touch(devtools, "touchEnd")
            wait_until_visible(guest, section)
        held.end()


def test_fullpage_starts_after_the_end_of_a_swipe(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=LARGE, has_touch=True) as guest:
        late = DelayedRequests(guest, LIBRARY)
        open_page(guest, site + "/")
        devtools = guest.page.context.new_cdp_session(guest.page)
        guest.acts()
        late.wait()
        touch(devtools, "touchStart", (640, 400))
        late.end()
        guest.until(LIBRARY_LOADED)
        run_timers(PAUSE_MS, guest.page)
        touch(devtools, "touchMove", (640, 200))
        touch(devtools, "touchEnd")
        guest.until(FULL)
        wait_until_visible(guest, "craft")
        wait_for_hash(guest, "#craft")


def test_sections_move_while_fonts_are_loading(reader: Visitor, site: str) -> None:
    late = DelayedRequests(reader, "**/fonts/*.woff2")
    start_page(reader, site + "/")
    reader.page.evaluate(LARGE_TEXT)
    turn_wheel(reader, 100)
    wait_until_marked(reader, "craft")
    assert reader.page.evaluate(MOVED_FIRST)
    late.end()
    reader.until(f"!({MOVED_FIRST})")


def test_tab_shows_the_section_of_the_focus(reader: Visitor, site: str) -> None:
    open_page(reader, site + "/")
    reader.page.evaluate("[...document.querySelectorAll('#intro a, #intro button')].at(-1).focus()")
    reader.page.keyboard.press("Tab")
    section = reader.page.evaluate("document.activeElement.closest('.section').id")
    assert section != "intro"
    reader.until(f"scrollY === document.getElementById('{section}').offsetTop")
    wait_until_marked(reader, section)


def test_a_resized_window_stays_at_its_section(reader: Visitor, site: str) -> None:
    open_page(reader, site + "/#order")
    wait_until_visible(reader, "order")
    for height in (700, 900):
        reader.page.set_viewport_size({"width": 1200, "height": height})
        reader.until(f"innerHeight === {height} && scrollY === document.getElementById('order').offsetTop")


def test_sections_that_do_not_fit_flow(reader: Visitor, site: str) -> None:
    reader.page.add_init_script(LARGE_FROM_THE_START)
    reader.reads(site + "/about")
    reader.until(FLOWS)
    assert not reader.page.evaluate(MOVED_FIRST)
    turn_wheel(reader, 100)
    reader.until("scrollY === 100")


def test_text_that_becomes_larger_lets_sections_flow(reader: Visitor, site: str) -> None:
    open_page(reader, site + "/about")
    reader.page.evaluate(LARGE_TEXT)
    turn_wheel(reader, 100)
    reader.until(f"!({MOVED_FIRST})")
    run_timers(PAUSE_MS, reader.page)
    reader.until(NOT_SCROLLING)
    before = reader.page.evaluate("scrollY")
    turn_wheel(reader, 100)
    reader.until(f"scrollY === {before + 100}")


@pytest.mark.parametrize(("hash", "key", "section"), [("", "ArrowDown", "craft"), ("#craft", "Home", "intro")])
def test_the_application_starts_where_a_page_flows_after_a_move(
    guest: Visitor, site: str, hash: str, key: str, section: str
) -> None:
    late = DelayedRequests(guest, MAIN)
    open_page(guest, f"{site}/{hash}")
    wait_until_visible(guest, hash.strip("#") or "intro")
    wait_until_marked(guest, hash.strip("#") or "intro")
    guest.page.keyboard.press(key)
    wait_until_marked(guest, section)
    late.wait()
    guest.page.evaluate(LARGE_TEXT)
    guest.page.set_viewport_size({"width": 1200, "height": 700})
    guest.until(FLOWS)
    late.end()
    wait_for_hash(guest, f"#{section}")
    wait_until_marked(guest, section)
    guest.until(f"scrollY === document.getElementById('{section}').offsetTop")


@pytest.mark.main
@pytest.mark.parametrize("held", [MAIN, LIBRARY], ids=["application", "fullpage.js"])
def test_the_first_turn_of_the_wheel_on_a_slow_line_moves_without_a_jump(guest: Visitor, site: str, held: str) -> None:
    late = DelayedRequests(guest, held)
    open_page(guest, site + "/")
    guest.page.evaluate(RECORD)
    turn_wheel(guest, 100)
    late.wait()
    guest.until(f"{TOP} < -100")
    late.end()
    guest.until(FULL)
    wait_until_visible(guest, "craft")
    wait_for_hash(guest, "#craft")
    guest.until(f"tops.slice(-5).every((top) => top === -{LARGE['height']})")
    tops = guest.page.evaluate("tops")
    assert tops == sorted(tops, reverse=True), "moves back"
    assert guest.page.evaluate(SHIFTS) == 0
    assert guest.troubles == []


def test_a_move_whose_animation_starts_late_does_not_jump(reader: Visitor, site: str) -> None:
    open_page(reader, site + "/")
    assert reader.page.evaluate(f"(({TURN})(100_000), {START_LATE})") == 0
    assert reader.page.evaluate("scrollY") == LARGE["height"]


@pytest.mark.parametrize("scroll", ["location.hash = '#work/2'", "scrollTo(0, 1900)"], ids=["slide", "anywhere"])
def test_scrolling_by_the_browser_ends_at_a_section(reader: Visitor, site: str, scroll: str) -> None:
    open_page(reader, site + "/")
    reader.page.evaluate(RECORD)
    reader.page.evaluate(f"void ({scroll})")
    wait_until_marked(reader, "work")
    reader.until(f"tops.at(-1) === {-2 * LARGE['height']}")
    assert set(reader.page.evaluate("tops")) == {0, -2 * LARGE["height"]}


def test_fullpage_does_not_count_the_rest_of_a_turn_of_the_wheel(browser: Browser, site: str) -> None:
    with large_screen(browser) as guest:
        late = DelayedRequests(guest, LIBRARY)
        open_page(guest, site + "/")
        guest.page.evaluate(TURN, 100_000)
        guest.acts()
        late.wait()
        guest.page.evaluate(TURN, 100_100)
        late.end()
        guest.until(f"{FULL} && {AT_REST}")
        guest.page.evaluate(TURN, 100_200)
        wait_until_visible(guest, "craft")
        guest.page.evaluate(TURN, 101_000)
        wait_until_visible(guest, "work", "work/1")


def test_fullpage_does_not_count_a_held_key_again(browser: Browser, site: str) -> None:
    with large_screen(browser) as guest:
        open_page(guest, site + "/")
        guest.page.keyboard.down("ArrowDown")
        guest.until(f"{FULL} && {AT_REST}")
        guest.page.keyboard.down("ArrowDown")
        guest.page.keyboard.up("ArrowDown")
        wait_until_visible(guest, "craft")
        guest.page.keyboard.press("ArrowDown")
        wait_until_visible(guest, "work", "work/1")


def test_sections_scroll_if_fullpage_fails(guest: Visitor, site: str) -> None:
    guest.page.add_init_script("Object.defineProperty(document.fonts, 'ready', { get: () => Promise.reject() })")
    guest.opens(site + "/")
    guest.until(f"{HYDRATED} && !({MOVED_FIRST})")
    turn_wheel(guest, 100)
    guest.until("scrollY === 100")


def test_a_reloaded_page_shows_its_section_before_an_act(browser: Browser, site: str) -> None:
    with large_screen(browser) as guest:
        open_full_page(guest, site + "/#order")
        held = DelayedRequests(guest, CHUNKS)
        guest.page.reload(wait_until="commit")
        wait_until_visible(guest, "order")
        guest.page.goto("about:blank")
        guest.page.go_back(wait_until="commit")
        wait_until_visible(guest, "order")
        held.end()
