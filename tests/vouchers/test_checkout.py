"""An order can be paid by card only once. The payment must match the order's amount."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from app.i18n import LANGUAGES, Language
from app.inquiries import actions
from app.inquiries.store import Store
from app.vouchers.card_provider import ProviderPayment, Purchase
from app.vouchers.checkout import Checkout
from app.vouchers.orders import SENT, Vouchers
from tests.support.mails import SETTINGS
from tests.support.voucher_orders import find_order, order_voucher

pytestmark = pytest.mark.anyio
CZECH = LANGUAGES[0]


@dataclass
class Provider:
    payments: dict[str, ProviderPayment] = field(default_factory=dict[str, ProviderPayment])

    async def start(
        self, purchase: Purchase, language: Language, return_url: str, notification_url: str
    ) -> ProviderPayment:
        id = str(len(self.payments) + 1)
        self.payments[id] = ProviderPayment(id, "open", purchase, f"https://gateway.test/{id}")
        return self.payments[id]

    async def find(self, id: str) -> ProviderPayment:
        return self.payments[id]

    def pay(self, id: str) -> None:
        self.payments[id] = replace(self.payments[id], state="paid")


@pytest.fixture
def provider() -> Provider:
    return Provider()


@pytest.fixture
def sent() -> list[str]:
    return []


@pytest.fixture
def checkout(provider: Provider, vouchers: Vouchers, sent: list[str]) -> Checkout:
    return Checkout(provider, vouchers, SETTINGS, lambda: sent.append("voucher"))


async def test_a_second_press_leads_to_the_open_payment(
    checkout: Checkout, provider: Provider, store: Store, vouchers: Vouchers
) -> None:
    order = order_voucher(store)
    first = await checkout.start(order, CZECH)
    assert await checkout.start(order, CZECH) == first and len(provider.payments) == 1
    provider.payments["1"] = replace(provider.payments["1"], state="closed")
    assert await checkout.start(order, CZECH) == "https://gateway.test/2"
    provider.pay("2")
    assert await checkout.start(order, CZECH) is None
    assert find_order(vouchers, order).state == "valid"


@pytest.mark.daily
async def test_notifications_at_once_send_one_voucher(
    checkout: Checkout, provider: Provider, store: Store, sent: list[str]
) -> None:
    order = order_voucher(store)
    await checkout.start(order, CZECH)
    provider.pay("1")
    await asyncio.gather(*(checkout.settle("1") for _ in range(8)))
    stored = store.find(str(order.inquiry))
    assert sent == ["voucher"] and stored and [mail.kind for mail in stored.mails if mail.kind == SENT] == [SENT]


@pytest.mark.parametrize("state", ["valid", "deleted"])
async def test_a_payment_for_a_paid_or_deleted_order_is_reported(
    checkout: Checkout,
    provider: Provider,
    store: Store,
    vouchers: Vouchers,
    sent: list[str],
    caplog: pytest.LogCaptureFixture,
    state: str,
) -> None:
    order = order_voucher(store)
    await checkout.start(order, CZECH)
    if state == "valid":
        vouchers.mark_paid(order.number, mailed=False)
    else:
        actions.delete(store, str(order.inquiry))
    provider.pay("1")
    for _ in range(2):
        await checkout.settle("1")
    assert caplog.text.count("refund it") == 1 and sent == []
    assert find_order(vouchers, order).state == state and vouchers.card_payments(order.number)[0].paid
