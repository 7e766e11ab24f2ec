"""Errors outside the site's own code do not affect pages. Links work even if a script is replaced with HTML."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.support.broken import Break
from tests.support.walk import Walk, walking

pytestmark = pytest.mark.mostly_nightly


@pytest.fixture
def walk(browser: Browser, site: str) -> Iterator[Walk]:
    with walking(browser, site, Break()) as walking_:
        yield walking_


def run_as_page(page: Page, script: str) -> None:
    """Runs JavaScript that appears to come from the page itself."""
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": f"{script}\n//# sourceURL={page.url}"})
    session.detach()


def thrown(what: str) -> str:
    return f"setTimeout(() => {{ throw {what}; }})"


def rejected(what: str) -> str:
    return f"setTimeout(() => {{ Promise.reject({what}); }})"


FOREIGN_ERRORS = {
    "an in-app browser's script under the page's address": thrown("new Error('native bridge')"),
    "the same, rejected": rejected("new TypeError('undefined is not an object (window.webkit.messageHandlers)')"),
    "a thrown string": thrown("'denied'"),
    "a rejected null": rejected("null"),
    "a storage that is closing": rejected(
        "new DOMException('The database connection is closing', 'InvalidStateError')"
    ),
    "a script of another origin": "dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))",
    "a tag": "dispatchEvent(new ErrorEvent('error', { error: new Error('x'), filename: 'https://tag.test/t.js' }))",
    "an observer": "dispatchEvent(new ErrorEvent('error', "
    "{ message: 'ResizeObserver loop completed with undelivered notifications.' }))",
}
"""JavaScript that simulates errors outside the site's own code. `tests/monitoring/test_ours.py` has more."""


def test_errors_of_other_code_change_nothing(walk: Walk) -> None:
    walk.open("/about")
    failed = []
    for name, script in FOREIGN_ERRORS.items():
        run_as_page(walk.guest.page, script)
        run_as_page(walk.guest.page, "self.over = false; setTimeout(() => setTimeout(() => { self.over = true; }))")
        walk.wait_for("self.over || document.querySelector('main').textContent.startsWith('500')")
        if walk.guest.page.locator("footer").count() == 0:
            failed.append(name)
            walk.guest.console.clear()
            walk.open("/about")
    assert failed == []
    walk.follow("/contact")


NO_CODE = re.compile(r"Unexpected token '<'|because its MIME type|Failed to load resource")


def answer_with_html(page: Page) -> list[str]:
    """Replaces the contact page's script with HTML, like a Wi-Fi login page. Returns the list of replaced URLs."""
    answered: list[str] = []

    def answer(route: Route) -> None:
        if route.request.resource_type == "script" and not answered:
            answered.append(route.request.url)
            route.fulfill(content_type="text/html", body="<!doctype html><title>Sign in</title>")
        else:
            route.continue_()

    page.route("**/_next/static/chunks/pages/contact-*.js", answer)
    return answered


def test_html_in_place_of_code_on_a_navigation_loads_a_document(walk: Walk) -> None:
    walk.open("/about")
    answered = answer_with_html(walk.guest.page)
    walk.guest.page.evaluate("self.before = true")
    walk.follow("/contact")
    assert len(answered) == 1
    assert not walk.guest.page.evaluate("self.before"), "no document was loaded"
    assert [line for line in walk.unexpected_logs if not NO_CODE.search(line)] == []
    walk.follow("/pricing")
