"""A browser tab with a paused clock, for tests of updates and missing files."""

import re
from collections.abc import Callable

from playwright.sync_api import Request, Route, expect

from tests.support.visitor import HYDRATED, Visitor, follow, move

FIRST_CHECK_MS = 1_000
INTERVAL_MS = 3_600_000
"""The time between two checks for a new build, in ms."""
FRAME_MS = 100
LATEST = "**/builds/latest.json"
CONTACT = "zavolejte"
"""A word in the contact page's heading."""


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
        """Moves the mouse, then advances the clock until React has hydrated the page."""

        def hydrated() -> bool:
            move(self.page)
            self.page.clock.run_for(1)
            return self.holds(HYDRATED)

        self.poll(hydrated, "the application")

    def enters(self, url: str) -> None:
        """Opens `url` and waits for all requests to finish. Sets `window.marked`, which a reload would remove."""
        self.opens(url)
        self.settle()
        self.page.clock.run_for(FRAME_MS)  # lets fullpage.js start, and more pictures and fonts load
        self.settle()
        self.page.evaluate("window.marked = true")

    def passes(self, milliseconds: int) -> None:
        self.page.clock.fast_forward(milliseconds)
        self.settle()

    def loads(self, *urls: str) -> None:
        """Waits until the browser has requested exactly the documents `urls` and has loaded the last of them."""
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
    """Responds with 404 to requests for the page's script if `where(request)` is true."""

    def answer(route: Route) -> None:
        if where(route.request):
            route.fulfill(status=404)
        else:
            route.continue_()

    guest.page.route(f"**/_next/static/chunks/pages/{name}-*.js", answer)


def assert_contact_stays(guest: Guest) -> None:
    """Waits until the contact page's script is requested. Asserts that the page is shown, but not hydrated."""

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
    expect(guest.page).to_have_title(re.compile(f"500 .*{re.escape(message)}.* · Studio Otisk"))
