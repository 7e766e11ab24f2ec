"""An order can be paid by card only once. The payment must match the order's amount."""

import asyncio
import time
from dataclasses import dataclass, field, replace

import pytest

from app.i18n import LANGUAGES, Language
from app.inquiries import actions
from app.inquiries.store import Store
from app.vouchers.card_provider import CardsUnavailableError, PaymentUnknownError, ProviderPayment, Purchase
from app.vouchers.checkout import MAX_PAYMENTS, Checkout, TooManyPaymentsError
from app.vouchers.orders import PENDING_SECONDS, SENT, CardPayment, Settlement, Vouchers
from tests.support.clock import Clock
from tests.support.mails import SETTINGS
from tests.support.voucher_orders import find_order, order_voucher

pytestmark = pytest.mark.anyio
CZECH = LANGUAGES[0]


@dataclass
class Provider:
    payments: dict[str, ProviderPayment] = field(default_factory=dict[str, ProviderPayment])
    failures: dict[str, CardsUnavailableError] = field(default_factory=dict[str, CardsUnavailableError])
    started: list[str] = field(default_factory=list[str])
    asked: list[str] = field(default_factory=list[str])
    seconds: float = 0

    async def start(
        self, purchase: Purchase, language: Language, return_url: str, notification_url: str
    ) -> ProviderPayment:
        id = str(max(len(self.started), len(self.payments)) + 1)
        self.started.append(id)
        await asyncio.sleep(self.seconds)
        self.payments[id] = ProviderPayment(id, "open", purchase, f"https://gateway.test/{id}")
        return self.payments[id]

    async def find(self, id: str) -> ProviderPayment:
        self.asked.append(id)
        await asyncio.sleep(self.seconds)
        if id in self.failures:
            raise self.failures[id]
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


@pytest.mark.parametrize("processes", [1, 2])
async def test_presses_at_once_lead_to_one_payment(
    checkout: Checkout, provider: Provider, store: Store, vouchers: Vouchers, processes: int
) -> None:
    order = order_voucher(store)
    provider.seconds = 0.2
    others = [Checkout(provider, vouchers, SETTINGS, lambda: None) for _ in range(processes - 1)]
    presses = [each.start(order, language) for language in LANGUAGES for each in (checkout, *others)]
    gateways = set(await asyncio.gather(*presses))
    assert len(vouchers.card_payments(order.number)) == len(gateways) == 1
    assert len(provider.started) <= processes


async def test_an_order_that_is_paid_meanwhile_is_not_paid_by_card(
    checkout: Checkout, provider: Provider, store: Store, vouchers: Vouchers
) -> None:
    order = order_voucher(store)
    provider.seconds = 0.2
    press = asyncio.create_task(checkout.start(order, CZECH))
    while not provider.started:
        await asyncio.sleep(0.01)
    vouchers.mark_paid(order.number, mailed=False)
    assert await press is None and await checkout.start(order, CZECH) is None
    assert vouchers.card_payments(order.number) == [] and len(provider.started) == 1


@pytest.mark.parametrize("count", [9, 20])
async def test_closed_payments_cost_few_requests(
    checkout: Checkout, provider: Provider, store: Store, vouchers: Vouchers, clock: Clock, count: int
) -> None:
    order = order_voucher(store)
    for number in range(1, count + 1):
        clock.now += 1
        vouchers.add_card_payment(order.number, str(number), number - 1)
        provider.payments[str(number)] = ProviderPayment(str(number), "closed", Purchase("1", 1, "CZK"), "")
    if count < MAX_PAYMENTS:
        assert await checkout.start(order, CZECH) == f"https://gateway.test/{count + 1}"
    else:
        with pytest.raises(TooManyPaymentsError):
            await checkout.start(order, CZECH)
    assert len(provider.asked) <= 3
    provider.payments["1"] = ProviderPayment(
        "1", "paid", Purchase(str(order.number), order.choice.total * 100, "CZK"), ""
    )
    await checkout.settle("1")
    assert find_order(vouchers, order).state == "valid", "a notification about any payment counts"


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


async def test_a_surplus_payment_is_reported_even_if_the_server_stops(
    checkout: Checkout,
    provider: Provider,
    store: Store,
    vouchers: Vouchers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Later requests do not report a payment that has already been stored."""
    order = order_voucher(store)
    await checkout.start(order, CZECH)
    vouchers.mark_paid(order.number, mailed=False)
    provider.pay("1")
    settle, has_begun = vouchers.settle_card_payment, asyncio.Event()

    def settle_slowly(payment: CardPayment, *, mailed: bool) -> Settlement:
        loop.call_soon_threadsafe(has_begun.set)
        time.sleep(0.1)
        return settle(payment, mailed=mailed)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(vouchers, "settle_card_payment", settle_slowly)
    request = asyncio.create_task(checkout.settle("1"))
    await has_begun.wait()
    request.cancel()
    await asyncio.wait([request])
    await loop.shutdown_default_executor()
    assert request.cancelled() and caplog.text.count("refund it") == 1


async def test_a_sweep_settles_recent_payments(
    checkout: Checkout, provider: Provider, store: Store, vouchers: Vouchers, sent: list[str], clock: Clock
) -> None:
    forgotten = order_voucher(store)
    await checkout.start(forgotten, CZECH)
    clock.now += PENDING_SECONDS
    open_, paid = order_voucher(store), order_voucher(store)
    for order in (open_, paid):
        await checkout.start(order, CZECH)
    provider.pay("1")
    provider.pay("3")
    for _ in range(2):
        await checkout.sweep()
    states = [find_order(vouchers, order).state for order in (forgotten, open_, paid)]
    assert states == ["ordered", "ordered", "valid"] and sent == ["voucher"]


async def test_a_sweep_reports_an_error_once_and_goes_on(
    checkout: Checkout, provider: Provider, store: Store, vouchers: Vouchers, caplog: pytest.LogCaptureFixture
) -> None:
    orders = [order_voucher(store) for _ in range(3)]
    for order in orders:
        await checkout.start(order, CZECH)
    for id in provider.payments:
        provider.pay(id)
    provider.payments["3"] = replace(provider.payments["3"], purchase=Purchase("1", 1, "CZK"))
    provider.failures["2"] = PaymentUnknownError()
    for _ in range(2):
        await checkout.sweep()
    assert [find_order(vouchers, order).state for order in orders] == ["valid", "ordered", "ordered"]
    errors = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
    assert len(errors) == 2 and "differs" in errors[0] and "does not know" in errors[1]


async def test_a_sweep_stops_if_the_provider_fails(checkout: Checkout, provider: Provider, store: Store) -> None:
    for _ in range(3):
        await checkout.start(order_voucher(store), CZECH)
    provider.asked.clear()
    provider.failures["3"] = CardsUnavailableError()
    await checkout.sweep()
    assert provider.asked == ["3"]


async def test_a_page_does_not_wait_for_a_slow_provider(
    checkout: Checkout, provider: Provider, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = order_voucher(store)
    await checkout.start(order, CZECH)
    monkeypatch.setattr("app.vouchers.checkout.PAGE_TIMEOUT_SECONDS", 0.01)
    provider.seconds = 60
    with pytest.raises(CardsUnavailableError):
        await checkout.settle_pending(order.number)
