"""A visitor with a broken browser walks through the site: pages stay, links lead on, what is off is told once."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Error, Locator

from pwa.build import DIST
from tests.e2e.broken import BREAKS, LARGE, Break, later, script
from tests.e2e.test_fullpage import FULL, SEEN
from tests.e2e.visitor import HYDRATED, LEFT, Visitor, visitor
from tests.fakes.sentry import Ingest, ingesting
from tests.serving import serving

HEIGHTS = {1280: 800, 390: 844}
PATIENCE = 10_000
"""Milliseconds that a visitor gives a click."""
CATEGORY = "/portfolio/weddings"
TOLD = re.compile(r'warning: \[([\d.]+)\] The extra "([\w -]+)" is off: (.*)', re.DOTALL)
SHOWN = """() => {
    const heading = document.querySelector("h1")?.textContent.replace(/\\s+/g, " ").trim();
    return [location.pathname, document.documentElement.lang, heading, document.body.innerText.trim().length > 200];
}"""
ALL_AT_ONCE = """() => {
    for (const name of ["visibilitychange", "scrollend"]) document.dispatchEvent(new Event(name, { bubbles: true }));
    for (const name of ["resize", "online", "storage", "pageshow", "focus"]) window.dispatchEvent(new Event(name));
}"""
"""What pages listen to, as a browser sends it in the course of a visit."""


@pytest.fixture(scope="module")
def ingest() -> Iterator[Ingest]:
    with ingesting() as running:
        yield running


@pytest.fixture(scope="module")
def watched(built: None, ingest: Ingest) -> Iterator[str]:
    """The origin of a site that has everything that settings can give: a DSN, and the question for consent."""
    with serving(SENTRY_DSN=ingest.dsn, ANALYTICS_ID="G-TEST1") as server:
        yield server.url


@pytest.fixture(autouse=True)
def fresh(ingest: Ingest) -> None:
    ingest.envelopes.clear()
    ingest.refused.clear()


def heading(path: str) -> str:
    """The heading of the page, as it stands in its HTML."""
    file = "index" if path == "/" else path.strip("/")
    [inner] = re.findall(r"<h1[^>]*>(.*?)</h1>", (DIST / f"site/{file}.html").read_text(), re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", inner)).split())


@dataclass
class Walk:
    """A visitor with a broken browser, on the way through the site at `site`."""

    guest: Visitor
    site: str
    broken: Break

    def arrives(self, path: str) -> None:
        """Waits until the page at `path` is shown, whole, and has come to life."""
        page = self.guest.page
        wanted = [path, "en" if path.startswith("/en") else "cs", heading(path), True]
        seen = None

        def shown() -> bool:
            nonlocal seen
            try:
                seen = page.evaluate(SHOWN)
            except Error as error:
                if LEFT not in error.message:
                    raise
            return seen == wanted

        self.waits(shown, lambda: f"{wanted}; saw {seen}")
        if not page.evaluate("self.walked"):
            self.until(HYDRATED)
            page.evaluate("self.walked = true")
        if self.broken.later and page.evaluate("self.changed !== location.pathname"):
            if path == "/" and self.is_full:
                self.until(FULL)
            page.evaluate(later(self.broken))
            page.evaluate("self.changed = location.pathname")

    def waits(self, done, what) -> None:
        for _ in range(PATIENCE // 25):
            if done():
                return
            assert "info: the error page" not in self.guest.console, self.guest.console
            self.guest.page.wait_for_timeout(25)
        raise AssertionError(f"waited in vain for {what()}; console: {self.guest.console}")

    def until(self, condition: str) -> None:
        def holds() -> bool:
            try:
                return self.guest.page.evaluate(f"(async () => Boolean(await ({condition})))()")
            except Error as error:
                if LEFT in error.message:
                    return False
                raise

        self.waits(holds, lambda: condition)

    @property
    def is_full(self) -> bool:
        """Whether fullpage.js moves the sections of the home page."""
        return self.broken.width == LARGE and self.broken.full

    def link(self, path: str) -> Locator:
        return self.guest.page.locator(f"a[href='{path}']:visible").first

    def follows(self, path: str, shown: str | None = None) -> None:
        """Clicks on a link; where somebody has taken it away, types the address."""
        page = self.guest.page
        menu = page.locator("summary:visible")
        if not self.link(path).count() and menu.count():
            menu.click()
        if self.link(path).count():
            self.link(path).click()
        else:
            page.goto(self.site + path)
        self.arrives(path)

    # The stops

    def opens_home(self) -> None:
        page = self.guest.page
        page.goto(self.site + "/")
        self.arrives("/")
        if self.is_full:
            self.until(FULL)
        page.evaluate(ALL_AT_ONCE)
        page.locator("nav a[href='/#work']:visible").first.click()
        self.until(f"(({SEEN})()).includes('work')")
        self.answers()
        page.locator("[id='work/1'] a[rel=next]").click()
        self.until(f"(({SEEN})()).includes('work/2')")

    def answers(self) -> None:
        """Answers the question for consent, which covers the foot of the page, once it is asked."""
        page = self.guest.page
        if self.broken.asks:
            refusal = page.locator("section[lang] button").first
            refusal.click()
            self.waits(lambda: not refusal.count(), lambda: "the question to go")

    def looks_at_a_picture(self) -> None:
        page = self.guest.page
        page.locator("figure picture").first.click()
        dialog = page.locator("dialog[open]")

        def opened() -> bool:
            return page.url.endswith(".jpg") or dialog.locator("img").count() > 0

        self.waits(opened, lambda: "the picture")
        if self.broken.large:
            assert dialog.is_visible()
        if page.url.endswith(".jpg") or "#" in page.url:
            page.go_back()
        else:
            page.keyboard.press("Escape")
        self.arrives(CATEGORY)
        self.waits(lambda: not dialog.count(), lambda: "the picture to close")

    def prints_a_poster(self) -> None:
        page = self.guest.page
        press, copy, save = page.locator("main button").all()[:3]
        sheet, note = page.locator("main [role=img]"), page.locator("main [role=status]")
        before = sheet.inner_html()
        press.click()
        if self.broken.prints:
            self.waits(lambda: sheet.inner_html() != before, lambda: "another poster")
        said = note.inner_text()
        copy.click()
        if self.broken.prints:
            self.waits(lambda: note.inner_text() != said, lambda: "a word on the copied link")
        if self.broken.saves:
            with page.expect_download(timeout=PATIENCE):
                save.click()
        else:
            save.click()
        assert sheet.inner_html()

    def walks(self) -> None:
        self.opens_home()
        self.follows("/about")
        self.follows("/portfolio")
        self.follows(CATEGORY)
        self.looks_at_a_picture()
        self.follows("/bam")
        self.prints_a_poster()
        self.guest.page.locator("a[hreflang=en]:visible").first.click()
        self.arrives("/en/bam")
        self.follows("/en/contact")

    # What is told

    @property
    def told(self) -> list[tuple[str, str]]:
        """What is off, with the document that told it."""
        return [(found[1], found[2]) for line in self.guest.console if (found := TOLD.fullmatch(line))]

    @property
    def untold(self) -> list[str]:
        """What should not be in the console."""
        return [line for line in self.guest.console if not TOLD.fullmatch(line)]


@contextmanager
def walking(browser: Browser, site: str, broken: Break) -> Iterator[Walk]:
    viewport = {"width": broken.width, "height": HEIGHTS[broken.width]}
    with visitor(browser, worker=True, viewport=viewport) as guest:
        guest.page.set_default_timeout(PATIENCE)
        guest.page.add_init_script(script(broken))
        yield Walk(guest, site, broken)


def names(ingest: Ingest) -> Counter[str]:
    """The reports that have arrived, by the name of what is off; all of them are of errors that were handled."""
    mechanisms = [event["exception"]["values"][0]["mechanism"] for event in ingest.events]
    assert [each for each in mechanisms if not each["handled"]] == []
    return Counter(each["type"] for each in mechanisms)


@pytest.mark.parametrize("broken", BREAKS.values(), ids=BREAKS)
def test_the_page_stays(browser: Browser, watched: str, ingest: Ingest, broken: Break) -> None:
    with walking(browser, watched, broken) as walk:
        walk.walks()
        assert walk.untold == []
        told = walk.told
        assert max(Counter(told).values(), default=1) == 1, told
        assert told or broken.silent
        assert {name for _, name in told} >= set(broken.tells)
        [first, *others] = dict.fromkeys(document for document, _ in told) or [None]
        if broken.reports:
            expected = Counter(name for document, name in told if document == first or not others)
            walk.waits(lambda: names(ingest) >= expected, lambda: f"reports of {expected}; arrived: {names(ingest)}")
        assert names(ingest) <= Counter(name for _, name in told)
        assert ingest.refused == []
