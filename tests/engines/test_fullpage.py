import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import pytest

from app.content.people import PEOPLE
from tests.support.engines.engine import Engine, Tab
from tests.support.engines.steps import STARTED
from tests.support.fullpage import FULL, MARKED, POSITION, Position, open_sections
from tests.support.visitor import HYDRATED

pytestmark = pytest.mark.mostly_nightly

HOME = "/en"
LARGE = (1280, 800)
NARROW = (900, 800)
"""The size of a window that is too narrow for full-page sections."""
PORTRAIT, LANDSCAPE = (390, 844), (844, 390)
AT_REST = """(() => {
    const active = [...document.querySelectorAll(".section.active")].at(-1);
    const moves = document.querySelector(".fullpage-wrapper").getAnimations({ subtree: true });
    return active.matches(".fp-completely") && !moves.length;
})()"""
STILL = """new Promise((done) => {
    const before = scrollY;
    requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY === before)));
})"""
ADAPTED = """new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 600, true)));
})"""
"""JavaScript that waits until fullpage.js (400 ms) and the page (500 ms) have adapted to a new window size."""

INTRO = Position("intro")
CRAFT = Position("craft")
ORDER = Position("order")
REACH = Position("reach")
FOOTER = Position("reach", at_footer=True)
SLIDES = [Position("work", f"work/{number}") for number in (1, 2, 3)]
WALK = [("Down", FOOTER), ("Up", REACH), ("Up", ORDER), ("Down", REACH)]


@pytest.fixture(scope="module")
def shared(each_engine: Engine) -> Iterator[Tab]:
    with each_engine.tab() as tab:
        yield tab


@pytest.fixture
def tab(shared: Tab) -> Iterator[Tab]:
    """A large window that all tests share. At the end, asserts that the console is empty."""
    shared.resize(*LARGE)
    yield shared
    assert shared.console == []


def wait_until_at(tab: Tab, position: Position) -> None:
    with suppress(AssertionError):
        tab.until(f"(!{FULL} || {AT_REST}) && await {STILL} && {POSITION} === {json.dumps(position.json)}", seconds=20)
    assert tab.evaluate(POSITION) == position.json


def press(tab: Tab, key: str) -> None:
    tab.until(AT_REST)
    tab.press(key)


def follow(tab: Tab, link: str) -> None:
    tab.until(AT_REST)
    tab.click(link)


def turn_wheel(tab: Tab, direction: str) -> None:
    tab.until(AT_REST)
    tab.wheel(100 if direction == "Down" else -100)


def move(tab: Tab, act: Callable[[], None], position: Position) -> None:
    """Calls `act` and waits for `position`. Retries once, because WebKit sometimes loses events."""
    act()
    with suppress(AssertionError):
        tab.until(f"{POSITION} === {json.dumps(position.json)}", seconds=10)
        return
    act()
    wait_until_at(tab, position)


def test_load_reload_and_return(tab: Tab, site: str) -> None:
    open_sections(tab, f"{site}{HOME}#order")
    wait_until_at(tab, ORDER)
    tab.evaluate(ADAPTED)
    wait_until_at(tab, ORDER)
    tab.evaluate("void (window.isLeft = true)")
    tab.reload()
    tab.act()
    tab.until(f"!window.isLeft && {FULL} && {STARTED}")
    wait_until_at(tab, ORDER)
    tab.visit("about:blank")
    tab.back()
    tab.until(f"{FULL} && {STARTED}")
    wait_until_at(tab, ORDER)


@pytest.mark.main
def test_links_and_the_history(tab: Tab, site: str) -> None:
    open_sections(tab, site + HOME)
    follow(tab, f"nav a[href='{HOME}#order']")
    wait_until_at(tab, ORDER)
    tab.until("document.activeElement.id === 'order'")
    follow(tab, f"nav a[href='{HOME}#craft']")
    wait_until_at(tab, CRAFT)
    tab.until("document.activeElement.id === 'craft'")
    tab.back()
    wait_until_at(tab, ORDER)
    tab.evaluate("history.back()")
    tab.until("!location.hash")
    wait_until_at(tab, Position("intro", hash=""))
    tab.evaluate("history.forward()")
    wait_until_at(tab, ORDER)
    tab.evaluate("void (location.hash = '#work/2')")
    wait_until_at(tab, SLIDES[1])
    follow(tab, f"header > a[href='{HOME}']")
    wait_until_at(tab, Position("intro", hash=""))
    press(tab, "PageDown")
    wait_until_at(tab, CRAFT)


def test_slides(tab: Tab, site: str) -> None:
    open_sections(tab, f"{site}{HOME}#work/2")
    first, second, third = SLIDES
    wait_until_at(tab, second)
    follow(tab, "[id='work/2'] a[rel=next]")
    wait_until_at(tab, third)
    follow(tab, "[id='work/3'] a[rel=prev]")
    wait_until_at(tab, second)
    press(tab, "ArrowLeft")
    wait_until_at(tab, first)
    press(tab, "ArrowRight")
    wait_until_at(tab, second)
    press(tab, "PageDown")
    wait_until_at(tab, ORDER)
    press(tab, "PageUp")
    wait_until_at(tab, second)


@pytest.mark.main
def test_a_walk_by_keys_and_the_wheel(tab: Tab, site: str) -> None:
    open_sections(tab, f"{site}{HOME}#reach")
    tab.evaluate(ADAPTED)
    steps = [(f"Arrow{direction}", position) for direction, position in WALK]
    for key, position in [*steps, ("End", FOOTER), ("Home", INTRO)]:
        move(tab, partial(press, tab, key), position)
    move(tab, partial(turn_wheel, tab, "Down"), CRAFT)


def test_a_walk_by_wheel(tab: Tab, site: str) -> None:
    open_sections(tab, f"{site}{HOME}#reach")
    tab.evaluate(ADAPTED)
    for direction, position in WALK:
        move(tab, partial(turn_wheel, tab, direction), position)


@pytest.mark.parametrize(
    ("first", "then", "position"), [(LARGE, NARROW, ORDER), (NARROW, LARGE, SLIDES[1])], ids=["large", "narrow"]
)
def test_resize_over_the_breakpoint(
    tab: Tab, site: str, first: tuple[int, int], then: tuple[int, int], position: Position
) -> None:
    tab.resize(*first)
    open_sections(tab, f"{site}{HOME}{position.address}", is_full=first == LARGE)
    wait_for_application(tab)
    wait_until_at(tab, position)
    for size in (then, first):
        resize(tab, *size)
        wait_until_at(tab, position)


def test_resize_at_the_footer(tab: Tab, site: str) -> None:
    open_sections(tab, f"{site}{HOME}#reach")
    tab.evaluate(ADAPTED)
    move(tab, partial(press, tab, "ArrowDown"), FOOTER)
    for size in (NARROW, LARGE, (1280, 700), LARGE):
        tab.until(f"!{FULL} || {AT_REST}")
        resize(tab, *size)
        wait_until_at(tab, FOOTER)
    follow(tab, f"nav a[href='{HOME}#reach']")
    wait_until_at(tab, REACH)
    press(tab, "ArrowUp")
    wait_until_at(tab, ORDER)


def resize(tab: Tab, width: int, height: int) -> None:
    tab.resize(width, height)
    tab.until(FULL if width >= 1024 else f"!{FULL}")
    tab.evaluate(ADAPTED)


MIDDLE = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('article')?.textContent || ''"


def test_a_phone_is_turned(tab: Tab, site: str) -> None:
    tab.resize(*PORTRAIT)
    open_sections(tab, f"{site}/en/about", is_full=False)
    wait_for_application(tab)
    tab.evaluate("[...document.querySelectorAll('#people article')].at(-1).scrollIntoView({ block: 'center' })")
    tab.until(f"location.hash === '#people' && ({MARKED})().join() === '#people'")
    for size in (LANDSCAPE, PORTRAIT):
        tab.resize(*size)
        tab.evaluate(ADAPTED)
        assert PEOPLE[-1].name in tab.evaluate(MIDDLE)
        assert tab.holds(f"location.hash === '#people' && ({MARKED})().join() === '#people'")
    tab.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    tab.until("location.hash !== '#people' && scrollY === 0")
    turn_while_it_scrolls(tab)


def turn_while_it_scrolls(tab: Tab) -> None:
    tab.evaluate(
        """new Promise((done) => {
            addEventListener("scroll", done, { once: true });
            document.getElementById("paper").scrollIntoView();
        })"""
    )
    tab.resize(*LANDSCAPE)
    wait_until_at(tab, Position("paper"))


def wait_for_application(tab: Tab) -> None:
    tab.act()
    tab.until(f"{HYDRATED} && ({MARKED})().length && {STARTED}")
