import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, ViewportSize

from tests.support.engines.engine import Tab
from tests.support.engines.steps import STARTED
from tests.support.pages import PUBLIC
from tests.support.visitor import Visitor, visitor

LARGE: ViewportSize = {"width": 1280, "height": 800}

FULL = "document.documentElement.classList.contains('fp-enabled')"
FLOWS = "document.querySelector('[data-flows]')"
AT_REST = "document.querySelector('.section.active.fp-completely')"
"""JavaScript that checks whether fullpage.js has finished a move."""
MOVED_FIRST = "!!document.querySelector('[data-moves]:not([data-flows])')"
"""JavaScript that checks whether first_moves.js handles scrolling, which it does until fullpage.js takes over."""
LATE_FONTS = """(() => {
    const [{ startTime }] = performance.getEntriesByType("paint");
    return performance.getEntriesByType("resource")
        .some(({ name, initiatorType, responseEnd }) =>
            name.endsWith(".woff2") && initiatorType === "link" && responseEnd > startTime);
})()"""
"""JavaScript that checks whether a font arrived after the first paint."""


# JavaScript that returns the IDs of the section and slide in the middle of the window.
SEEN = """() => {
    const middle = (element) => {
        const box = element.getBoundingClientRect();
        const [across, down] = [innerWidth / 2, innerHeight / 2];
        return box.left <= across && box.right > across && box.top <= down && box.bottom > down;
    };
    return [...document.querySelectorAll('.section[id], .slide')].filter(middle).map((each) => each.id);
}"""


IS_ON_TOP = """(element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""JavaScript that checks whether the middle of an element is visible, not covered by another element."""
FULL_PAGES = [place for place in PUBLIC if place.route.layout == "fullpage"]
MARKED = "() => [...document.querySelectorAll('nav:not(header nav) a[aria-current=true]')].map((link) => link.hash)"
STOPS = """() => [...document.querySelectorAll(".section[id]")].flatMap((section) => {
    const slides = [...section.querySelectorAll(".slide")];
    return slides.length ? slides.map((slide) => [section.id, slide.id]) : [[section.id]];
})"""


def wait_until_visible(guest: Visitor, *places: str) -> None:
    """Waits until the middle of the window shows exactly these sections and slides."""
    guest.until(f"JSON.stringify(({SEEN})()) === '{json.dumps(places, separators=(',', ':'))}'")


def wait_for_hash(guest: Visitor, hash: str) -> None:
    guest.until(f"location.hash === '{hash}'")


@contextmanager
def large_screen(browser: Browser) -> Iterator[Visitor]:
    with visitor(browser, viewport=LARGE) as visiting:
        visiting.speed_up_animations()
        yield visiting
        assert visiting.troubles == [], visiting.troubles


@contextmanager
def quiet_visit(large: Visitor, site: str) -> Iterator[Visitor]:
    """Clears recorded messages and requests. After the visit, asserts that nothing failed."""
    large.reads(f"{site}/builds/latest.json")  # leaves the page, because changing only the hash would not reload it
    for recorded in (large.console, large.failed, large.requests):
        recorded.clear()
    yield large
    assert large.troubles == [], large.troubles


def open_full_page(guest: Visitor, url: str) -> None:
    """Opens a page. Reloads the page if late fonts prevented fullpage.js from starting."""
    guest.opens(url)
    guest.until(f"{FULL} || {FLOWS}")
    if guest.holds(f"{FLOWS} && {LATE_FONTS}"):
        guest.page.reload()
        guest.acts()
    guest.until(FULL)


POSITION = f"""JSON.stringify((() => {{
    const {{ bottom }} = document.querySelector("footer").getBoundingClientRect();
    const atFooter = Math.abs(bottom - innerHeight) <= 1;
    return [atFooter ? "footer" : ({SEEN})().join(), ({MARKED})().join(), location.hash];
}})())"""
"""JavaScript that returns the visible section and slide, the marked navigation item and the URL's hash, as JSON."""


@dataclass(frozen=True)
class Position:
    """The expected position on a page. `hash` overrides the default URL hash, which names the slide or section."""

    section: str
    slide: str = ""
    at_footer: bool = False
    hash: str | None = None

    @property
    def address(self) -> str:
        return f"#{self.slide or self.section}" if self.hash is None else self.hash

    @property
    def json(self) -> str:
        seen = ",".join(filter(None, (self.section, self.slide)))
        wanted = ["footer" if self.at_footer else seen, f"#{self.section}", self.address]
        return json.dumps(wanted, separators=(",", ":"))


def open_sections(tab: Tab, url: str, *, is_full: bool = True) -> None:
    tab.visit("about:blank")
    tab.visit(url)
    if not is_full:
        return
    tab.act()
    tab.until(f"{FULL} || {FLOWS}")
    if tab.holds(FLOWS):  # fullpage.js does not start if a wide fallback font makes a section too tall
        tab.reload()
        tab.act()
    tab.until(FULL, seconds=20)
    tab.until(STARTED)
