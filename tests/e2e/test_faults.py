"""The error page appears only for uncaught errors in the application's own code. Links work even without scripts."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.breaking import ABOUT, RENDER, assert_shows_error, break_on_load
from tests.support.broken import Break
from tests.support.visitor import move
from tests.support.walk import Walk, heading, walking

pytestmark = pytest.mark.mostly_nightly

CZECH = ABOUT[0].language


@pytest.fixture
def walk(browser: Browser, site: str) -> Iterator[Walk]:
    with walking(browser, site, Break()) as walking_:
        yield walking_


def run_as(page: Page, script: str, source: str = "") -> None:
    """Runs JavaScript that appears to come from the file `source`, by default from the page itself."""
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": f"{script}\n//# sourceURL={source or page.url}"})
    session.detach()


def thrown(what: str) -> str:
    return f"setTimeout(() => {{ throw {what}; }})"


def rejected(what: str) -> str:
    return f"setTimeout(() => {{ Promise.reject({what}); }})"


WITHOUT_FRAMES = "Object.assign(%s, { stack: '' })"

FOREIGN_ERRORS = {
    "an in-app browser's script under the page's address": thrown("new Error('native bridge')"),
    "the same, rejected": rejected("new TypeError('undefined is not an object (window.webkit.messageHandlers)')"),
    "the same, as Safari writes it": rejected(
        "Object.assign(new TypeError('x'), { stack: `inject@${location.href}:1:100\\n@${location.href}:9:9` })"
    ),
    "a missing variable of theirs": "setTimeout(() => { gmo.play(); })",
    "a rejected string": rejected("'denied'"),
    "a thrown string": thrown("'denied'"),
    "Outlook's link checker": rejected("'Object Not Found Matching Id:3, MethodName:update, ParamCount:4'"),
    "a rejected event": rejected("new Event('error')"),
    "a rejected object": rejected("{ message: 'x', stack: 1 }"),
    "a rejected number": rejected("404"),
    "a rejected null": rejected("null"),
    "iOS's cancelled": rejected(WITHOUT_FRAMES % "new TypeError('cancelled')"),
    "a cut-off request of Safari": rejected(WITHOUT_FRAMES % "new TypeError('Load failed')"),
    "an error without frames": rejected(WITHOUT_FRAMES % "new Error('x')"),
    "a view transition that is skipped": rejected(
        "new DOMException('Skipped ViewTransition due to another transition starting', 'AbortError')"
    ),
    "a view transition that cannot start": rejected(
        "new DOMException('Transition was aborted because of invalid state', 'InvalidStateError')"
    ),
    "a storage that is closing": rejected(
        "new DOMException('The database connection is closing', 'InvalidStateError')"
    ),
    "a script of another origin": "dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))",
    "an observer": "dispatchEvent(new ErrorEvent('error', "
    "{ message: 'ResizeObserver loop completed with undelivered notifications.' }))",
}
"""JavaScript that causes harmless errors, which also occur on pages that work."""
EXTENSION = "chrome-extension://abcdefghijklmnop/inject.js"
OWN = """
;self.fault = (how) => {
    const broken = (call) => { call(); };
    const calls = {
        thrown: () => { throw new Error("a plate is upside down"); },
        rejected: () => { Promise.reject(new TypeError("a plate is upside down")); },
        native: () => { JSON.parse("{"); },
        reference: () => { plates.turn(); },
        other: () => { self.injected(); },
    };
    setTimeout(() => broken(calls[how]));
};
"""


def add_faults(page: Page) -> None:
    def add(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text() + OWN)

    page.route("**/_next/static/chunks/pages/_app-*.js", add)


def test_errors_of_other_code_change_nothing(walk: Walk) -> None:

    def opens() -> None:
        walk.open("/about")
        run_as(walk.guest.page, "self.injected = () => { throw new Error('injected'); }", EXTENSION)

    add_faults(walk.guest.page)
    opens()
    failed = []
    for name, script in {**FOREIGN_ERRORS, "an innermost frame of another": "fault('other')"}.items():
        run_as(walk.guest.page, script)
        run_as(walk.guest.page, "self.over = false; setTimeout(() => setTimeout(() => { self.over = true; }))")
        walk.wait_for("self.over || document.querySelector('main').textContent.startsWith('500')")
        if walk.guest.page.locator("footer").count() == 0:
            failed.append(name)
            walk.guest.console.clear()
            opens()
    assert failed == []
    walk.wait_until(lambda: "uncaught: injected" in walk.guest.console, lambda: "the last error")
    walk.follow("/contact")


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("native", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"),
        ("reference", "plates is not defined"),
    ],
)
def test_an_error_of_the_application_shows_the_error_page(walk: Walk, how: str, message: str) -> None:
    add_faults(walk.guest.page)
    walk.open("/about")
    run_as(walk.guest.page, f"fault('{how}')")
    assert_shows_error(walk.guest, CZECH, message=message)
    assert "info: a blank page" not in walk.guest.console


def test_later_errors_leave_the_error_page(walk: Walk) -> None:
    page = walk.guest.page
    add_faults(page)
    break_on_load(page, "/about", RENDER, "a plate is upside down")
    page.goto(walk.site + "/about")
    move(page)
    assert_shows_error(walk.guest, CZECH, message="a plate is upside down")
    for how in ("thrown", "rejected"):
        run_as(page, f"fault('{how}')")
    walk.guest.poll(lambda: sum(line.startswith("uncaught") for line in walk.guest.console) == 2, "both errors")
    assert_shows_error(walk.guest, CZECH, message="a plate is upside down")
    assert "info: a blank page" not in walk.guest.console


NO_CODE = re.compile(r"Unexpected token '<'|because its MIME type|Failed to load resource")


def answer_with_html(page: Page, path: str, headers: dict[str, str], always: bool = False) -> list[str]:
    """Replaces scripts with HTML, like a Wi-Fi login page. Returns the list of replaced URLs."""
    answered: list[str] = []

    def answer(route: Route) -> None:
        if route.request.resource_type == "script" and (always or not answered):
            answered.append(route.request.url)
            route.fulfill(content_type="text/html", headers=headers, body="<!doctype html><title>Sign in</title>")
        else:
            route.continue_()

    page.route(f"**/_next/static/chunks/pages{path}-*.js", answer)
    return answered


HEADERS = {"a script": {}, "nothing to be sniffed": {"X-Content-Type-Options": "nosniff"}}


@pytest.mark.parametrize("headers", HEADERS.values(), ids=HEADERS)
def test_html_in_place_of_code_on_a_navigation_loads_a_document(walk: Walk, headers: dict[str, str]) -> None:
    walk.open("/about")
    answered = answer_with_html(walk.guest.page, "/contact", headers)
    walk.guest.page.evaluate("self.before = true")
    walk.follow("/contact")
    assert len(answered) == 1
    assert not walk.guest.page.evaluate("self.before"), "no document was loaded"
    assert [line for line in walk.unexpected_logs if not NO_CODE.search(line)] == []
    walk.follow("/pricing")


def test_html_in_place_of_code_always_leaves_a_document(walk: Walk) -> None:
    page = walk.guest.page
    walk.open("/about")
    answered = answer_with_html(page, "/contact", {}, always=True)
    documents: list[str] = []
    page.on("request", lambda request: documents.extend([request.url] * request.is_navigation_request()))
    walk.link("/contact").click()
    page.wait_for_url(f"{walk.site}/contact")
    move(page)
    walk.guest.poll(lambda: len(answered) >= 2, "the document's own script")
    walk.guest.settle()
    expect(page.locator("h1")).to_have_text(heading("/contact"))
    assert documents == [walk.site + "/contact"]
    assert "info: a blank page" not in walk.guest.console
