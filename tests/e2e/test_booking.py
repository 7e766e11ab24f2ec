import re
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from app.content import booking as content
from app.i18n import use
from app.i18n.formats import day
from tests.fakes.smtp import shown
from tests.support.accessibility import AXE, DESK, PHONE, violations
from tests.support.inquiries import FAST_CLOCK, FILLED, InquirySite, until
from tests.support.inquiry_form import element, submit, wait_for_form_script
from tests.support.languages import ENGLISH
from tests.support.visitor import Visitor, visitor
from tests.support.workshops import LISTED, needs_dates

pytestmark = [pytest.mark.mostly_nightly, needs_dates]

FIRST, SECOND = LISTED[:2]
with use(ENGLISH):
    FIRST_DAY, SECOND_DAY = day(FIRST.day), day(SECOND.day)
CUSTOMER = FILLED["email"]


def free(site: InquirySite) -> tuple[int, int]:
    left = httpx.get(f"{site.url}/workshops.json", trust_env=False).json()
    return left[FIRST.id], left[SECOND.id]


def link_of(site: InquirySite, subject: str) -> str:
    until(lambda: [mail for mail in site.mailbox.to(CUSTOMER) if subject in str(mail["Subject"])], "the mail")
    [mail] = [mail for mail in site.mailbox.to(CUSTOMER) if subject in str(mail["Subject"])]
    [link] = re.findall(r"https?://\S+/booking\?token=\S+", shown(mail))
    address = urlsplit(link)
    return f"{site.url}{address.path}?{address.query}"


def book(guest: Visitor, site: InquirySite, *, has_scripts: bool) -> None:
    page = guest.page
    page.goto(f"{site.url}/en/inquiry?what=workshop&workshop={FIRST.id}")
    if has_scripts:
        wait_for_form_script(guest)
    for name in ("name", "email", "message"):
        element(page, name).fill(FILLED[name])
    element(page, "pieces").fill("2")
    submit(page)
    if has_scripts:
        expect(element(page, "state")).to_contain_text(f"holding 2\u00a0places for you on {FIRST_DAY}, until")
    else:
        page.wait_for_url("**/en/inquiry/held?*")
        expect(page.get_by_role("heading", level=1)).to_have_text("Your booking is held")


@pytest.mark.parametrize(
    "has_scripts",
    [pytest.param(True, marks=pytest.mark.main, id="with JavaScript"), pytest.param(False, id="without JavaScript")],
)
def test_a_customer_confirms_moves_and_cancels(browser: Browser, inquiry_site: InquirySite, has_scripts: bool) -> None:
    with visitor(browser, java_script_enabled=has_scripts, locale="en-GB") as guest:
        page, lead = guest.page, guest.page.locator(f"#{content.LEAD}")
        page.context.add_init_script(FAST_CLOCK)
        book(guest, inquiry_site, has_scripts=has_scripts)
        assert free(inquiry_site) == (2, 4)
        page.goto(link_of(inquiry_site, "Please confirm"))
        expect(lead).to_contain_text("We are holding 2")
        page.get_by_role("button", name="Confirm and pay", exact=True).click()
        expect(lead).to_contain_text("Booked: 2")
        expect(page.get_by_role("button", name="Confirm and pay")).to_have_count(0)
        link = link_of(inquiry_site, "Booked")
        page.goto(link)
        page.locator("summary", has_text=SECOND_DAY).click()
        assert free(inquiry_site) == (2, 4)
        page.get_by_role("button", name="Yes, move").click()
        expect(lead).to_contain_text(SECOND_DAY)
        assert free(inquiry_site) == (4, 2)
        page.get_by_role("link", name="Čeština").first.click()
        expect(lead).to_contain_text("Máte rezervováno")
        page.goto(link)
        page.locator("summary", has_text="Cancel the booking").click()
        page.get_by_role("button", name="Yes, cancel").click()
        expect(lead).to_contain_text("This booking is cancelled")
        assert free(inquiry_site) == (4, 4)
        assert guest.troubles == []


def test_the_page_is_accessible_on_every_screen(guest: Visitor, writer: Visitor, inquiry_site: InquirySite) -> None:
    book(writer, inquiry_site, has_scripts=True)
    guest.page.add_init_script(path=AXE)
    guest.page.goto(link_of(inquiry_site, "Please confirm"))
    assert [*violations(guest.page, PHONE, DESK)] == []
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]
