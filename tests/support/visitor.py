"""A visitor: a page in its own browser context, with its console messages and requests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, FloatRect, Page, Request, Response

POLL_INTERVAL_MS = 20
"""Between two checks of a page."""
MAX_POLLS = 3000
ANIMATION_RATE = 20
"""How many times faster than designed, for a visitor in a hurry."""
QUIET_POLLS = 15
HYDRATED = """(() => {
    const root = document.getElementById("__next");
    const container = Object.keys(root || {}).find((key) => key.startsWith("__reactContainer$"));
    return container && !root[container].stateNode.current.memoizedState.isDehydrated;
})()"""
"""Whether React has hydrated the document."""
MAIN = "**/_next/static/chunks/main-*.js"
"""The script that starts the application."""
LEFT = "Execution context was destroyed"
"""Playwright's message for an evaluation in a document that has been replaced meanwhile."""
ABORTED = "net::ERR_ABORTED"
"""The error of requests that are under way when the page is left."""
CONNECTION = """Object.defineProperty(navigator, "connection", {
    value: Object.assign(new EventTarget(), { saveData: false, effectiveType: "4g" }, %s)
})"""
"""A script that sets the properties of `navigator.connection`."""
WITHOUT_WORKERS = "delete Navigator.prototype.serviceWorker"
SAVE_DATA = CONNECTION % "{ saveData: true }"
OWN_OFFER = "Banner not shown: beforeinstallpromptevent.preventDefault() called."
"""Chrome's console message when the site makes its own offer to install."""
NOT_LOADED = "Failed to load resource"
"""How Chrome begins a message that does not name the URL."""
CUT_OFF = {"image", "font"}
CUT_OFF_PATHS = ("/_next/static/", "/icons/", "/builds/", "/config.json")
"""Types and paths of requests that may be: pictures, fonts, scripts and their preloading, the
browser's own icon, the questions for a newer build and for the settings."""


CORNER: FloatRect = {"x": 0, "y": 0, "width": 1, "height": 1}
"""What is taken of a page to have a frame drawn, so that what waits to be seen has been: a whole one takes long to
encode."""


@dataclass
class Visitor:
    """`console` holds warnings, errors and everything else the page printed; `failed` the requests that got no answer
    or a status of 400 and above; `requests` every URL asked for; `pending` the requests under way; `sockets` every
    websocket."""

    page: Page
    console: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    pending: set[Request] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.on("console", self._printed)
        self.page.on("pageerror", lambda error: self.console.append(f"uncaught: {error}"))
        self.page.on("request", self._asked)
        self.page.on("requestfinished", lambda request: self.pending.discard(request))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)
        self.page.on("websocket", lambda socket: self.sockets.append(socket.url))

    def _printed(self, message: ConsoleMessage) -> None:
        if not message.text.startswith(OWN_OFFER):
            asked_for = f" {message.location['url']}" if message.text.startswith(NOT_LOADED) else ""
            self.console.append(f"{message.type}: {message.text}{asked_for}")

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)
        self.pending.add(request)

    def _failed(self, request: Request) -> None:
        self.pending.discard(request)
        was_left = request.resource_type in CUT_OFF or urlsplit(request.url).path.startswith(CUT_OFF_PATHS)
        if request.failure != ABORTED or not was_left:
            self.failed.append(f"{request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.failed.append(f"{response.url} {response.status}")

    def opens(self, url: str) -> None:
        """Loads `url`, acts, and waits until the page is hydrated."""
        self.reads(url)
        self.acts()

    def reads(self, url: str) -> None:
        """Loads `url`, and does nothing else."""
        response = self.page.goto(url)
        assert response and response.ok, url

    def acts(self) -> None:
        """Moves the pointer until the page is hydrated."""

        def hydrated() -> bool:
            move(self.page)
            return self.holds(HYDRATED)

        self.poll(hydrated, "the application")

    def hurries(self) -> None:
        """Has animations take a twentieth of their time: to draw each of their frames without a graphics card takes a
        third of a visit to full-page sections."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("Animation.setPlaybackRate", {"playbackRate": ANIMATION_RATE})

    def settle(self) -> None:
        """Waits until nothing was asked for, and nothing under way, for a few rounds: preloading starts late."""
        settle(self)

    def until(self, condition: str) -> None:
        """Waits until a JavaScript expression, or what it promises, is true. Playwright's own way evaluates strings,
        which the site forbids."""
        self.poll(lambda: self.holds(condition), condition)

    def holds(self, condition: str) -> bool:
        """Whether a JavaScript expression is true; nothing is while the page gives way to another one."""
        try:
            return self.page.evaluate(f"(async () => Boolean(await ({condition})))()")
        except Error as error:
            if LEFT in error.message:
                return False
            raise

    def poll(self, done: Callable[[], bool], what: str) -> None:
        """Waits until `done` is true; raises an AssertionError that names `what` when it never is."""
        for _ in range(MAX_POLLS):
            if done():
                return
            self.page.wait_for_timeout(POLL_INTERVAL_MS)
        raise AssertionError(f"waited in vain for {what}; under way: {[request.url for request in self.pending]}")

    @property
    def troubles(self) -> list[str]:
        """Every unexpected message and failed request."""
        return self.console + self.failed


def settle(*visitors: Visitor) -> None:
    """Waits until that is so of all of them, which takes no longer than of one."""
    asked = [-1] * QUIET_POLLS
    for each in visitors:
        each.page.screenshot(clip=CORNER)

    def quiet() -> bool:
        asked.append(sum(len(each.requests) for each in visitors))
        return not any(each.pending for each in visitors) and len(set(asked[-QUIET_POLLS:])) == 1

    visitors[0].poll(quiet, "the page to settle")


def follow(page: Page, path: str) -> None:
    """Follows a link of the page, as a click does, without loading a document.

    It is found and clicked in one go: the address changes before the page does, and a click on a link that has just
    been taken off the page would load a document.
    """
    page.wait_for_selector(f'a[href="{path}"]', state="attached")
    page.evaluate("path => document.querySelector(`a[href='${path}']`).click()", path)
    page.wait_for_url(f"**{path}")


def move(page: Page) -> None:
    """Moves the pointer by a pixel, which has the page fetch its application."""
    page.mouse.move(1, 1)
    page.mouse.move(2, 1)


@contextmanager
def visitor(browser: Browser, *, worker: bool = False, **options: object) -> Iterator[Visitor]:
    """A visitor with a fresh context; `options` are Playwright's (locale, viewport, …).

    Without `worker` the browser knows no service workers: what a page asks for, it asks the server.
    """
    context = browser.new_context(**{"locale": "cs-CZ", **options})  # pyright: ignore
    if not worker:
        context.add_init_script(WITHOUT_WORKERS)
    try:
        yield Visitor(context.new_page())
    finally:
        context.close()
