"""Seven customers on slow connections reach their goals from the home page, without `mailto:` links (issue 38).

They find links, buttons and fields by their visible text, never by URL.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from app.i18n import DEFAULT, Language, use
from app.i18n.formats import day
from tests.support.accessibility import DESK, PHONE
from tests.support.fullpage import FULL
from tests.support.inquiries import FAST_CLOCK, PDF, InquirySite, until
from tests.support.visitor import Visitor, visitor
from tests.support.workshops import LISTED, needs_dates

pytestmark = pytest.mark.nightly

EMAIL = "jana@example.com"
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""A slow phone connection, with 1.6 Mbit/s each way."""
STEP_MS = 60_000
UPLOAD_MS = 240_000
HEADING = "document.querySelector('h1')?.textContent"
STYLED = """document.readyState !== "loading"
    && [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet)"""
LARGE_WIDTH = 1024
LOGO_BYTES = 8_000_000
SATURDAY = 5
REFERENCE = re.compile(r"\b[0-9A-F]{8}\b")
ORDER_NUMBER = re.compile(r"\b\d{7}\b")


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
        self.page.get_by_role("button", name=self.word(words), exact=True).click(timeout=STEP_MS)

    def reads(self, text: str | re.Pattern[str], *, timeout: float = STEP_MS) -> Locator:
        """Waits until the text is visible. Treats non-breaking spaces like spaces."""
        found = self.page.get_by_text(text).locator("visible=true").first
        expect(found).to_be_visible(timeout=timeout)
        return found

    def receive(self, words: Words, folder: Path) -> bytes:
        link = self._visible_link(words)
        self._reveal(link)
        with self.page.expect_download(timeout=STEP_MS) as downloading:
            link.click()
        file = folder / downloading.value.suggested_filename
        downloading.value.save_as(file)
        return file.read_bytes()

    def open_mail(self, is_wanted: Callable[[str], bool]) -> None:
        """Waits for an email that contains a matching link. Opens the link on the tested server."""
        address: list[str] = []

        def arrived() -> bool:
            for mail in self.site.mailbox.to(EMAIL):
                body = mail.get_body(("plain",))
                address.extend(filter(is_wanted, re.findall(r"https?://\S+", body.get_content() if body else "")))
            return bool(address)

        until(arrived, "the mail")
        self.page.goto(self.site.url + re.sub(r"^https?://[^/]+", "", address[-1]))

    def _visible_link(self, words: Words) -> Locator:
        self.guest.until(STYLED)  # before the styles load, links in the closed menu count as visible
        links = self.page.get_by_role("link", name=self._name(words), include_hidden=True)
        expect(links.first).to_be_attached(timeout=STEP_MS)
        if not links.locator("visible=true").count():
            self.page.locator("header summary:visible").click()
        return links.locator("visible=true").first

    def _name(self, words: Words) -> re.Pattern[str]:
        """Returns a pattern that ignores spaces, because browsers add spaces to a link's accessible name."""
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
    with visitor(browser, locale=language.tag, viewport=viewport, accept_downloads=True) as guest:
        guest.page.context.add_init_script(FAST_CLOCK)
        line = guest.page.context.new_cdp_session(guest.page)
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        guest.page.set_default_timeout(STEP_MS)
        found = Customer(guest, site, language)
        guest.page.goto(f"{site.url}{language.prefix}/")
        yield found
        assert guest.troubles == []


Goal = Callable[[Customer, Path], object]


def says_who(who: Customer) -> None:
    who.fill(Words("Jméno", "Name"), "Jana Nováková")
    who.fill(Words("E-mail", "E-mail"), EMAIL)


def sends(who: Customer, button: Words) -> None:
    who.press(button)
    shown = who.reads(REFERENCE, timeout=UPLOAD_MS).inner_text()
    [stored] = who.site.stored()
    assert stored.inquiry.reference in shown


def wedding_sets(who: Customer, folder: Path) -> None:
    who.follow(Words("Ceník", "Pricing"))
    who.follow(Words("Ceny svatebních tiskovin", "Wedding stationery prices"))
    who.follow(Words("Chci nabídku: Souprava", "Ask for a quote: Suite"))
    who.fill(Words("Počet sad", "Number of sets"), "80")
    who.reads(Words("24 233", "24,233")[who.language != DEFAULT])
    says_who(who)
    sends(who, Words("Odeslat poptávku", "Send the enquiry"))
    assert who.site.stored()[0].inquiry.pieces == 80


def cards_with_logo(who: Customer, folder: Path) -> None:
    logo = folder / "logo.pdf"
    logo.write_bytes(PDF.ljust(LOGO_BYTES, b"%"))
    who.follow(Words("Poptávka", "Get a quote"))
    who.choose(Words("O co máte zájem?", "What would you like?"), Words("^Vizitky", "^Business cards"))
    who.fill(Words("Počet kusů", "Number of pieces"), "500")
    who.reads(Words("7 900", "7,900")[who.language != DEFAULT])
    who.attach(Words("Soubory", "Files"), logo)
    says_who(who)
    sends(who, Words("Odeslat poptávku", "Send the enquiry"))
    [file] = who.site.stored()[0].files
    assert file.size == LOGO_BYTES


def voucher_by_saturday(who: Customer, folder: Path) -> None:
    today = date.today()
    saturday = today + timedelta(days=(SATURDAY - today.weekday()) % 7 or 7)
    who.follow(Words("Poukazy", "Vouchers"))
    who.follow(Words("Vybrat: Workshop", "Choose: Workshop"))
    who.follow(Words("Objednat za 1 900 Kč", "Order for CZK 1,900"))
    who.fill(Words("Jméno na poukazu", "Name on the voucher"), "Eva Malá")
    who.choose(Words("Dodání", "Delivery"), Words("PDF", "PDF"))
    who.fill(Words("Do kdy", "Needed by"), saturday.isoformat())
    says_who(who)
    who.press(Words("Objednat s povinností platby", "Order and pay"))
    shown = who.reads(ORDER_NUMBER, timeout=UPLOAD_MS).inner_text()
    [stored] = who.site.stored()
    assert stored.voucher and str(stored.voucher.number) in shown


def workshop_places(who: Customer, folder: Path) -> None:
    with use(who.language):
        with_date = day(LISTED[-1].day)
    who.follow(Words("Poukazy", "Vouchers"))
    who.follow(Words("Termíny workshopů", "Workshop dates"))
    who.follow(Words(f"Rezervovat místo: {with_date}", f"Book a place: {with_date}"))
    who.fill(Words("Počet lidí", "Number of people"), "2")
    says_who(who)
    who.press(Words("Rezervovat místo", "Book"))
    # Wait for the response, because leaving the page would cancel the request. The pattern matches two confirmations,
    # because the text depends on whether the form's script has loaded.
    who.reads(re.compile(who.word(Words("Držíme pro vás|Držíme ji", "We are holding|We hold it"))))
    who.open_mail(lambda address: "/booking?" in address)
    who.press(Words("Potvrdit s povinností platby", "Confirm and pay"))
    who.reads(Words("Máte rezervováno", "Booked: 2")[who.language != DEFAULT])
    assert who.site.stored()[0].booking == "booked"


def material_for_an_article(who: Customer, folder: Path) -> None:
    who.follow(Words("Pro média", "For the media"))
    who.reads(Words("Koho se ptát", "Whom to ask")[who.language != DEFAULT])
    link = Words(
        "Ke stažení: Nátiskový lis, na loži dřevěné písmo, na válci první otisk",
        "Download: The proof press with wood type on its bed and the first print on the cylinder",
    )
    assert who.receive(link, folder).startswith(b"\xff\xd8\xff")


def end_of_membership(who: Customer, folder: Path) -> None:
    who.follow(Words("Klub", "Club"))
    question = Words("Jak členství ukončím?", "How do I end my membership?")
    who.page.locator("summary", has_text=who.word(question)).click()
    who.reads(re.compile(who.word(Words("na Patreonu", "on Patreon"))))
    name = who.word(Words("Změnit nebo ukončit členství", "Change or end your membership"))
    link = who.page.get_by_role("link", name=name)
    assert link.first.get_attribute("href") == "https://www.patreon.com/settings/memberships"


def print_template(who: Customer, folder: Path) -> None:
    who.follow(Words("Tisková data", "Print-ready files"))
    assert who.receive(Words("PDF: Vizitka", "PDF: Business card"), folder).startswith(b"%PDF-")


GOALS = (
    *(wedding_sets, cards_with_logo, voucher_by_saturday, pytest.param(workshop_places, marks=needs_dates)),
    *(material_for_an_article, end_of_membership, print_template),
)


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("goal", GOALS)
def test_customers_reach_what_they_came_for(
    browser: Browser, inquiry_site: InquirySite, tmp_path: Path, goal: Goal, language: Language, window: ViewportSize
) -> None:
    with customer(browser, inquiry_site, language, window) as who:
        goal(who, tmp_path)
