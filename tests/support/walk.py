"""Visits the site's pages in a browser with missing or faulty features."""

import html
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache

from playwright.sync_api import Browser, Error, Locator, TimeoutError

from builder.inputs import DIST
from tests.support.broken import LARGE, BrokenBrowser
from tests.support.fullpage import FLOWS, FULL, LATE_FONTS, SEEN
from tests.support.visitor import HYDRATED, Visitor, move, visitor

HEIGHTS = {1280: 800, 390: 844}
CLICK_TIMEOUT_MS = 20_000
POLL_INTERVAL_MS = 40
CATEGORY = "/portfolio/weddings"
FULL_OR_LATE = f"{FULL} || {FLOWS} && {LATE_FONTS}"
"""JavaScript that is true once fullpage.js has started, and if a late font prevents it from starting."""
NEVER = {"info: the error page", "info: a blank page"}
"""Console messages that make a test fail."""
REPORTED = re.compile(
    r'warning: (\[(?P<document>[\d.]+)\] )?The extra "(?P<name>[\w -]+)" (is off|waits for its script): .*', re.DOTALL
)
SHOWN = """(() => {
    const heading = document.querySelector("h1")?.textContent.replace(/\\s+/g, " ").trim();
    const isStyled = [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet);
    const isWhole = isStyled && document.readyState !== "loading" && document.body?.innerText.trim().length > 200;
    return [location.pathname, document.documentElement?.lang, heading, isWhole];
})()"""
ALL_EVENTS = """() => {
    for (const name of ["visibilitychange", "scroll"]) happen(document, name);
    for (const name of ["resize", "online", "storage", "pageshow", "focus"]) happen(window, name);
}"""


@cache
def heading(path: str) -> str:
    file = "index" if path == "/" else path.strip("/")
    [inner] = re.findall(r"<h1[^>]*>(.*?)</h1>", (DIST / f"site/{file}.html").read_text(), re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", inner)).split())


@dataclass
class Walk:
    guest: Visitor
    site: str
    broken: BrokenBrowser
    began: float = field(default_factory=time.time)

    def wait_until(self, done: Callable[[], object], what: Callable[[], str]) -> None:
        """Waits until `done()` is true. Fails immediately if the page is blank or shows an error."""
        for _ in range(CLICK_TIMEOUT_MS // POLL_INTERVAL_MS):
            if done():
                return
            if NEVER & {*self.guest.console}:
                break
            self.guest.page.wait_for_timeout(POLL_INTERVAL_MS)
        raise AssertionError(f"timed out waiting for {what()}; console: {self.guest.console}")

    def wait_for(self, condition: str) -> None:
        self.wait_until(lambda: self.guest.holds(condition), lambda: condition)

    def wait_for_page(self, path: str) -> None:
        """Waits until the page at `path` is complete. If the browser can hydrate pages, also waits for hydration."""
        wanted = [path, "en" if path.startswith("/en") else "cs", heading(path), True]
        is_shown = f"JSON.stringify({SHOWN}) === JSON.stringify({json.dumps(wanted)})"
        self.wait_until(lambda: self.guest.holds(is_shown), lambda: f"{wanted}; saw {self.guest.page.evaluate(SHOWN)}")
        if not self.broken.hydrates:
            return
        self.wait_until(self._try_hydrate, lambda: "the application")
        if self.broken.later_script and self.guest.holds("self.changed !== location.pathname"):
            if path == "/" and self.is_full:
                self.wait_for(FULL_OR_LATE)
            self.guest.page.evaluate(self.broken.later_script)
            self.guest.page.evaluate("self.changed = location.pathname")

    def _try_hydrate(self) -> bool:
        move(self.guest.page)
        return self.guest.holds(f"self.walked ||= {HYDRATED}")

    @property
    def is_full(self) -> bool:
        off = any(name in ("fullpage", "application") for _, name in self.reported)
        return self.broken.hydrates and self.broken.width == LARGE and self.broken.loads_extras and not off

    def link(self, path: str) -> Locator:
        link = self.guest.page.locator(f"a[href='{path}']:visible").first
        menu = self.guest.page.locator("summary:visible")
        if not link.count() and menu.count():
            menu.click()
        return link

    def reveal(self, link: Locator) -> None:
        if self.is_full and self.guest.holds("document.querySelector('.section')"):
            self.wait_for(FULL_OR_LATE)
        link.focus()

    def follow(self, path: str) -> None:
        link = self.link(path)
        if link.count():
            self.reveal(link)
            link.click()
        else:
            self.guest.page.goto(self.site + path, wait_until="commit")
        self.wait_for_page(path)

    def open(self, path: str) -> None:
        self.guest.page.goto(self.site + path, wait_until="commit")
        assert self.guest.page.evaluate("self.isBroken"), "a quirk's script has failed"
        self.wait_for_page(path)

    def visit_sections(self) -> None:
        page = self.guest.page
        if self.is_full:
            self.wait_for(FULL_OR_LATE)
        page.evaluate(ALL_EVENTS)
        if self.broken.width == LARGE:
            page.locator("nav a[href='/#work']:visible").click()
        else:
            page.locator("[id='work/1']").scroll_into_view_if_needed()
        self.wait_for(f"(({SEEN})()).includes('work')")
        if self.broken.hydrates and self.broken.loads_settings:
            self.refuse_consent()
        page.locator("[id='work/1'] a[rel=next]").click()
        self.wait_for(f"(({SEEN})()).includes('work/2')")

    def refuse_consent(self) -> None:
        """Declines the consent dialog, which covers the bottom of the page."""
        refusal = self.guest.page.locator("section[lang] button").first
        refusal.click()
        self.wait_until(lambda: not refusal.count(), lambda: "the question to go")

    def visit_picture(self) -> None:
        page = self.guest.page
        picture = page.locator("figure a:has(picture)").first
        self.reveal(picture)
        picture.click()
        dialog = page.locator("dialog[open]")

        def opened() -> bool:
            return page.url.endswith(".jpg") or dialog.locator("img").count() > 0

        self.wait_until(opened, lambda: "the picture")
        if self.broken.hydrates and self.broken.loads_extras:
            assert dialog.is_visible()
        if page.url.endswith((".jpg", "/large")):
            page.go_back(wait_until="commit")
        else:
            page.keyboard.press("Escape")
        self.wait_for_page(CATEGORY)
        self.wait_until(lambda: not dialog.count(), lambda: "the picture to close")

    def print_poster(self) -> None:
        page = self.guest.page
        press, copy, save = page.locator("main button").all()[:3]
        sheet, note = page.locator("main [role=img]"), page.locator("main [role=status]")
        before = sheet.inner_html()
        press.click()
        self.wait_until(lambda: sheet.inner_html() != before, lambda: "another poster")
        said = note.inner_text()
        copy.click()
        self.wait_until(lambda: note.inner_text() != said, lambda: "a note about the copied link")
        with page.expect_download(timeout=CLICK_TIMEOUT_MS):
            save.click()

    def run(self) -> None:
        self.open("/")
        self.visit_sections()
        self.follow("/portfolio")
        if self.broken.is_brief:
            self.switch_language("/en/portfolio")
        else:
            self.follow(CATEGORY)
            self.visit_picture()
            self.follow("/bam")
            if self.broken.hydrates:
                self.print_poster()
            self.switch_language("/en/bam")
        self.follow("/en/contact")

    def switch_language(self, path: str) -> None:
        self.guest.page.locator("a[hreflang]:visible").first.click()
        self.wait_for_page(path)

    @property
    def reported(self) -> list[tuple[str, str]]:
        """The extras that were reported as off or late, as pairs of the document's time origin and the extra's name."""
        return [
            (found["document"], found["name"]) for line in self.guest.console if (found := REPORTED.fullmatch(line))
        ]

    @property
    def unexpected_logs(self) -> list[str]:
        logs = re.compile(self.broken.allowed_logs or "(?!)", re.DOTALL)
        return [line for line in self.guest.console if not REPORTED.fullmatch(line) and not logs.fullmatch(line)]


def _try_click(button: Locator) -> None:
    with suppress(Error):
        button.click(timeout=1_000)


@contextmanager
def walking(browser: Browser, site: str, broken: BrokenBrowser) -> Iterator[Walk]:
    """Yields a visitor. Closes notices automatically, because they would cover links."""
    viewport = {"width": broken.width, "height": HEIGHTS[broken.width]}
    with visitor(browser, worker=True, viewport=viewport) as guest:
        page = guest.page
        page.set_default_timeout(CLICK_TIMEOUT_MS)
        page.add_init_script(broken.early_script)
        guest.speed_up_animations()
        notice = page.locator("[role=status] button[aria-label]")
        page.add_locator_handler(notice, _try_click, no_wait_after=True)
        try:
            yield Walk(guest, site, broken)
        except TimeoutError as error:
            raise AssertionError(f"{error.message}; console: {guest.console}") from None
