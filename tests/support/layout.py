"""Uses `layout.js` to check the layout of pages. Can also delay requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from playwright.sync_api import Browser, Route

from tests.support.engines.engine import Tab
from tests.support.visitor import MAX_POLLS, POLL_INTERVAL_MS, Visitor, visitor

QUESTIONS = Path(__file__).with_name("layout.js")
HEIGHTS = {320: 640, 390: 844, 768: 1024, 1024: 768, 1280: 800, 1920: 1080}
LARGE_TEXT = "document.documentElement.style.fontSize = '212.5%'"

CUT_OFF = f"""(async () => {{
    if (!globalThis.layout) {{ {QUESTIONS.read_text()} }}
    for (const each of document.querySelectorAll('details')) each.open = true;
    await document.fonts.ready;
    await layout.frames();
    const excess = document.documentElement.scrollWidth - innerWidth;
    return [...(excess > 0 ? [`${{excess}} px too wide`] : []), ...layout.cutOff()];
}})()"""


@contextmanager
def layout_visitor(browser: Browser, width: int, **options: object) -> Iterator[Visitor]:
    viewport = {"width": width, "height": HEIGHTS[width]}
    with visitor(browser, viewport=viewport, **options) as guest:  # pyright: ignore[reportArgumentType]
        guest.page.add_init_script(path=QUESTIONS)
        yield guest


class DelayedRequests:
    def __init__(self, guest: Visitor, pattern: str) -> None:
        self.guest = guest
        self.held: dict[str, Route] = {}
        self._is_over = False
        guest.page.route(pattern, self._asked)

    def _asked(self, route: Route) -> None:
        if self._is_over:
            route.continue_()
        else:
            self.held[route.request.url] = route

    def wait(self) -> None:
        self.guest.poll(lambda: bool(self.held), "a request to delay")

    def release(self) -> None:
        """Waits until a request is delayed. Then sends all delayed requests and delays no further ones."""
        self.wait()
        self.end()

    def end(self) -> None:
        self._is_over = True
        while self.held:
            self.held.popitem()[1].continue_()

    def release_pictures(self) -> None:
        for _ in range(MAX_POLLS):
            awaited = self.guest.page.evaluate("layout.awaited()")
            if not awaited:
                return self.guest.page.evaluate("layout.frames()")
            for url in set(chain(*awaited)) & set(self.held):
                self.held.pop(url).continue_()
            self.guest.page.wait_for_timeout(POLL_INTERVAL_MS)
        raise AssertionError(f"timed out waiting for {awaited}; held: {list(self.held)}")


def overflow(guest: Visitor, *widths: int) -> Iterator[str]:
    for width in widths:
        guest.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        for found in guest.page.evaluate("layout.overflow()"):
            yield f"overflow at {width} px: {found}"


def cut_off(tab: Tab) -> list[str]:
    return tab.evaluate(CUT_OFF)
