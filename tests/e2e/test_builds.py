"""A newer build makes the next navigation a full load; a chunk that cannot be loaded, one load and then the error page.

Time is the test's own in all of them: it stands still until a test moves it.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Request, Route, expect

from tests.support.builds import Deployment
from tests.support.keeping import keeps_the_site
from tests.support.visitor import HYDRATED, SAVE_DATA, Visitor, follow, visitor

FIRST_CHECK_MS = 1_000
INTERVAL_MS = 3_600_000
RETRY_WINDOW_MS = 10_000
"""Milliseconds (`pwa/builds.js`)."""
LATEST = "**/builds/latest.json"
TITLE = "Chyba serveru"


class Guest(Visitor):
    """A visitor whose clock stands still."""

    documents: list[str]
    polls: int

    def begin(self) -> "Guest":
        self.documents = []
        self.polls = 0
        self.page.on("request", self._seen)
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1_000_000)
        return self

    def _seen(self, request: Request) -> None:
        if request.is_navigation_request():
            self.documents.append(request.url)
        self.polls += request.url.endswith("/builds/latest.json")

    def enters(self, url: str) -> None:
        """Loads `url` and waits until everything on it has begun; marks the document."""
        self.opens(url)
        self.settle()
        self.page.evaluate("window.marked = true")

    def passes(self, milliseconds: int) -> None:
        self.page.clock.fast_forward(milliseconds)
        self.settle()

    def loads(self, *urls: str) -> None:
        """Waits until these documents have been asked for, and the last one has taken the marked one's place."""
        self.poll(lambda: self.documents == list(urls), f"{urls}; loaded: {self.documents}")
        self.until(f"window.marked !== true && {HYDRATED}")

    @property
    def is_in_the_same_document(self) -> bool:
        return self.page.evaluate("window.marked === true")

    def follows(self, path: str) -> None:
        follow(self.page, path)
        self.settle()


def guest_of(seen: Visitor) -> Guest:
    return Guest(seen.page).begin()


def newer(guest: Guest, build: str = "newer") -> None:
    guest.page.unroute(LATEST)
    guest.page.route(LATEST, lambda route: route.fulfill(json={"id": build}))


def gone(guest: Guest, name: str, where: Callable[[Request], bool] = lambda _: True) -> None:
    """The script of the page `name` is not on the server any more."""

    def answer(route: Route) -> None:
        if where(route.request):
            route.fulfill(status=404)
        else:
            route.continue_()

    guest.page.route(f"**/_next/static/chunks/pages/{name}-*.js", answer)


def shows_error(guest: Guest) -> None:
    expect(guest.page.locator("h1")).to_have_text(TITLE)
    guest.settle()
    assert guest.page.locator("main").inner_text().startswith("500")
    expect(guest.page.locator("h1")).to_be_focused()
    expect(guest.page).to_have_title(f"500 {TITLE} · Studio Otisk")


# Asking for the newest build


def test_first_asked_a_second_after_the_load_and_then_now_and_again(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.enters(f"{site}/about")
        guest.passes(FIRST_CHECK_MS - 1)
        assert guest.polls == 0
        guest.passes(1)
        assert guest.polls == 1
        guest.passes(INTERVAL_MS - 1)
        assert guest.polls == 1
        guest.passes(1)
        assert guest.polls == 2
        guest.follows("/contact")
        assert guest.is_in_the_same_document, "it is the build that the server has"
        assert guest.troubles == []


def test_not_asked_while_hidden_or_offline(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.enters(f"{site}/about")
        see = """state => {
            Object.defineProperty(document, "visibilityState", { value: state, configurable: true })
            document.dispatchEvent(new Event("visibilitychange"))
        }"""
        guest.page.evaluate(see, "hidden")
        guest.passes(FIRST_CHECK_MS + 3 * INTERVAL_MS)
        assert guest.polls == 0
        guest.page.evaluate(see, "visible")
        guest.settle()
        assert guest.polls == 1
        guest.page.evaluate(see, "hidden")
        guest.page.evaluate(see, "visible")
        guest.settle()
        assert guest.polls == 1, "it has just been asked"
        guest.page.context.set_offline(True)
        guest.passes(3 * INTERVAL_MS)
        assert (guest.polls, guest.troubles) == (1, [])
        guest.page.context.set_offline(False)
        guest.poll(lambda: guest.polls == 2, "the question")


def test_a_failure_is_only_logged(browser: Browser, site: str) -> None:
    """What may fail is a table of its own (`tests/navigation/test_builds.py`)."""
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.page.route(LATEST, lambda route: route.fulfill(body="<html>"))
        guest.enters(f"{site}/about")
        guest.passes(FIRST_CHECK_MS)
        guest.poll(lambda: any("Failed to look for a newer build" in line for line in guest.console), "the log")
        assert not [line for line in guest.console if line.startswith("uncaught")]
        guest.follows("/contact")
        assert guest.is_in_the_same_document


# A newer build

WAYS = {
    # a page within the document, what takes the visitor from there, where to
    "back": ("/contact", "() => history.back()", "/about"),
    "a link": ("/contact", "() => document.querySelector(\"a[href='/portfolio']\").click()", "/portfolio"),
    "the language switch": ("/contact", "() => document.querySelector('a[hreflang=en]').click()", "/en/contact"),
    "code": ("/en/about", "() => { next.router.push('/links') }", "/links"),
}


def test_the_next_navigation_is_a_full_load(browser: Browser, site: str) -> None:
    """Whatever the way. Each starts in the document that the one before it has loaded, with a build of its own."""
    faults = []
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.enters(f"{site}/about")
        for way, (start, act, path) in WAYS.items():
            newer(guest, way)
            guest.page.evaluate("window.marked = true")
            guest.follows(start)
            if not guest.is_in_the_same_document:
                faults.append(f"{way}: a document before anybody has asked")
            guest.passes(FIRST_CHECK_MS)
            guest.documents.clear()
            guest.page.evaluate("window.marked = true")
            guest.page.evaluate(act)
            guest.loads(f"{site}{path}")
            guest.settle()
            if guest.documents != [f"{site}{path}"]:
                faults.append(f"{way}: {guest.documents}")
        assert [*faults, *guest.console] == []


def test_once_for_each_build(browser: Browser, site: str) -> None:
    """Where the full load brings the same build again, as from a service worker, navigation is as it was. A part of
    the page itself is no other page."""
    with visitor(browser) as seen:
        guest = guest_of(seen)
        newer(guest)
        guest.enters(f"{site}/about?from=letter")
        guest.passes(FIRST_CHECK_MS)
        guest.page.evaluate("next.router.push(location.pathname + location.search + '#content')")
        guest.settle()
        assert guest.page.url.endswith("#content") and guest.is_in_the_same_document
        guest.follows("/contact")
        assert not guest.is_in_the_same_document
        guest.page.evaluate("window.marked = true")
        guest.passes(FIRST_CHECK_MS)
        guest.follows("/about")
        assert guest.is_in_the_same_document
        newer(guest, "newest")
        guest.passes(INTERVAL_MS)
        guest.follows("/contact")
        assert not guest.is_in_the_same_document


# A chunk that cannot be loaded


def test_a_missing_chunk_is_one_load_and_then_the_error_page(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        gone(guest, "contact")
        guest.enters(f"{site}/about")
        guest.documents.clear()
        guest.page.evaluate("document.querySelector(`a[href='/contact']`).click()")
        guest.page.wait_for_url(f"{site}/contact")
        shows_error(guest)
        assert guest.documents == [f"{site}/contact"]
        guest.page.get_by_role("link").click()
        guest.page.wait_for_url(f"{site}/")
        guest.until(HYDRATED)


def test_pages_that_are_opened_without_their_chunks(browser: Browser, site: str) -> None:
    """Each is loaded once more; the guard against more than that ends after ten seconds, and is of one path."""
    contact, links = f"{site}/contact", f"{site}/links"
    steps = [(0, contact, 2), (RETRY_WINDOW_MS - 1, contact, 1), (1, contact, 2), (0, links, 2)]
    with visitor(browser) as seen:
        guest = guest_of(seen)
        gone(guest, "contact")
        gone(guest, "links")
        for later, url, loads in steps:
            guest.documents.clear()
            guest.page.clock.fast_forward(later)
            guest.page.goto(url)
            shows_error(guest)
            assert guest.documents == [url] * loads
        assert not [line for line in guest.console if line.startswith("uncaught")]


FORBIDDEN = """Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no") } })"""
FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }"""


@pytest.mark.parametrize("storage", [FORBIDDEN, FULL])
def test_without_storage_nothing_is_loaded_again(browser: Browser, site: str, storage: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.page.add_init_script(storage)
        gone(guest, "contact")
        guest.page.goto(f"{site}/contact")
        shows_error(guest)
        assert guest.documents == [f"{site}/contact"]


def test_the_second_failure_takes_the_place_of_a_living_page(browser: Browser, site: str) -> None:
    """The page's script is missing when it is navigated to, and there when a document asks for it."""
    with visitor(browser) as seen:
        guest = guest_of(seen)
        gone(guest, "contact", lambda request: not guest.page.url.endswith("/contact"))
        guest.enters(f"{site}/about")
        guest.follows("/contact")
        assert guest.documents == [f"{site}/about", f"{site}/contact"]
        guest.enters(f"{site}/about")
        guest.documents.clear()
        guest.page.evaluate("document.querySelector(`a[href='/contact']`).click()")
        shows_error(guest)
        assert guest.is_in_the_same_document and guest.documents == []
        guest.page.evaluate("() => { history.back() }")
        guest.poll(lambda: len(guest.documents) == 1, "another document")


def test_on_the_way_back(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.enters(f"{site}/contact#content")
        guest.follows("/about")
        guest.page.reload()
        guest.until(HYDRATED)
        gone(guest, "contact")
        guest.documents.clear()
        guest.page.evaluate("() => { history.back() }")
        guest.page.wait_for_url(f"{site}/contact#content")
        shows_error(guest)
        assert len(guest.documents) == 1


def test_a_chunk_within_a_page(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        fail = "void Promise.reject(Object.assign(new Error('chunk'), { name: 'ChunkLoadError' }))"
        guest.enters(f"{site}/contact")
        guest.page.evaluate(fail)
        guest.loads(*[f"{site}/contact"] * 2)
        guest.settle()
        guest.page.evaluate(fail)
        shows_error(guest)
        assert guest.documents == [f"{site}/contact"] * 2


def test_a_chunk_that_the_server_has_lost(browser: Browser, place: Deployment) -> None:
    """Who has a worker has the chunk; who has none is shown the error page."""
    with visitor(browser, worker=True) as equipped, visitor(browser) as seen:
        keeps_the_site(equipped, f"{place.url}/about")
        place.loses("contact")
        has_the_chunk(equipped, place.url)

        guest = guest_of(seen)
        guest.page.add_init_script(SAVE_DATA)  # Chromium never tells the end of preloading what is missing
        guest.enters(f"{place.url}/about")
        guest.documents.clear()
        guest.page.evaluate("document.querySelector(`a[href='/contact']`).click()")
        guest.page.wait_for_url(f"{place.url}/contact")
        shows_error(guest)
        assert guest.documents == [f"{place.url}/contact"]


def has_the_chunk(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/about")
    guest.until("navigator.serviceWorker.controller")
    guest.page.evaluate("window.marked = true")
    guest.requests.clear()
    follow(guest.page, "/contact")
    expect(guest.page.locator("h1")).to_contain_text("zavolejte")
    assert guest.page.evaluate("window.marked"), "not even one load"
    guest.opens(f"{site}/contact")
    guest.settle()
    expect(guest.page.locator("h1")).to_contain_text("zavolejte")
    assert guest.troubles == []
