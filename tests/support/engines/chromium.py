"""Controls Chromium through Playwright."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserType, ConsoleMessage, Error, Page

from tests.support.chromium import launch
from tests.support.engines.actions import SWIPE_STEPS
from tests.support.engines.engine import PLAIN, SIZE, Engine, EngineError, Look, OpenTab, Tab
from tests.support.visitor import touch

LOCAL = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
"""A Chromium option that blocks requests to other machines."""


class ChromiumTab(Tab):
    def __init__(self, page: Page) -> None:
        self._page = page
        self._console: list[str] = []
        page.on("console", self._printed)
        page.on("pageerror", lambda error: self._console.append(str(error)))

    def _printed(self, message: ConsoleMessage) -> None:
        if message.type in ("warning", "error"):
            self._console.append(message.text)

    def visit(self, url: str) -> None:
        self._do(lambda: self._page.goto(url))

    def reload(self) -> None:
        self._do(self._page.reload)

    def evaluate(self, script: str) -> Any:
        return self._do(lambda: self._page.evaluate(f"(async () => await ({script}))()"))

    def press(self, *keys: str) -> None:
        for key in keys:
            if key.isascii():
                self._page.keyboard.press("Space" if key == " " else key)
            else:
                self._page.keyboard.insert_text(key)  # Playwright has no keys for non-ASCII characters

    def wheel(self, down: int, across: int = 0) -> None:
        width, height = self.evaluate(SIZE)
        self._page.mouse.move(width // 2, height // 2)
        self._page.mouse.wheel(across, down)

    def move(self, across: float, down: float) -> None:
        self._page.mouse.move(across, down)

    def click_at(self, across: float, down: float) -> None:
        self._page.mouse.click(across, down)

    def tap_at(self, across: float, down: float) -> None:
        self._touch(("touchStart", across, down))

    def swipe_at(self, across: float, down: float, by: float) -> None:
        moves = [("touchMove", across + by * part / SWIPE_STEPS, down) for part in range(1, SWIPE_STEPS + 1)]
        self._touch(("touchStart", across, down), *moves)

    def _touch(self, *steps: tuple[str, float, float]) -> None:
        devtools = self._page.context.new_cdp_session(self._page)
        for kind, x, y in steps:
            touch(devtools, kind, (x, y))
        touch(devtools, "touchEnd")
        devtools.detach()

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def upload(self, selector: str, *files: Path) -> None:
        self._page.set_input_files(selector, list(files))

    def close(self) -> None:
        self._page.close()

    @property
    def console(self) -> Sequence[str]:
        self._page.wait_for_timeout(0)  # lets Playwright process the browser's events
        return self._console

    @staticmethod
    def _do(task: Any) -> Any:
        try:
            return task()
        except Error as error:
            raise EngineError(error.message) from error


@contextmanager
def _visitor(browser: Browser, look: Look) -> Iterator[OpenTab]:
    options = {"java_script_enabled": look.has_scripts, "device_scale_factor": look.zoom}
    with browser.new_context(locale="en-GB", **options) as context:  # pyright: ignore[reportArgumentType]

        def open_tab(width: int = 1280, height: int = 800) -> Tab:
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            if look.font_size != Look.font_size:
                sizes = {"standard": look.font_size, "fixed": look.font_size}
                context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
            return ChromiumTab(page)

        yield open_tab


def chromium(browser: Browser, look: Look = PLAIN) -> Engine:
    return Engine("chromium", partial(_visitor, browser, look))


@contextmanager
def running_chromium(browser_type: BrowserType, look: Look) -> Iterator[Engine]:
    """Starts Chromium with the existing Playwright instance, because each thread can have only one."""
    options: dict[str, Any] = {"ignore_default_args": ["--hide-scrollbars"]} if look.classic_scrollbars else {}
    arguments = [LOCAL]
    arguments += [f"--blink-settings=minimumFontSize={look.least_font_size}"] if look.least_font_size else []
    with launch(browser_type, arguments=arguments, **options) as browser:
        yield chromium(browser, look)
