"""Every page works in every language. Each test reports all faults of one page."""

import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from app.components.share import share_url
from app.i18n import DEFAULT, use
from app.pages import meta_of
from app.routes import Place
from app.seam.page_state import uses_state
from app.settings import settings
from tests.support.accessibility import AXE, DESK, PHONE, tab_stops, violations
from tests.support.fullpage import MOVED_FIRST
from tests.support.layout import HEIGHTS, LARGE_TEXT, DelayedRequests, layout_visitor, overflow
from tests.support.pages import PUBLIC, SERVED, each, path_of
from tests.support.site_texts import component_of, loads_data
from tests.support.visitor import Visitor, visitor

FONTS = "**/fonts/*.woff2"
TARGET, TOUCH_TARGET = 24, 44
"""Minimum sizes of links and buttons in CSS pixels. `TARGET` applies to the width and height (WCAG 2.5.8). On phones,
`TOUCH_TARGET` applies to the height.
"""
YEAR = 365 * 24 * 60 * 60
ONE_OF_EACH = {place.route.name: place for place in SERVED if place.language == DEFAULT}
DAILY_AT_DESK = ("/en",)
DAILY_ON_A_PHONE = ("/", "/about", "/bam", "/inquiry", "/portfolio/posters", "/privacy")
QUICK_WIDTHS = (320, 1280)
SCREENS = [(768, 1), (390, 2), (390, 3), (1920, 1)]

HEAD = """() => {
    const all = (selector, name) => [...document.querySelectorAll(selector)].map((each) => each[name]);
    return {
        language: document.documentElement.lang,
        title: document.title,
        headings: document.querySelectorAll("h1").length,
        canonical: all("link[rel=canonical]", "href"),
        alternates: [...document.querySelectorAll("link[rel=alternate]")].map((link) => [link.hreflang, link.href]),
        image: all("meta[property='og:image']", "content"),
        isDescribed: all("meta[name=description]", "content").map((text) => text.length > 50),
    };
}"""

FACES = """[...document.fonts].filter(({ status }) => status === "loaded")
    .map(({ family, style }) => `${family.replaceAll('"', "")} ${style}`)"""

# JavaScript that returns the contents of the server's HTML and of the hydrated page.
CONTENTS = """async () => {
    const contentsOf = (body) => {
        body.querySelectorAll("button, script, style, template, .fp-watermark, next-route-announcer")
            .forEach((each) => each.remove());
        body.querySelectorAll("[data-configured], [data-dates], #inquiry-estimate, #inquiry-parts")
            .forEach((each) => each.remove());
        return {
            text: body.textContent.replace(/\\s+/g, " ").trim(),
            pictures: [...body.querySelectorAll("img")].map((image) => [image.getAttribute("src"), image.alt]),
            links: [...body.querySelectorAll("a[href]")].map((link) => [link.getAttribute("href"), link.textContent]),
        };
    };
    const html = await (await fetch(location.href)).text();
    return [new DOMParser().parseFromString(html, "text/html").body, document.body.cloneNode(true)].map(contentsOf);
}"""


def width_of(place: Place) -> int:
    return PHONE["width"] if place.language == DEFAULT else DESK["width"]


def is_daily(place: Place, width: int) -> bool:
    if place.language == DEFAULT:
        return width == PHONE["width"] and place.path in DAILY_ON_A_PHONE
    return width == DESK["width"] and place.path in DAILY_AT_DESK


VISITS = [
    pytest.param(
        width,
        place,
        width == width_of(place),
        marks=[] if is_daily(place, width) else [pytest.mark.nightly],
        id=f"{width}-{path_of(place)}",
    )
    for place in SERVED
    for width in (PHONE["width"], DESK["width"])
]
QUICK = [
    pytest.param(PHONE["width"], place, False, id=f"{PHONE['width']}-{path_of(place)}-quick")
    for place in ONE_OF_EACH.values()
    if not is_daily(place, PHONE["width"])
]
"""Quick visits for `make test`, which skip slow checks and most window widths."""


@pytest.mark.parametrize(("width", "place", "is_thorough"), VISITS + QUICK)
def test_page(
    browser: Browser, site: str, preloaded_fonts: list[str], place: Place, width: int, is_thorough: bool
) -> None:
    with layout_visitor(browser, width, locale=place.language.tag) as guest:
        if is_thorough:
            guest.page.add_init_script(path=AXE)
        faults = [*loading_faults(guest, site + path_of(place), width, is_thorough)]
        faults += guest.page.evaluate("layout.pictures()")
        guest.settle()
        faults += wrong_head(guest.page, place)
        faults += wrong_fonts(guest, preloaded_fonts)
        faults += wrong_requests(guest, site, place)
        faults += changes_of_contents(guest.page, place)
        guest.page.emulate_media(reduced_motion="reduce")
        faults += overflow(guest, *(HEIGHTS if is_thorough else QUICK_WIDTHS))
        if is_thorough:
            faults += accessibility_faults(guest, place)
            guest.page.evaluate(LARGE_TEXT)
            faults += (f"large text: {each}" for each in overflow(guest, 1280))
        assert not faults, "\n".join(faults)
        if width == PHONE["width"] and path_of(place) == "/about":
            assert_language_switch(guest, site, place)


def loading_faults(guest: Visitor, url: str, width: int, is_thorough: bool) -> Iterator[str]:
    late_fonts, late_pictures = DelayedRequests(guest, FONTS), DelayedRequests(guest, "**/pictures/**")
    guest.page.goto(url, wait_until="domcontentloaded")
    guest.until("performance.getEntriesByType('paint').length")
    yield from early_requests(guest)
    guest.acts()
    yield from shifts(guest, "before the fonts")
    if scrolled := guest.page.evaluate("scrollY"):
        yield f"the application has scrolled the page by {scrolled} px"
    late_fonts.end()
    guest.until("document.fonts.status === 'loaded'")
    guest.page.evaluate("layout.frames()")
    yield from shifts(guest, "by the fonts")
    late_pictures.release_pictures()
    yield from guest.page.evaluate("layout.loading()")
    height = TOUCH_TARGET if width < 768 else TARGET
    yield from guest.page.evaluate("([least, height]) => layout.targets(least, height)", (TARGET, height))
    guest.until(f"!({MOVED_FIRST})")
    guest.page.evaluate("layout.displaced()")
    late_pictures.end()
    if is_thorough:
        guest.page.evaluate("layout.scroll()")
    guest.page.evaluate("layout.load()")
    yield from shifts(guest, "by the pictures")
    yield from (f"moved by the pictures: {place}" for place in guest.page.evaluate("layout.displaced()"))


def accessibility_faults(guest: Visitor, place: Place) -> Iterator[str]:
    if place.route.private:
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "unconfigured")
    if place.language == DEFAULT:
        yield from unfit_pictures(guest)
        yield from violations(guest.page, PHONE)
        yield from unseen_focus(guest.page)
    else:
        yield from violations(guest.page, DESK, dark=False)


def unfit_pictures(guest: Visitor) -> Iterator[str]:
    screen = guest.page.context.new_cdp_session(guest.page)
    for width, density in SCREENS:
        metrics = {"width": width, "height": 1000, "deviceScaleFactor": density, "mobile": False}
        screen.send("Emulation.setDeviceMetricsOverride", metrics)
        guest.page.evaluate("layout.frames()")
        yield from (f"{width} px × {density}: {fault}" for fault in guest.page.evaluate("layout.choices()"))
    screen.send("Emulation.clearDeviceMetricsOverride")


def unseen_focus(page: Page) -> Iterator[str]:
    stops = list(tab_stops(page))
    yield from (f"focus is not seen: {name}" for is_seen, name in stops if not is_seen)
    if len(stops) <= 5:
        yield f"the Tab key leads to {len(stops)} places"


def assert_language_switch(guest: Visitor, site: str, place: Place) -> None:
    other = next(each for each in place.alternates if each.language != place.language)
    switch = guest.page.locator(f"a[hreflang={other.language.code}]").first
    here = "?from=letter#content"
    with guest.page.expect_navigation(url=f"{site}{path_of(other)}{here}"):
        # Set the hash and click in one step. Otherwise, the page would scroll and change the hash.
        switch.evaluate("(link, here) => { history.replaceState(history.state, '', here); link.click(); }", here)
    [cookie] = guest.page.context.cookies()
    expected = {"name": "i18n_redirected", "value": other.language.code, "path": "/", "sameSite": "Lax"}
    assert {name: cookie.get(name) for name in expected} == expected
    assert cookie.get("expires") == pytest.approx(time.time() + YEAR, abs=60)
    assert guest.troubles == []


def early_requests(guest: Visitor) -> Iterator[str]:
    """Yields a fault for each script that loads before the visitor's first action. Skips pages that need React."""
    if not guest.page.locator("body [data-application='']").count():
        yield from (f"fetched too early: {url}" for url in guest.requests if "/_next/static/chunks/" in url)


def shifts(guest: Visitor, by: str) -> Iterator[str]:
    for shift in guest.page.evaluate("layout.shifts()"):
        yield f"moved {by}: {shift}"


def wrong_head(page: Page, place: Place) -> Iterator[str]:
    with use(place.language):
        meta = meta_of(place)
        title = meta.full_title
    alternates = [[other.language.code, absolute(other)] for other in place.alternates]
    alternates.append(["x-default", absolute(place.within(DEFAULT))])
    wanted = {
        "language": place.language.code,
        "title": title,
        "headings": 1,
        "canonical": [absolute(place)] if meta.canonical and place.route.indexed else [],
        "alternates": [] if place.is_open else alternates,
        "image": [share_url(meta.picture)],
        "isDescribed": [True],
    }
    for name, value in page.evaluate(HEAD).items():
        if value != wanted[name]:
            yield f"{name}: {value}, not {wanted[name]}"


def absolute(place: Place) -> str:
    return settings().site_url + place.path


def wrong_fonts(guest: Visitor, preloaded: list[str]) -> Iterator[str]:
    loaded = [urlsplit(url).path for url in guest.requests if url.endswith(".woff2")]
    if loaded[: len(preloaded)] != preloaded or len(loaded) != len(set(loaded)):
        yield f"fonts: {loaded}, ; expected first, and once each: {preloaded}"
    missing = {"Brygada 1918 normal", "League Gothic normal"} - set(guest.page.evaluate(FACES))
    yield from (f"preloaded, but not used: {face}" for face in sorted(missing))


def wrong_requests(guest: Visitor, site: str, place: Place) -> Iterator[str]:
    yield from guest.troubles
    elsewhere = {urlsplit(url).netloc for url in guest.requests if url.startswith("http")} - {urlsplit(site).netloc}
    yield from (f"another site is asked: {host}" for host in elsewhere)
    if loads_data(place) or uses_state(component_of(place)):
        return
    yield from (f"a websocket: {url}" for url in guest.sockets)
    asked = [url for url in guest.requests if urlsplit(url).path.startswith(("/ping", "/_event", "/_health"))]
    yield from (f"the backend is asked: {url}" for url in asked)


def changes_of_contents(page: Page, place: Place) -> Iterator[str]:
    if loads_data(place):
        return
    served, hydrated = page.evaluate(CONTENTS)
    for name, value in served.items():
        if not value and name != "pictures":
            yield f"no {name} without JavaScript"
        if value != hydrated[name]:
            yield f"{name} without JavaScript: {value}; with it: {hydrated[name]}"


WITHOUT_JAVASCRIPT = [place for place in PUBLIC if place.name in ("home-cs", "patreon-en")]


@each(WITHOUT_JAVASCRIPT)
def test_a_page_without_javascript_shows_the_same(browser: Browser, site: str, place: Place) -> None:
    # Remove elements and read the text in one step, because React might re-render the elements.
    seen = """() => {
        document.querySelectorAll("button, .fp-watermark, [data-configured]").forEach((each) => each.remove());
        return document.body.innerText.replace(/\\s+/g, " ").trim();
    }"""
    with visitor(browser, java_script_enabled=False) as guest, visitor(browser) as other:
        assert guest.page.goto(site + place.path, wait_until="load")
        other.opens(site + place.path)
        assert guest.page.evaluate(seen) == other.page.evaluate(seen) != ""
        guest.page.evaluate("[...document.images].forEach((image) => { image.loading = 'eager' })")
        guest.until("[...document.images].every((image) => image.complete)")
        broken = "[...document.images].filter((image) => !image.naturalWidth).map((image) => image.currentSrc)"
        assert guest.page.evaluate(broken) == []
        assert guest.failed == []
