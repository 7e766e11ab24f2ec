"""A simulated customer, who finds links, buttons and fields by their visible text, never by URL."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from app.i18n import DEFAULT, Language
from tests.support.fullpage import FULL
from tests.support.inquiries import FAST_CLOCK, InquirySite, until
from tests.support.visitor import Visitor, visitor

EMAIL = "jana@example.com"
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""A slow phone connection: 1.6 Mbit/s each way and a latency of 150 ms."""
STEP_MS = 60_000
UPLOAD_MS = 240_000
HEADING = "document.querySelector('h1')?.textContent"
STYLED = """document.readyState !== "loading"
    && [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet)"""
LARGE_WIDTH = 1024


class Words(NamedTuple):
    cs: str
    en: str


@dataclass
class Customer:
    guest: Visitor
    site: InquirySite
    language: Language

    @property
    def page(self) -> Page:
        return self.guest.page

    def word(self, words: Words) -> str:
        return words.cs if self.language == DEFAULT else words.en

    def follow(self, words: Words) -> None:
        """Clicks the first visible link with the text `words`. Waits until another page appears."""
        link, before = self._visible_link(words), self.page.evaluate(HEADING)
        self._reveal(link)
        assert not str(link.get_attribute("href")).startswith("mailto:"), words
        link.click(timeout=STEP_MS)
        self.guest.until(f"![undefined, '', {json.dumps(before)}].includes({HEADING})")

    def fill(self, words: Words, value: str) -> None:
        label = re.compile(rf"^{self.word(words)}(\s\(.*\))?$")
        date = self.page.get_by_label(self.word(words)).and_(self.page.locator("[type=date]"))
        self.page.get_by_role("textbox", name=label).or_(date).fill(value, timeout=STEP_MS)

    def choose(self, words: Words, option: Words) -> None:
        box = self.page.get_by_role("combobox", name=self.word(words), exact=True)
        label = box.locator("option", has_text=re.compile(self.word(option))).first.inner_text()
        box.select_option(label=label, timeout=STEP_MS)

    def attach(self, words: Words, file: Path) -> None:
        self.page.get_by_label(self.word(words)).set_input_files(file)

    def press(self, words: Words) -> None:
        self.page.get_by_role("button", name=self.word(words)).click(timeout=STEP_MS)

    def reads(self, text: str | re.Pattern[str], *, timeout: float = STEP_MS) -> Locator:
        """Waits until the page shows `text`. Treats non-breaking spaces like spaces."""
        found = self.page.get_by_text(text).locator("visible=true").first
        expect(found).to_be_visible(timeout=timeout)
        return found

    def receive(self, words: Words, folder: Path) -> bytes:
        """Clicks a link that downloads a file. Returns the file's contents."""
        link = self._visible_link(words)
        self._reveal(link)
        with self.page.expect_download(timeout=STEP_MS) as downloading:
            link.click()
        file = folder / downloading.value.suggested_filename
        downloading.value.save_as(file)
        return file.read_bytes()

    def open_mail(self, is_wanted: Callable[[str], bool]) -> None:
        """Waits for a mailed link that satisfies `is_wanted`, and opens the link's path on the tested server."""
        address: list[str] = []

        def arrived() -> bool:
            for mail in self.site.mailbox.to(EMAIL):
                body = mail.get_body(("plain",))
                address.extend(filter(is_wanted, re.findall(r"https?://\S+", body.get_content() if body else "")))
            return bool(address)

        until(arrived, "the mail")
        self.page.goto(self.site.url + re.sub(r"^https?://[^/]+", "", address[-1]))

    def _visible_link(self, words: Words) -> Locator:
        """Returns the first visible link with the text `words`. Opens the menu if every matching link is hidden."""
        self.guest.until(STYLED)  # before the styles load, links in the closed menu count as visible
        links = self.page.get_by_role("link", name=self._name(words), include_hidden=True)
        expect(links.first).to_be_attached(timeout=STEP_MS)
        if not links.locator("visible=true").count():
            self.page.locator("header summary:visible").click()
        return links.locator("visible=true").first

    def _name(self, words: Words) -> re.Pattern[str]:
        """Returns a pattern that matches a link's name but ignores spaces, because browsers add spaces to the name."""
        words_of_name = re.split(r"\s+", self.word(words).replace(":", " :"))
        pattern = r"\s*".join(map(re.escape, words_of_name))
        return re.compile(rf"^{pattern}$")

    def _reveal(self, link: Locator) -> None:
        """Focuses the link as the Tab key does, so that the page scrolls to the link's section."""
        viewport = self.page.viewport_size or {"width": 0}
        if viewport["width"] >= LARGE_WIDTH and self.page.locator(".section").count():
            self.guest.acts()
            self.guest.until(f"{FULL} || document.querySelector('[data-flows]')")
        link.focus(timeout=STEP_MS)


@contextmanager
def customer(browser: Browser, site: InquirySite, language: Language, viewport: ViewportSize) -> Iterator[Customer]:
    """Yields a customer who has opened the home page over a slow connection."""
    with visitor(browser, locale=language.tag, viewport=viewport, accept_downloads=True) as guest:
        guest.page.context.add_init_script(FAST_CLOCK)
        line = guest.page.context.new_cdp_session(guest.page)
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        guest.page.set_default_timeout(STEP_MS)
        found = Customer(guest, site, language)
        guest.page.goto(f"{site.url}{language.prefix}/")
        yield found
        assert guest.troubles == []
