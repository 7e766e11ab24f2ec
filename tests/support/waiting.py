from playwright.sync_api import Page, ViewportSize

from tests.support.visitor import Visitor

LATEST = "/builds/latest.json"
"""The last URL that a page requests on startup."""
RESTORED = "addEventListener('pageshow', ({ persisted }) => { window.restored = persisted; })"
"""JavaScript that sets `restored` when the browser restores the document from its back/forward cache."""
AWAITS_NO_LOCK = "navigator.locks.query().then(({ pending }) => !pending.length)"
"""JavaScript that returns true if no Web Lock request is pending. A pending request prevents back/forward caching."""
RESIZED = """async ([width, height]) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== width || innerHeight !== height) await frame();
    await frame();
    await frame();
}"""


def wait_for_request(guest: Visitor, end: str) -> None:
    guest.poll(lambda: any(url.endswith(end) for url in guest.requests), f"a request for {end}")


def wait_for_message(guest: Visitor, *texts: str) -> None:
    guest.poll(lambda: any(all(text in line for text in texts) for line in guest.console), f"{texts} in the console")


def wait_for_animations(guest: Visitor) -> None:
    guest.until("document.getAnimations().every(({ playState }) => playState !== 'running')")


def run_timers(milliseconds: int, *pages: Page) -> None:
    """Waits until all timers due within `milliseconds` have fired in each page."""
    for page in pages:
        page.evaluate(f"void (window.laterTimer = new Promise((done) => setTimeout(done, {milliseconds})))")
    for page in pages:
        page.evaluate("window.laterTimer")


def resize(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.evaluate(RESIZED, [size["width"], size["height"]])
