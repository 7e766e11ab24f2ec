"""After a new build, the next navigation is a full page load. Missing scripts make pages check for a new build."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, Route, expect

from app.content.studio import STUDIO
from tests.support.visitor import HYDRATED, Visitor, follow, move

pytestmark = pytest.mark.mostly_nightly

FIRST_CHECK_MS = 1_000
INTERVAL_MS = 3_600_000
FRAME_MS = 100
LATEST = "**/builds/latest.json"
CONTACT = "zavolejte"
WAYS = [
    pytest.param("/contact", "() => history.back()", "/about", id="back", marks=pytest.mark.main),
    pytest.param(
        "/contact", "() => document.querySelector('a[hreflang=en]').click()", "/en/contact", id="the language switch"
    ),
    pytest.param("/en/about", "() => { next.router.push('/links') }", "/links", id="code"),
]
"""Each case has a start page, JavaScript that navigates, and the target page."""
RECORD = 'addEventListener("chunk:error", ({ detail }) => (window.errors ||= []).push(detail))'


class Guest(Visitor):
    def __post_init__(self) -> None:
        super().__post_init__()
        self.documents: list[str] = []
        self.polls = 0
        self.page.on("request", self._seen)
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1_000_000)

    def _seen(self, request: Request) -> None:
        if request.is_navigation_request():
            self.documents.append(request.url)
        self.polls += request.url.endswith("/builds/latest.json")

    def acts(self) -> None:
        def hydrated() -> bool:
            move(self.page)
            self.page.clock.run_for(1)
            return self.holds(HYDRATED)

        self.poll(hydrated, "the application")

    def enters(self, url: str) -> None:
        """Opens `url` and sets `window.marked`, which a reload would remove."""
        self.opens(url)
        self.settle()
        self.page.clock.run_for(FRAME_MS)  # starts fullpage.js, which loads more pictures and fonts
        self.settle()
        self.page.evaluate("window.marked = true")

    def passes(self, milliseconds: int) -> None:
        self.page.clock.fast_forward(milliseconds)
        self.settle()

    def loads(self, *urls: str) -> None:
        self.poll(lambda: self.documents == list(urls), f"{urls}; loaded: {self.documents}")
        self.until("window.marked !== true")
        self.acts()

    @property
    def is_in_the_same_document(self) -> bool:
        return self.page.evaluate("window.marked === true")

    def follows(self, path: str) -> None:
        follow(self.page, path)
        self.settle()


def offer_newer_build(guest: Guest, build: str = "newer") -> None:
    guest.page.unroute(LATEST)
    guest.page.route(LATEST, lambda route: route.fulfill(json={"id": build}))


def remove_page_script(guest: Guest, name: str, where: Callable[[Request], bool] = lambda _: True) -> None:
    def answer(route: Route) -> None:
        if where(route.request):
            route.fulfill(status=404)
        else:
            route.continue_()

    guest.page.route(f"**/_next/static/chunks/pages/{name}-*.js", answer)


def assert_contact_stays(guest: Guest) -> None:
    """Waits for a request for the contact page's script. Asserts that the page is not hydrated."""

    def tried() -> bool:
        move(guest.page)
        guest.page.clock.run_for(1)
        return guest.holds("document.querySelector(`script[src*='/pages/contact-']`)")

    guest.poll(tried, "a request for the application")
    guest.settle()
    expect(guest.page.locator("h1")).to_contain_text(CONTACT)
    expect(guest.page.locator("footer")).to_have_count(1)
    assert not guest.holds(HYDRATED)


def assert_shows_error(guest: Guest, message: str) -> None:
    expect(guest.page.locator("h1")).to_have_text(re.compile(re.escape(message)))
    guest.settle()
    assert guest.page.locator("main").inner_text().startswith("500")
    expect(guest.page.locator("h1")).to_be_focused()
    expect(guest.page).to_have_title(re.compile(f"500 .*{re.escape(message)}.* · {STUDIO.name}"))


@pytest.fixture
def guest(guest: Visitor) -> Guest:
    return Guest(guest.page)


@pytest.mark.parametrize(("start", "act", "path"), WAYS)
def test_the_next_navigation_is_a_full_load(guest: Guest, site: str, start: str, act: str, path: str) -> None:
    guest.enters(f"{site}/about")
    offer_newer_build(guest)
    guest.follows(start)
    assert guest.is_in_the_same_document, "a full load before polling"
    guest.passes(FIRST_CHECK_MS)
    guest.documents.clear()
    guest.page.evaluate(act)
    guest.loads(f"{site}{path}")
    guest.settle()
    assert [*guest.documents, *guest.console] == [f"{site}{path}"]


def test_each_build_causes_only_one_full_load(guest: Guest, site: str) -> None:
    offer_newer_build(guest)
    guest.enters(f"{site}/about?from=letter")
    guest.passes(FIRST_CHECK_MS)
    guest.page.evaluate("next.router.push(location.pathname + location.search + '#content')")
    guest.settle()
    assert guest.page.url.endswith("#content") and guest.is_in_the_same_document
    guest.follows("/contact")
    assert not guest.is_in_the_same_document
    guest.acts()
    guest.page.evaluate("window.marked = true")
    guest.passes(FIRST_CHECK_MS)
    guest.follows("/about")
    assert guest.is_in_the_same_document
    offer_newer_build(guest, "newest")
    guest.passes(INTERVAL_MS)
    guest.follows("/contact")
    assert not guest.is_in_the_same_document


def open_and_record(guest: Guest, site: str) -> list[dict]:
    guest.page.add_init_script(RECORD)
    guest.enters(f"{site}/about")
    guest.until("window.errors")
    guest.settle()
    return guest.page.evaluate("window.errors")


@pytest.mark.main
def test_a_newer_build_is_found_at_once(guest: Guest, site: str) -> None:
    offer_newer_build(guest)
    remove_page_script(guest, "contact")
    open_and_record(guest, site)
    assert guest.is_in_the_same_document, "a failed preload must not reload the page"
    guest.page.evaluate("document.querySelector(`a[href='/links']`).click()")
    guest.loads(f"{site}/about", f"{site}/links")


def test_a_network_error_does_not_ask_for_the_build(guest: Guest, site: str) -> None:
    guest.page.route("**/_next/static/chunks/pages/contact-*.js", lambda route: route.abort("internetdisconnected"))
    [error] = open_and_record(guest, site)
    assert error == {"path": "/contact", "status": None}
    assert guest.polls == 0


@pytest.mark.main
def test_a_page_whose_chunk_is_missing_is_loaded_as_a_document(guest: Guest, site: str) -> None:
    remove_page_script(guest, "contact")
    guest.enters(f"{site}/about")
    guest.documents.clear()
    guest.page.evaluate("document.querySelector(`a[href='/contact']`).click()")
    guest.page.wait_for_url(f"{site}/contact")
    assert_contact_stays(guest)
    assert guest.documents == [f"{site}/contact"]
    guest.page.locator("footer a[href='/links']").click()
    guest.page.wait_for_url(f"{site}/links")
    guest.acts()


def test_a_second_failure_shows_the_error_page(guest: Guest, site: str) -> None:
    remove_page_script(guest, "contact", lambda request: not guest.page.url.endswith("/contact"))
    guest.enters(f"{site}/about")
    guest.follows("/contact")
    guest.poll(lambda: guest.documents == [f"{site}/about", f"{site}/contact"], "a document")
    guest.enters(f"{site}/about")
    guest.documents.clear()
    guest.page.evaluate("document.querySelector(`a[href='/contact']`).click()")
    assert_shows_error(guest, "Failed to load script")
    assert guest.is_in_the_same_document and guest.documents == []
    guest.page.evaluate("() => { history.back() }")
    guest.poll(lambda: len(guest.documents) == 1, "another document")


def test_back_to_a_page_whose_chunk_is_missing(guest: Guest, site: str) -> None:
    guest.enters(f"{site}/contact#content")
    guest.follows("/about")
    guest.page.reload()
    guest.acts()
    guest.page.evaluate("window.marked = true")
    remove_page_script(guest, "contact")
    guest.documents.clear()
    guest.page.evaluate("() => { history.back() }")
    guest.page.wait_for_url(f"{site}/contact#content")
    guest.until("window.marked !== true")  # wait, because the document loads after the URL has changed
    assert_contact_stays(guest)
    assert len(guest.documents) == 1


def test_a_chunk_within_a_page(guest: Guest, site: str) -> None:
    fail = "void Promise.reject(Object.assign(new Error('chunk'), { name: 'ChunkLoadError' }))"
    guest.enters(f"{site}/contact")
    guest.page.evaluate(fail)
    guest.loads(*[f"{site}/contact"] * 2)
    guest.settle()
    guest.page.evaluate(fail)
    assert_shows_error(guest, "chunk")
    assert guest.documents == [f"{site}/contact"] * 2
