"""Simulates a visitor with a separate browser profile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Error, FloatRect, Page, Request, Response

EXPECT_TIMEOUT_MS = 14_000
"""The timeout of Playwright's `expect`. Longer timeouts could hide errors, because members' pages retry after 15 s."""
POLL_INTERVAL_MS = 20
MAX_POLLS = 3000
ANIMATION_RATE = 20
QUIET_POLLS = 15
HYDRATED = """(() => {
    const root = document.getElementById("__next");
    const container = Object.keys(root || {}).find((key) => key.startsWith("__reactContainer$"));
    return container && !root[container].stateNode.current.memoizedState.isDehydrated;
})()"""
CHUNKS = "**/_next/static/chunks/**"
MAIN = "**/_next/static/chunks/main-*.js"
LEFT = "Execution context was destroyed"
"""Playwright's error if the browser leaves the page while a script runs."""
ABORTED = "net::ERR_ABORTED"
"""Chrome's error for requests that are cancelled because the visitor leaves the page."""
CONNECTION = """Object.defineProperty(navigator, "connection", {
    value: Object.assign(new EventTarget(), { saveData: false, effectiveType: "4g" }, %s)
})"""
WITHOUT_WORKERS = "delete Navigator.prototype.serviceWorker"
SAVE_DATA = CONNECTION % "{ saveData: true }"
IS_OK = "performance.getEntriesByType('navigation')[0].responseStatus === 200"
OWN_OFFER = "Banner not shown: beforeinstallpromptevent.preventDefault() called."
"""Chrome's message when the site shows its own install offer."""
NOT_LOADED = "Failed to load resource"
"""The start of Chrome's message about a failed request. The message lacks the URL."""
CUT_OFF = {"image", "font"}
CUT_OFF_PATHS = ("/_next/static/", "/icons/", "/builds/", "/config.json", "/workshops.json")


CORNER: FloatRect = {"x": 0, "y": 0, "width": 1, "height": 1}


@dataclass
class Visitor:
    """A page with its console messages and requests. `failed` lists requests with an error status or no response."""

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
        self.reads(url)
        self.acts()

    def reads(self, url: str) -> None:
        """Opens `url` without simulating input, so that the page does not load its application."""
        response = self.page.goto(url)
        if response:
            assert response.ok, f"{url}: {response.status}"
        else:  # the visitor was redirected, for example to the page in their language
            self.until(IS_OK)

    def acts(self) -> None:
        def hydrated() -> bool:
            move(self.page)
            return self.holds(HYDRATED)

        self.poll(hydrated, "the application")

    def speed_up_animations(self) -> None:
        session = self.page.context.new_cdp_session(self.page)
        session.send("Animation.setPlaybackRate", {"playbackRate": ANIMATION_RATE})

    def settle(self) -> None:
        """Waits until no request is pending and none has started for 0.3 s, because prefetching starts late."""
        counts = [-1] * QUIET_POLLS
        self.page.screenshot(clip=CORNER)

        def is_quiet() -> bool:
            counts.append(len(self.requests))
            return not self.pending and len(set(counts[-QUIET_POLLS:])) == 1

        self.poll(is_quiet, "the page to settle")

    def until(self, condition: str) -> None:
        """Waits until a JavaScript expression is true. Playwright's method needs `eval`, which the site forbids."""
        self.poll(lambda: self.holds(condition), condition)

    def holds(self, condition: str) -> bool:
        """Whether a JavaScript expression is true. Returns False while the browser loads another document."""
        try:
            return self.page.evaluate(f"(async () => Boolean(await ({condition})))()")
        except Error as error:
            if LEFT in error.message:
                return False
            raise

    def poll(self, done: Callable[[], bool], what: str) -> None:
        for _ in range(MAX_POLLS):
            if done():
                return
            self.page.wait_for_timeout(POLL_INTERVAL_MS)
        raise AssertionError(f"timed out waiting for {what}; pending: {[request.url for request in self.pending]}")

    @property
    def troubles(self) -> list[str]:
        return self.console + self.failed


def follow(page: Page, path: str) -> None:
    click = "path => { const link = document.querySelector(`a[href='${path}']`); link?.click(); return Boolean(link); }"
    for _ in range(MAX_POLLS):
        if page.evaluate(click, path):
            return page.wait_for_url(f"**{path}")
        page.wait_for_timeout(POLL_INTERVAL_MS)
    raise AssertionError(f"no link to {path}")


def move(page: Page) -> None:
    """Moves the mouse by a pixel, because the first input makes the page load its application."""
    page.mouse.move(1, 1)
    page.mouse.move(2, 1)


def touch(devtools: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    fingers = [{"x": x, "y": y} for x, y in points]
    devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def act_while_parsing(page: Page, id: str, act: str) -> None:
    """Runs `element.{act}` as soon as the element with the ID `id` exists, before the page's own scripts run."""
    page.add_init_script(f"""new MutationObserver((_, observer) => {{
        const element = document.getElementById("{id}");
        if (!element) return;
        observer.disconnect();
        element.{act};
    }}).observe(document, {{ childList: true, subtree: true }});""")


@contextmanager
def visitor(browser: Browser, *, worker: bool = False, **options: object) -> Iterator[Visitor]:
    """Yields a visitor with a new browser profile. `options` such as `locale` are passed to Playwright.

    If `worker` is false, the browser has no service worker.
    """
    context = browser.new_context(**{"locale": "cs-CZ", **options})  # pyright: ignore
    if not worker:
        context.add_init_script(WITHOUT_WORKERS)
    try:
        yield Visitor(context.new_page())
    finally:
        context.close()
