"""A customer pays for a voucher by card and receives it by email. The payment provider is fake."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from app.content import voucher_orders as content
from tests.fakes.gopay import taking_cards
from tests.support.accessibility import AXE, DESK, PHONE, violations
from tests.support.inquiries import InquirySite, serving_inquiries, until
from tests.support.visitor import visitor
from tests.support.voucher_orders import order_voucher

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def card_site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InquirySite]:
    with taking_cards() as gopay:
        settings = {name.upper(): value for name, value in gopay.settings.items()}
        with serving_inquiries(tmp_path_factory.mktemp("cards"), **settings) as serving:
            gopay.site = serving.url
            yield serving


@pytest.mark.parametrize("has_scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_customer_pays_by_card(browser: Browser, card_site: InquirySite, has_scripts: bool) -> None:
    order = order_voucher(card_site.store, language="en")
    with visitor(browser, java_script_enabled=has_scripts, locale="en-GB") as guest:
        page, lead = guest.page, guest.page.locator(f"#{content.LEAD}")
        page.goto(f"{card_site.url}/en/vouchers/order?token={order.token}")
        page.get_by_role("button", name="Pay by card").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{order.number}: 190000 CZK")
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(f"#{content.PROBLEM}")).to_contain_text("Your card payment hasn’t reached us")
        page.get_by_role("button", name="Pay by card").click()
        page.get_by_role("button", name="Pay").click()
        expect(lead).to_contain_text("It is paid for")
        expect(page.get_by_role("button", name="Pay by card")).to_have_count(0)
        assert guest.troubles == []
    assert order.recipient
    to = order.recipient.email
    until(lambda: any("Your gift voucher" in str(mail["Subject"]) for mail in card_site.mailbox.to(to)), "the voucher")


def test_the_page_with_the_button_is_accessible(browser: Browser, card_site: InquirySite) -> None:
    order = order_voucher(card_site.store, language="en")
    with visitor(browser, locale="en-GB") as guest:
        guest.page.add_init_script(path=AXE)
        guest.page.goto(f"{card_site.url}/en/vouchers/order?token={order.token}")
        assert [*violations(guest.page, PHONE, DESK)] == []
