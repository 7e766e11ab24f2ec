"""A walk through the site with a broken browser: what each page shows, and which extras are reported as off."""

import html
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache

from playwright.sync_api import Browser, Error, Locator, TimeoutError

from builder.inputs import DIST
from tests.support.broken import LARGE, Break, later, script
from tests.support.fullpage import FULL, SEEN
from tests.support.visitor import HYDRATED, LEFT, Visitor, move, visitor

HEIGHTS = {1280: 800, 390: 844}
"""Widths of the window in CSS pixels, each with its height."""
CLICK_TIMEOUT_MS = 20_000
"""For a click to take effect."""
POLL_INTERVAL_MS = 40
"""Between two checks of a page."""
CATEGORY = "/portfolio/weddings"
NEVER = {"info: the error page", "info: a blank page"}
"""What a visitor must never see (`broken.SEEN` logs it)."""
TOLD = re.compile(r'warning: (\[(?P<document>[\d.]+)\] )?The extra "(?P<name>[\w -]+)" is off: .*', re.DOTALL)
"""The site's only messages in the console."""
SHOWN = """() => {
    const heading = document.querySelector("h1")?.textContent.replace(/\\s+/g, " ").trim();
    const isStyled = [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet);
    const isWhole = isStyled && document.readyState !== "loading" && document.body?.innerText.trim().length > 200;
    return [location.pathname, document.documentElement?.lang, heading, isWhole];
}"""
ALL_AT_ONCE = """() => {
    for (const name of ["visibilitychange", "scroll"]) happen(document, name);
    for (const name of ["resize", "online", "storage", "pageshow", "focus"]) happen(window, name);
}"""
"""What pages listen to, as a browser sends it in the course of a visit."""


@cache
def heading(path: str) -> str:
    """The text of the h1 in the HTML of the page at `path`."""
    file = "index" if path == "/" else path.strip("/")
    [inner] = re.findall(r"<h1[^>]*>(.*?)</h1>", (DIST / f"site/{file}.html").read_text(), re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", inner)).split())


@dataclass
class Walk:
    """A visitor with a broken browser, on the way through the site at `site`; `alive` says whether its pages come to
    life, or stay documents; `began` is when it set out, in seconds since 1970."""

    guest: Visitor
    site: str
    broken: Break
    alive: bool = True
    began: float = field(default_factory=time.time)

    # Waiting

    def waits(self, done: Callable[[], object], what: Callable[[], str]) -> None:
        """Waits until something is done; raises an AssertionError as soon as a visitor sees what must never be seen."""
        for _ in range(CLICK_TIMEOUT_MS // POLL_INTERVAL_MS):
            if done():
                return
            if NEVER & {*self.guest.console}:
                break
            self.guest.page.wait_for_timeout(POLL_INTERVAL_MS)
        raise AssertionError(f"waited in vain for {what()}; console: {self.guest.console}")

    def until(self, condition: str) -> None:
        """Waits until a JavaScript expression is true."""

        def holds() -> bool:
            return self.asks(f"() => Boolean({condition})") is True

        self.waits(holds, lambda: condition)

    def asks(self, question: str) -> object:
        """What the page answers; nothing while it gives way to another one."""
        try:
            return self.guest.page.evaluate(question)
        except Error as error:
            if LEFT in error.message:
                return None
            raise

    def arrives(self, path: str) -> None:
        """Waits until the page at `path` is shown, whole, and has come to life."""
        wanted = [path, "en" if path.startswith("/en") else "cs", heading(path), True]
        seen: list[object] = [None]

        def shown() -> bool:
            seen[0] = self.asks(SHOWN)
            return seen[0] == wanted

        self.waits(shown, lambda: f"{wanted}; saw {seen[0]}")
        if not self.alive:
            return
        self.waits(self.acts, lambda: "the application")
        if self.broken.later and self.asks("self.changed !== location.pathname"):
            if path == "/" and self.is_full:
                self.until(FULL)
            self.changes()

    def acts(self) -> bool:
        """Moves the pointer; whether the page has come to life."""
        move(self.guest.page)
        return self.asks(f"() => Boolean(self.walked ||= {HYDRATED})") is True

    def changes(self) -> None:
        """Somebody else changes the document."""
        self.guest.page.evaluate(later(self.broken))
        self.guest.page.evaluate("self.changed = location.pathname")

    # Going on

    @property
    def is_full(self) -> bool:
        """Whether fullpage.js moves the sections of a page that has some: it may have gone off on an earlier one."""
        off = any(name in ("fullpage", "application") for _, name in self.told)
        return self.alive and self.broken.width == LARGE and self.broken.full and not off

    def link(self, path: str) -> Locator:
        """The first link to `path` that can be seen, if need be in the menu."""
        link = self.guest.page.locator(f"a[href='{path}']:visible").first
        menu = self.guest.page.locator("summary:visible")
        if not link.count() and menu.count():
            menu.click()
        return link

    def reveals(self, link: Locator) -> None:
        """Goes to a link with the keyboard: its section comes into view."""
        if self.is_full and self.asks("() => Boolean(document.querySelector('.section'))"):
            self.until(FULL)
        link.focus()

    def follows(self, path: str) -> None:
        """Clicks on a link; where somebody has taken it away, types the address."""
        link = self.link(path)
        with self.leaving():
            if link.count():
                self.reveals(link)
                link.click()
            else:
                self.guest.page.goto(self.site + path, wait_until="commit")
        self.arrives(path)

    @contextmanager
    def leaving(self) -> Iterator[None]:
        """What is done takes the visitor to another page; where the broken browser loads each, to another document."""
        self.asks("self.left = true")
        yield
        if self.alive and self.broken.loads:
            self.until("!self.left")

    # The stops

    def opens(self, path: str) -> None:
        self.guest.page.goto(self.site + path, wait_until="commit")
        assert self.guest.page.evaluate("self.isBroken"), "the table's script cannot be run"
        self.arrives(path)

    def looks_around(self) -> None:
        """Goes through sections and slides of the home page."""
        page = self.guest.page
        if self.is_full:
            self.until(FULL)
        page.evaluate(ALL_AT_ONCE)
        if self.broken.presses:
            self.until(f"document.querySelector('{self.broken.presses}')")  # a locator would have the notice closed
            page.evaluate(f"document.querySelector('{self.broken.presses}').click()")
        if self.broken.width == LARGE:
            page.locator("nav a[href='/#work']:visible").click()
        else:
            page.locator("[id='work/1']").scroll_into_view_if_needed()
        self.until(f"(({SEEN})()).includes('work')")
        if self.alive and self.broken.asks:
            self.answers()
        page.locator("[id='work/1'] a[rel=next]").click()
        self.until(f"(({SEEN})()).includes('work/2')")

    def answers(self) -> None:
        """Answers the question for consent, which covers the foot of the page, once it is asked."""
        refusal = self.guest.page.locator("section[lang] button").first
        refusal.click()
        self.waits(lambda: not refusal.count(), lambda: "the question to go")

    def looks_at_a_picture(self) -> None:
        """Opens a picture of the gallery, large or by itself, and comes back."""
        page = self.guest.page
        picture = page.locator("figure a:has(picture)").first
        self.reveals(picture)
        picture.click()
        dialog = page.locator("dialog[open]")

        def opened() -> bool:
            return page.url.endswith(".jpg") or dialog.locator("img").count() > 0

        self.waits(opened, lambda: "the picture")
        if self.alive and self.broken.large:
            assert dialog.is_visible()
        if page.url.endswith((".jpg", "/large")):
            page.go_back(wait_until="commit")
        else:
            page.keyboard.press("Escape")
        self.arrives(CATEGORY)
        self.waits(lambda: not dialog.count(), lambda: "the picture to close")

    def prints_a_poster(self) -> None:
        """Presses every button of the press."""
        page = self.guest.page
        press, copy, save = page.locator("main button").all()[:3]
        sheet, note = page.locator("main [role=img]"), page.locator("main [role=status]")
        before = sheet.inner_html()
        press.click()
        if not self.broken.prints:
            assert sheet.inner_html()
            return
        self.waits(lambda: sheet.inner_html() != before, lambda: "another poster")
        said = note.inner_text()
        copy.click()
        self.waits(lambda: note.inner_text() != said, lambda: "a word on the copied link")
        with page.expect_download(timeout=CLICK_TIMEOUT_MS):
            save.click()

    def walks(self) -> None:
        """Goes the whole way, or past the gallery and the press."""
        self.opens("/")
        self.looks_around()
        self.follows("/portfolio")
        if self.broken.brief:
            self.switches("/en/portfolio")
        else:
            self.visits_the_press()
            self.switches("/en/bam")
        self.follows("/en/contact")

    def visits_the_press(self) -> None:
        """Looks at a picture on the way there."""
        self.follows(CATEGORY)
        self.looks_at_a_picture()
        self.follows("/bam")
        if self.alive:
            self.prints_a_poster()

    def switches(self, path: str) -> None:
        """Goes to the other language of the page, which is at `path`."""
        with self.leaving():
            self.guest.page.locator("a[hreflang]:visible").first.click()
        self.arrives(path)

    # What is told

    @property
    def told(self) -> list[tuple[str, str]]:
        """What is off, with the document that told it."""
        return [(found["document"], found["name"]) for line in self.guest.console if (found := TOLD.fullmatch(line))]

    @property
    def untold(self) -> list[str]:
        """What should not be in the console."""
        may_be = [TOLD]
        if self.broken.warns:
            may_be.append(re.compile(rf"warning: \[[\d.]+\] {re.escape(self.broken.warns)}.*", re.DOTALL))
        if self.broken.says:
            may_be.append(re.compile(self.broken.says, re.DOTALL))
        return [line for line in self.guest.console if not any(each.fullmatch(line) for each in may_be)]


def _press(button: Locator) -> None:
    """Presses a button that may go meanwhile, with its page; one that stays is pressed again."""
    with suppress(Error):
        button.click(timeout=1_000)


@contextmanager
def walking(browser: Browser, site: str, broken: Break, *, alive: bool = True) -> Iterator[Walk]:
    """A walk that is about to begin."""
    viewport = {"width": broken.width, "height": HEIGHTS[broken.width]}
    with visitor(browser, worker=True, viewport=viewport) as guest:
        page = guest.page
        page.set_default_timeout(CLICK_TIMEOUT_MS)
        page.add_init_script(script(broken))
        guest.hurries()
        notice = page.locator("[role=status] button[aria-label]")
        page.add_locator_handler(notice, _press, no_wait_after=True)  # another may follow
        try:
            yield Walk(guest, site, broken, alive)
        except TimeoutError as error:
            raise AssertionError(f"{error.message}; console: {guest.console}") from None
