import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, ViewportSize

from tests.support.engines import Tab
from tests.support.pages import PUBLIC
from tests.support.visitor import Visitor, visitor
from tests.support.waiting import LATEST

LARGE: ViewportSize = {"width": 1280, "height": 800}

FULL = "document.documentElement.classList.contains('fp-enabled')"
FLOWS = "document.querySelector('[data-flows]')"
LATE_FONTS = """(() => {
    const [{ startTime }] = performance.getEntriesByType("paint");
    return performance.getEntriesByType("resource")
        .some(({ name, initiatorType, responseEnd }) =>
            name.endsWith(".woff2") && initiatorType === "link" && responseEnd > startTime);
})()"""
"""A script that returns whether a preloaded font arrived too late to be used (`font-display: optional`)."""


# A script that returns the ids of the section and the slide in the middle of the viewport.
SEEN = """() => {
    const middle = (element) => {
        const box = element.getBoundingClientRect();
        const [across, down] = [innerWidth / 2, innerHeight / 2];
        return box.left <= across && box.right > across && box.top <= down && box.bottom > down;
    };
    return [...document.querySelectorAll('.section[id], .slide')].filter(middle).map((each) => each.id);
}"""


FULL_PAGES = [place for place in PUBLIC if place.route.layout == "fullpage"]
MARKED = "() => [...document.querySelectorAll('nav:not(header nav) a[aria-current=true]')].map((link) => link.hash)"
STOPS = """() => [...document.querySelectorAll(".section[id]")].flatMap((section) => {
    const slides = [...section.querySelectorAll(".slide")];
    return slides.length ? slides.map((slide) => [section.id, slide.id]) : [[section.id]];
})"""


def wait_until_visible(guest: Visitor, *places: str) -> None:
    """Waits until a section (and its slide, if given) is in the middle of the viewport."""
    guest.until(f"JSON.stringify(({SEEN})()) === '{json.dumps(places, separators=(',', ':'))}'")


def wait_for_hash(guest: Visitor, hash: str) -> None:
    guest.until(f"location.hash === '{hash}'")


@contextmanager
def large_screen(browser: Browser) -> Iterator[Visitor]:
    """Yields a visitor with a large screen. Asserts an empty console."""
    with visitor(browser, viewport=LARGE) as visiting:
        visiting.speed_up_animations()
        yield visiting
        assert visiting.troubles == [], visiting.troubles


@contextmanager
def quiet_visit(large: Visitor, site: str) -> Iterator[Visitor]:
    """Yields a shared tab. Its warm code cache halves the time of each visit. Asserts an empty console."""
    large.reads(f"{site}/builds/latest.json")  # forces a new document even if only the hash differs
    for recorded in (large.console, large.failed, large.requests):
        recorded.clear()
    yield large
    assert large.troubles == [], large.troubles


def open_full_page(guest: Visitor, url: str) -> None:
    """Opens a page and waits for fullpage.js. Reloads the page if large fallback fonts prevent fullpage.js."""
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
"""A script that returns as JSON what is visible, which section is marked in the navigation, and the hash."""


LOADED = f'performance.getEntriesByType("resource").some(({{ name }}) => name.endsWith("{LATEST}"))'
"""A script that returns whether the page has started. Firefox also reports aborted requests."""


@dataclass(frozen=True)
class Position:
    """A position on a page. Unless `hash` is given, it is the hash of the slide, or of a section without slides."""

    section: str
    slide: str = ""
    at_footer: bool = False
    hash: str | None = None

    @property
    def address(self) -> str:
        return f"#{self.slide or self.section}" if self.hash is None else self.hash

    @property
    def json(self) -> str:
        """The value of `POSITION` at this position."""
        seen = ",".join(filter(None, (self.section, self.slide)))
        wanted = ["footer" if self.at_footer else seen, f"#{self.section}", self.address]
        return json.dumps(wanted, separators=(",", ":"))


def open_sections(tab: Tab, url: str, *, is_full: bool = True) -> None:
    """Loads a new document, and waits for its sections. `is_full` says whether fullpage.js must start."""
    tab.visit("about:blank")  # forces a new document even if only the hash differs
    tab.visit(url)
    if not is_full:
        return
    tab.until(f"{FULL} || {FLOWS}")
    if tab.holds(FLOWS):  # larger fallback fonts may have prevented fullpage.js
        tab.reload()
    tab.until(FULL, seconds=20)
    tab.until(LOADED)
