"""Visits to pages with full-page sections."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ViewportSize

from tests.support.pages import PUBLIC
from tests.support.visitor import Visitor, visitor

LARGE: ViewportSize = {"width": 1280, "height": 800}

FULL = "document.documentElement.classList.contains('fp-enabled')"
FLOWS = "document.querySelector('[data-flows]')"
"""Whether a section was found to have no room."""
LATE_FONTS = """(() => {
    const [{ startTime }] = performance.getEntriesByType("paint");
    return performance.getEntriesByType("resource")
        .some(({ name, initiatorType, responseEnd }) =>
            name.endsWith(".woff2") && initiatorType === "link" && responseEnd > startTime);
})()"""
"""Whether a font that the page preloads came after it was drawn, and is not used (`font-display: optional`)."""


# What a visitor sees: the section and the slide in the middle of the window.
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
"""Every section, or where it has slides every slide with its section."""


def wait_until_visible(guest: Visitor, *places: str) -> None:
    """Waits until the places (a section, and the slide in it) are on screen."""
    guest.until(f"JSON.stringify(({SEEN})()) === '{json.dumps(places, separators=(',', ':'))}'")


def wait_for_hash(guest: Visitor, hash: str) -> None:
    """Waits until the address ends in `hash`."""
    guest.until(f"location.hash === '{hash}'")


@contextmanager
def large_screen(browser: Browser) -> Iterator[Visitor]:
    """A visitor in a hurry with a large screen, whose visit ends without a word in the console."""
    with visitor(browser, viewport=LARGE) as visiting:
        visiting.hurries()
        yield visiting
        assert visiting.troubles == [], visiting.troubles


@contextmanager
def quiet_visit(large: Visitor, site: str) -> Iterator[Visitor]:
    """One of several visits in the same tab, with no word in the console: its process knows the site's code, which
    saves half of each."""
    large.reads(f"{site}/builds/latest.json")  # or the next address may differ by no more than its hash
    for heard in (large.console, large.failed, large.requests):
        heard.clear()
    yield large
    assert large.troubles == [], large.troubles


def opens_full(guest: Visitor, url: str) -> None:
    """Opens a page, and waits until fullpage.js moves its sections. In the fonts that stand in for late ones sections
    have no room: only then, on a busy machine, it is loaded once more."""
    guest.opens(url)
    guest.until(f"{FULL} || {FLOWS}")
    if guest.holds(f"{FLOWS} && {LATE_FONTS}"):
        guest.page.reload()
        guest.acts()
    guest.until(FULL)
