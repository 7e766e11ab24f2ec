"""Links open pages without a full page load. New tabs and downloads work as usual."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.support.visitor import Visitor, visitor
from tests.support.walk import heading

pytestmark = pytest.mark.mostly_nightly


NEW_TAB: list[dict] = [{"modifiers": ["ControlOrMeta"]}, {"modifiers": ["Shift"]}, {"button": "middle"}]


@pytest.fixture
def guest(guest: Visitor, site: str) -> Iterator[Visitor]:
    guest.opens(f"{site}/about")
    guest.page.evaluate("self.same = true")
    yield guest
    assert guest.troubles == []


def contact_link(guest: Visitor) -> Locator:
    return guest.page.locator("header a[href='/contact']:visible")


@pytest.mark.main
def test_no_document_is_loaded(guest: Visitor, site: str) -> None:
    contact_link(guest).press("Enter")
    guest.page.wait_for_url(f"{site}/contact")
    guest.until("scrollY === 0")
    guest.page.go_back()
    guest.page.wait_for_url(f"{site}/about")
    assert guest.page.evaluate("self.same")


WATCHED = """() => {
    self.steps = [];
    const step = () => [document.querySelector("h1")?.textContent, Boolean(document.querySelector("footer"))];
    new MutationObserver(() => self.steps.push(step())).observe(document.body, { childList: true, subtree: true });
}"""
"""JavaScript that records, for each change of the document, the page's heading and whether the page has its footer."""


@pytest.mark.main
def test_the_start_of_a_page_appears_before_the_rest(guest: Visitor, site: str) -> None:
    guest.page.evaluate(WATCHED)
    for path in ("/contact", "/portfolio"):
        guest.page.locator(f"header a[href='{path}']:visible").click()
        guest.until(f"self.steps.some(([text, isWhole]) => isWhole && text === {json.dumps(heading(path))})")
        steps = guest.page.evaluate("self.steps.splice(0)")
        assert not next(is_whole for text, is_whole in steps if text == heading(path))


@pytest.mark.main
def test_back_shows_the_whole_page_at_once(guest: Visitor, site: str) -> None:
    contact_link(guest).click()
    guest.page.wait_for_url(f"{site}/contact")
    guest.until("document.querySelector('footer')")
    guest.page.evaluate(WATCHED)
    guest.page.go_back()
    guest.page.wait_for_url(f"{site}/about")
    guest.until("self.steps.length")
    assert all(is_whole for _text, is_whole in guest.page.evaluate("self.steps"))


@pytest.mark.main
def test_tab_continues_at_the_target_of_a_link(guest: Visitor, site: str) -> None:
    guest.page.set_viewport_size({"width": 390, "height": 844})
    guest.page.goto(f"{site}/en/about")
    guest.acts()
    guest.page.evaluate("self.same = true")
    guest.page.locator("main a[href$='#dates']").press("Enter")
    guest.page.wait_for_url("**#dates")
    guest.until("document.activeElement.id === 'dates'")
    guest.page.keyboard.press("Tab")
    assert guest.page.evaluate(
        """() => {
            const position = document.getElementById("dates").compareDocumentPosition(document.activeElement)
            return self.same && scrollY > 0 && Boolean(position & Node.DOCUMENT_POSITION_FOLLOWING)
        }"""
    )


CLICKED_TWICE = """isStopped => {
    const click = (path) => document.querySelector(`header a[href='${path}']`).click()
    fetch("/loads").then(() => { if (isStopped) stop(); click("/contact") })
    setTimeout(click, 0, "/pricing")
}"""
"""JavaScript that clicks one link, then another after `/loads` responds. Playwright cannot run scripts while a document
loads.
"""


@pytest.mark.main
@pytest.mark.parametrize(
    "is_stopped", [pytest.param(True, id="stopped", marks=pytest.mark.nightly), pytest.param(False, id="loading")]
)
def test_the_last_click_wins_while_a_document_loads(browser: Browser, site: str, is_stopped: bool) -> None:
    with visitor(browser) as guest:
        documents: list[str] = []
        held: list[Route] = []

        def requested(route: Route) -> None:  # leaves this request pending and responds to `/loads`
            documents.append(route.request.url)
            held[0].fulfill()

        guest.page.route("**/_next/static/chunks/pages/pricing-*.js", lambda route: route.abort())
        guest.page.route("**/loads", lambda route: held.append(route))
        guest.page.route("**/pricing", requested)
        guest.opens(f"{site}/about")
        guest.page.evaluate(CLICKED_TWICE, is_stopped)
        guest.poll(lambda: guest.page.url == f"{site}/contact", "the second page")
        expect(guest.page.locator("h1")).to_have_text(heading("/contact"))
        assert documents == [f"{site}/pricing"]


@pytest.mark.main
def test_a_new_tab_is_left_to_the_browser(guest: Visitor, site: str) -> None:
    for click in NEW_TAB:
        with guest.page.context.expect_page() as opened:
            contact_link(guest).click(**click)
        opened.value.wait_for_url(f"{site}/contact")
        opened.value.close()
        assert guest.page.url == f"{site}/about"


def test_a_target_is_left_to_the_browser(guest: Visitor, site: str) -> None:
    contact_link(guest).evaluate("link => { link.target = '_blank' }")
    with guest.page.context.expect_page() as opened:
        contact_link(guest).click()
    opened.value.wait_for_url(f"{site}/contact")
    assert guest.page.url == f"{site}/about"


def test_a_download_is_left_to_the_browser(guest: Visitor, site: str) -> None:
    contact_link(guest).evaluate("link => { link.download = '' }")
    with guest.page.expect_download():
        contact_link(guest).click()
    assert guest.page.url == f"{site}/about"
