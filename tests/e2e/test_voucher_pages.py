import pytest
from playwright.sync_api import expect

from app.content.voucher_orders import CODE, LEAD, VERDICT
from app.i18n import Language
from app.routes import url_for
from tests.support.accessibility import AXE, violations
from tests.support.inquiries import InquirySite
from tests.support.visitor import Visitor
from tests.support.voucher_orders import order_voucher

pytestmark = pytest.mark.nightly


@pytest.fixture
def judged(guest: Visitor) -> Visitor:
    guest.page.add_init_script(path=AXE)
    return guest


def test_the_order_is_accessible(judged: Visitor, inquiry_site: InquirySite, language: Language) -> None:
    order = order_voucher(inquiry_site.store, language=language.code)
    judged.page.goto(f"{inquiry_site.url}{url_for('vouchers-order', language)}?token={order.token}")
    expect(judged.page.locator(f"#{LEAD}")).to_be_visible()
    expect(judged.page.get_by_text(str(order.number))).to_be_visible()
    assert list(violations(judged.page)) == []


def test_the_verdict_is_accessible(judged: Visitor, inquiry_site: InquirySite, language: Language) -> None:
    judged.page.goto(inquiry_site.url + url_for("vouchers-check", language))
    judged.page.locator(f"#{CODE}").fill("ABCD-ABCD-ABCD-ABCD")
    judged.page.locator("main button[type=submit]").click()
    expect(judged.page.locator(f"#{VERDICT}")).to_be_visible()
    assert list(violations(judged.page)) == []
