"""The application loads at the visitor's first action. Pages also work without the application."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from app.content.portfolio import category
from tests.support.accessibility import DESK, PHONE
from tests.support.chromium import launch
from tests.support.fullpage import FULL
from tests.support.layout import DelayedRequests
from tests.support.pages import KINDS, PUBLIC
from tests.support.visitor import CHUNKS, HYDRATED, MAIN, Visitor, follow, move, visitor
from tests.support.waiting import AWAITS_NO_LOCK, RESTORED
from tests.support.walk import heading

pytestmark = pytest.mark.mostly_nightly

VISITOR = {"viewport": PHONE}
WORK = category("weddings").works[0]
LINKED = "[...document.querySelectorAll('a[href^=\"/\"]')].map(({ pathname }) => pathname)"
FAILURES: dict[str, Callable[[Route], None]] = {
    "blocked": lambda route: route.abort(),
    "gone": lambda route: route.fulfill(status=404),
    "a page of HTML": lambda route: route.fulfill(content_type="text/html", body="<title>Sign in</title>"),
    "a page that says it is a script": lambda route: route.fulfill(content_type="text/javascript", body="<title>"),
}
RECORD_SCROLLEND = """() => addEventListener("scrollend", () => { window.isDown = scrollY > 700; })"""
IS_STYLED = "getComputedStyle(document.body).margin === '0px'"
LOADED = "document.readyState === 'complete'"
OTHER_PAGE = next(place for place in PUBLIC if place.name == "about-en")


@pytest.mark.parametrize("failure", [pytest.param("blocked", marks=pytest.mark.main), "a page of HTML"])
def test_a_lost_style_sheet_is_loaded_again(guest: Visitor, site: str, failure: str) -> None:
    guest.page.route("**/*.css", FAILURES[failure], times=1)
    guest.reads(f"{site}/inquiry")
    expect(guest.page.locator("#inquiry-website")).to_be_hidden()
    assert not guest.holds(IS_STYLED)
    guest.until(f"dispatchEvent(new Event('online')) && {IS_STYLED}")
    guest.acts()
    guest.page.locator("a[hreflang=en]").first.evaluate("link => link.click()")
    guest.page.wait_for_url(f"{site}/en/inquiry")
    assert guest.holds(IS_STYLED)


@pytest.mark.main
def test_a_click_loads_a_document_only_as_the_first_act(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=DESK) as guest:
        guest.reads(f"{site}/contact")
        guest.page.evaluate("window.document0 = true")
        # Click with JavaScript, because moving the mouse would already count as an action.
        guest.page.evaluate("document.querySelector('footer a[href=\"/links\"]').click()")
        guest.page.wait_for_url(f"{site}/links")
        assert not guest.page.evaluate("window.document0")
        guest.acts()
        guest.page.evaluate("window.document1 = true")
        guest.page.locator("a[hreflang=en]").click()
        guest.page.wait_for_url(f"{site}/en/links")
        assert guest.page.evaluate("window.document1")
        assert guest.troubles == []


@pytest.mark.main
def test_a_language_switch_as_the_first_act_is_remembered(guest: Visitor, site: str) -> None:
    guest.page.route(CHUNKS, lambda route: route.abort())
    guest.reads(f"{site}/about")
    guest.page.evaluate("document.querySelector('a[hreflang=en]').click()")
    guest.page.wait_for_url(f"{site}/en/about")
    guest.reads(site)
    assert guest.page.url == f"{site}/en"


@pytest.mark.main
def test_the_state_of_the_page_survives_the_start(guest: Visitor, site: str) -> None:
    page, late = guest.page, DelayedRequests(guest, MAIN)
    # The hash makes the page scroll, which counts as the first action.
    page.goto(f"{site}/pricing?from=letter#content", wait_until="domcontentloaded")
    page.locator("header summary").click()
    page.evaluate(RECORD_SCROLLEND)
    page.mouse.wheel(0, 900)
    guest.until("window.isDown")
    link = page.locator("main a").last
    link.evaluate("link => link.focus({ preventScroll: true })")
    before = page.evaluate("[scrollY, document.activeElement.href, document.querySelector('details').open]")
    late.release()
    guest.until(HYDRATED)
    guest.settle()
    assert page.evaluate("[scrollY, document.activeElement.href, document.querySelector('details').open]") == before
    assert guest.troubles == []


@pytest.mark.main
def test_the_section_and_slide_survive_the_start(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=DESK) as guest:
        page, late = guest.page, DelayedRequests(guest, MAIN)
        page.goto(site, wait_until="domcontentloaded")
        page.locator("nav a[href='/#work']:visible").click()
        expect(page).to_have_url(f"{site}/#work")
        page.locator("[id='work/1'] a[rel=next]").click()
        expect(page).to_have_url(f"{site}/#work/2")
        late.release()
        guest.until(FULL)
        guest.settle()
        expect(page).to_have_url(f"{site}/#work/2")
        expect(page.locator(".slide.active")).to_have_id("work/2")
        assert guest.troubles == []


@pytest.mark.main
def test_the_hash_does_not_undo_the_visitor_s_scrolling(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=PHONE, reduced_motion="reduce") as guest:
        page, late = guest.page, DelayedRequests(guest, MAIN)
        page.goto(f"{site}/#work/2", wait_until="domcontentloaded")
        guest.until("scrollY > 0")
        slides = "document.querySelector('#work .slides')"
        page.evaluate(f"void ({slides}.scrollTo({{ left: 0, behavior: 'instant' }}))")
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        late.release()
        guest.until(HYDRATED)
        guest.settle()
        assert page.evaluate(f"[scrollY, {slides}.scrollLeft]") == [0, 0]
        assert guest.troubles == []


def test_a_picture_is_a_link_without_the_application(guest: Visitor, site: str) -> None:
    guest.page.route(CHUNKS, lambda route: None)  # stall scripts, because aborted requests would cause a reload
    guest.reads(f"{site}/portfolio/weddings")
    guest.page.locator("figure picture").first.click()
    guest.page.wait_for_url(re.compile(rf"/pictures/{WORK.picture}-\d+\.\w+\.jpg$"))
    guest.page.unroute(CHUNKS)
    guest.page.go_back()
    expect(guest.page.locator("h1")).to_be_visible()
    guest.acts()
    guest.page.locator("figure picture").first.click()
    expect(guest.page.locator("dialog[open] img").first).to_be_visible()


@pytest.mark.parametrize("fail", FAILURES.values(), ids=FAILURES)
def test_each_kind_of_page_works_without_the_application(
    guest: Visitor, site: str, fail: Callable[[Route], None]
) -> None:
    documents: list[str] = []
    faults: list[str] = []
    links: set[str] = set()
    page = guest.page
    page.on("framenavigated", lambda frame: documents.append(frame.url))
    page.route(CHUNKS, fail)
    for place in [*KINDS, OTHER_PAGE] if fail is FAILURES["gone"] else [OTHER_PAGE]:
        documents.clear()
        guest.reads(site + place.path)
        before = page.inner_text("body")
        move(page)
        guest.poll(lambda: len(documents) > 1, "a reload")
        guest.until(LOADED)
        move(page)
        guest.settle()
        links |= {*page.evaluate(LINKED)}
        # If files are missing, a page reloads only once.
        expected = [site + place.path] * 2
        faults += [f"{place.path}: {url}" for url in documents if documents != expected[: len(documents)]]
        if place.route.name != "bam" and page.inner_text("body") != before:
            faults.append(f"{place.path} has changed")
    faults += [f"{path} is linked" for path in links if not page.request.get(site + path).ok]
    assert faults == []
    page.locator("footer a[href$='/links']").click()
    page.wait_for_url("**/links")
    page.unroute(CHUNKS)
    guest.acts()
    assert [line for line in guest.console if line.startswith("uncaught") and "Unexpected token" not in line] == []


def test_the_application_does_not_start_while_back_loads_a_document(guest: Visitor, site: str) -> None:
    guest.page.set_viewport_size(DESK)
    guest.opens(f"{site}/en/about")
    follow(guest.page, "/en/contact")
    guest.page.reload()
    late = DelayedRequests(guest, "**/en/about")
    guest.page.evaluate("history.back(); setTimeout(() => dispatchEvent(new Event('keydown')), 100)")
    late.wait()
    guest.page.wait_for_timeout(1000)
    late.end()
    expect(guest.page.locator("h1")).to_have_text(heading("/en/about"))
    assert guest.page.evaluate("history.state.url") == "/en/about"


REASONS = "JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons?.reasons)"


def test_going_back_restores_a_page_of_every_kind(browser: Browser, site: str) -> None:
    """The test turns on Chromium's back/forward cache, which Playwright turns off by default."""
    faults = []
    with (
        launch(browser.browser_type, whole=True, ignore_default_args=["--disable-back-forward-cache"]) as remembering,
        visitor(remembering, viewport=PHONE) as guest,
    ):
        page = guest.page
        page.add_init_script(RESTORED)
        for number, place in enumerate(KINDS):
            guest.reads(site + place.path)
            if number % 2:
                guest.acts()
            guest.settle()
            guest.until(AWAITS_NO_LOCK)
            page.evaluate("window.left = true")
            guest.reads(f"{site}/builds/latest.json")
            page.evaluate("history.back()")
            guest.until(f"document.querySelector('h1') && (window.left ? window.restored : {LOADED})")
            if not page.evaluate("window.restored && window.left"):
                faults.append(f"{place.path}: {page.evaluate(REASONS)}")
    assert faults == []
