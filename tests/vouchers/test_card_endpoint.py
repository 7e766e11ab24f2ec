import time
from collections.abc import AsyncIterator, Callable, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import SecretStr

from app.content import voucher_orders as content
from app.inquiries.store import Store
from app.settings import Settings
from app.vouchers.checkout import MAX_PAYMENTS, NOTIFICATION_PATH
from app.vouchers.orders import SENT, Order, Vouchers
from tests.fakes.gopay import CLIENT_ID, CLIENT_SECRET, FIRST_ID, FakeGoPay, taking_cards
from tests.inquiries.conftest import mailing_settings as mailing_settings
from tests.inquiries.conftest import site_settings as site_settings
from tests.support.inquiries import open_site
from tests.support.voucher_orders import find_order, order_voucher

pytestmark = pytest.mark.anyio
ORDER = "/vouchers/order"


@pytest.fixture
def gopay() -> Iterator[FakeGoPay]:
    with taking_cards() as fake:
        yield fake


@pytest.fixture
def clock() -> Callable[[], float]:
    return time.time


@pytest.fixture
async def visitor(built: None, site_settings: Settings, gopay: FakeGoPay) -> AsyncIterator[httpx.AsyncClient]:
    secret = SecretStr(gopay.settings["gopay_client_secret"])
    settings = site_settings.model_copy(update={**gopay.settings, "gopay_client_secret": secret})
    async with open_site(settings) as client:
        yield client


@pytest.fixture
async def mailed_visitor(built: None, mailing_settings: Settings, gopay: FakeGoPay) -> AsyncIterator[httpx.AsyncClient]:
    secret = SecretStr(gopay.settings["gopay_client_secret"])
    settings = mailing_settings.model_copy(update={**gopay.settings, "gopay_client_secret": secret})
    async with open_site(settings) as client:
        yield client


@pytest.fixture
async def guest(built: None, site_settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A visitor to a site without a payment provider."""
    async with open_site(site_settings) as client:
        yield client


def query(order: Order, **more: str) -> dict[str, str]:
    return {"token": order.token, **more}


def shows_button(page: httpx.Response) -> bool:
    [form] = [each for each in page.text.split("<form")[1:] if f'id="{content.CARD}"' in each.split(">")[0]]
    return " hidden" not in form.split(">")[0]


@pytest.mark.parametrize("path", [ORDER, f"/en{ORDER}"])
async def test_an_order_is_paid_by_card(
    visitor: httpx.AsyncClient, store: Store, vouchers: Vouchers, gopay: FakeGoPay, path: str
) -> None:
    order = order_voucher(store, delivery="post", address="Lidická 1, Brno")
    page = await visitor.get(path, params=query(order))
    assert shows_button(page) and f"form-action 'self' {gopay.url}" in page.headers["content-security-policy"]
    assert CLIENT_ID not in page.text and CLIENT_SECRET not in page.text
    pressed = await visitor.post(path, params=query(order))
    assert (pressed.status_code, pressed.headers["location"]) == (303, f"{gopay.url}/gw/v3/{FIRST_ID}")
    [payment] = gopay.payments.values()
    assert (payment["order_number"], payment["amount"]) == (str(order.number), 199_000)
    assert payment["lang"] == ("EN" if path.startswith("/en") else "CS")
    back = urlsplit(payment["callback"]["return_url"])
    assert (back.path, back.query) == (path, f"token={order.token}")
    gopay.change(FIRST_ID, state="PAID")
    notified = await visitor.get(NOTIFICATION_PATH, params={"id": str(FIRST_ID)})
    assert (notified.status_code, notified.text) == (200, "ok\n")
    paid = await visitor.get(path, params=query(order, id=str(FIRST_ID)))
    assert paid.status_code == 200 and not shows_button(paid)
    assert not any(
        words in paid.text.replace("\xa0", " ")
        for words in ("Platba kartou k nám nedorazila", "payment hasn’t reached us")
    )
    assert find_order(vouchers, order).state == "valid"
    assert (await visitor.post(path, params=query(order))).status_code == 200 and len(gopay.payments) == 1


async def test_the_return_alone_is_enough(
    visitor: httpx.AsyncClient, store: Store, vouchers: Vouchers, gopay: FakeGoPay
) -> None:
    order = order_voucher(store)
    await visitor.post(ORDER, params=query(order))
    for state, is_paid in (("CANCELED", False), ("PAID", True)):
        gopay.change(FIRST_ID, state=state)
        page = await visitor.get(ORDER, params=query(order, id=str(FIRST_ID)))
        assert (find_order(vouchers, order).state == "valid") is is_paid and shows_button(page) is not is_paid
        assert ("Platba kartou k nám nedorazila" in page.text.replace("\xa0", " ")) is not is_paid


async def test_the_link_in_the_mail_is_enough(
    mailed_visitor: httpx.AsyncClient, store: Store, vouchers: Vouchers, gopay: FakeGoPay
) -> None:
    """If the payment provider's notification is lost, the customer's visit to the order page must update the order."""
    order = order_voucher(store)
    await mailed_visitor.post(ORDER, params=query(order))
    unpaid = await mailed_visitor.get(ORDER, params=query(order))
    assert shows_button(unpaid) and "Platbu kartou nemáme" not in unpaid.text.replace("\xa0", " ")
    gopay.change(FIRST_ID, state="PAID")
    for _visit in range(2):
        assert not shows_button(await mailed_visitor.get(ORDER, params=query(order)))
    stored = store.find(str(order.inquiry))
    assert find_order(vouchers, order).state == "valid"
    assert stored and [mail.kind for mail in stored.mails].count(SENT) == 1


@pytest.mark.parametrize("values", [{"amount": 100}, {"order_number": "2600002"}, {"currency": "HUF"}])
async def test_a_payment_of_another_amount_order_or_currency_is_not_taken(
    visitor: httpx.AsyncClient,
    store: Store,
    vouchers: Vouchers,
    gopay: FakeGoPay,
    caplog: pytest.LogCaptureFixture,
    values: dict[str, object],
) -> None:
    order = order_voucher(store)
    await visitor.post(ORDER, params=query(order))
    gopay.change(FIRST_ID, state="PAID", **values)
    assert (await visitor.get(NOTIFICATION_PATH, params={"id": str(FIRST_ID)})).status_code == 200
    assert find_order(vouchers, order).state == "ordered" and "differs from its order" in caplog.text
    returned = await visitor.get(ORDER, params=query(order, id=str(FIRST_ID)))
    pressed = await visitor.post(ORDER, params=query(order))
    assert (returned.status_code, pressed.status_code, len(gopay.payments)) == (200, 409, 1)
    for page in (returned, pressed):
        text = page.text.replace("\xa0", " ")
        assert "Neplaťte prosím znovu" in text and "Platba kartou k nám nedorazila" not in text


async def test_hostile_notifications_change_nothing(
    visitor: httpx.AsyncClient, store: Store, vouchers: Vouchers, gopay: FakeGoPay
) -> None:
    order = order_voucher(store)
    await visitor.post(ORDER, params=query(order))
    asked = len(gopay.asked)
    assert (await visitor.post(NOTIFICATION_PATH, params={"id": str(FIRST_ID)})).status_code == 405
    for id in ("", "1", "0", "x", "../../etc", "9" * 21, "1 OR 1=1", "%00", str(FIRST_ID + 1)):
        assert (await visitor.get(NOTIFICATION_PATH, params={"id": id, "state": "PAID"})).status_code == 404, id
        assert len(gopay.asked) == asked, id
        assert (await visitor.get(ORDER, params=query(order, id=id))).status_code == 200, id
        assert find_order(vouchers, order).state == "ordered", id
        asked = len(gopay.asked)
    assert {each.rpartition("/")[2] for each in gopay.asked} == {"token", "payment", str(FIRST_ID)}


async def test_the_payment_of_another_order_is_not_asked_for(
    visitor: httpx.AsyncClient, store: Store, gopay: FakeGoPay
) -> None:
    first, second = order_voucher(store), order_voucher(store)
    await visitor.post(ORDER, params=query(first))
    asked = len(gopay.asked)
    await visitor.get(ORDER, params=query(second, id=str(FIRST_ID)))
    assert len(gopay.asked) == asked


async def test_a_failing_provider_is_no_payment(
    visitor: httpx.AsyncClient, store: Store, vouchers: Vouchers, gopay: FakeGoPay
) -> None:
    order = order_voucher(store)
    gopay.status = 500
    page = await visitor.post(ORDER, params=query(order))
    assert page.status_code == 503 and shows_button(page)
    assert "Platba kartou teď nefunguje" in page.text.replace("\xa0", " ")
    gopay.status = 200
    await visitor.post(ORDER, params=query(order))
    gopay.change(FIRST_ID, state="PAID")
    gopay.status = 500
    notified = await visitor.get(NOTIFICATION_PATH, params={"id": str(FIRST_ID)})
    assert notified.status_code == 503 and int(notified.headers["retry-after"]) > 0
    assert find_order(vouchers, order).state == "ordered"


@pytest.mark.parametrize("status", [404, 500])
async def test_no_other_payment_is_suggested_while_the_state_is_unknown(
    visitor: httpx.AsyncClient, store: Store, gopay: FakeGoPay, status: int
) -> None:
    order = order_voucher(store)
    await visitor.post(ORDER, params=query(order))
    gopay.change(FIRST_ID, state="PAID")
    gopay.status = status
    returned = await visitor.get(ORDER, params=query(order, id=str(FIRST_ID)))
    pressed = await visitor.post(ORDER, params=query(order))
    assert (returned.status_code, pressed.status_code) == (200, 503)
    for page in (returned, pressed):
        text = page.text.replace("\xa0", " ")
        assert "Neplaťte prosím podruhé" in text
        assert not any(words in text for words in ("zaplaťte převodem", "nestrhli"))


async def test_a_payment_that_gopay_does_not_know_is_closed_only_for_another_try(
    visitor: httpx.AsyncClient, store: Store, gopay: FakeGoPay, caplog: pytest.LogCaptureFixture
) -> None:
    order = order_voucher(store)
    await visitor.post(ORDER, params=query(order))
    payment = gopay.payments.pop(FIRST_ID)
    assert (await visitor.get(NOTIFICATION_PATH, params={"id": str(FIRST_ID)})).status_code == 503
    [error] = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
    assert f"does not know card payment {FIRST_ID}" in error
    gopay.payments[0] = payment
    pressed = await visitor.post(ORDER, params=query(order))
    assert (pressed.status_code, pressed.headers["location"]) == (303, f"{gopay.url}/gw/v3/{FIRST_ID + 1}")


async def test_after_ten_closed_payments_the_page_points_to_the_transfer(
    visitor: httpx.AsyncClient, store: Store, gopay: FakeGoPay
) -> None:
    order = order_voucher(store)
    for _ in range(MAX_PAYMENTS):
        assert (await visitor.post(ORDER, params=query(order))).status_code == 303
        gopay.change(FIRST_ID + len(gopay.payments) - 1, state="CANCELED")
    page = await visitor.post(ORDER, params=query(order))
    assert (page.status_code, len(gopay.payments)) == (409, MAX_PAYMENTS)
    assert "zaplaťte prosím převodem" in page.text.replace("\xa0", " ").lower()


async def test_other_sites_and_links_start_no_payment(
    visitor: httpx.AsyncClient, store: Store, gopay: FakeGoPay
) -> None:
    order = order_voucher(store)
    foreign = await visitor.post(ORDER, params=query(order), headers={"sec-fetch-site": "cross-site"})
    unknown = await visitor.post(ORDER, params={"token": "x" * 43})
    assert (foreign.status_code, unknown.status_code, gopay.payments) == (403, 404, {})


async def test_without_a_provider_there_is_nothing_of_it(guest: httpx.AsyncClient, store: Store) -> None:
    order = order_voucher(store)
    page = await guest.get(ORDER, params=query(order))
    assert not shows_button(page) and "form-action 'self';" in page.headers["content-security-policy"] + ";"
    assert (await guest.post(ORDER, params=query(order))).status_code == 405
    assert (await guest.get(NOTIFICATION_PATH, params={"id": "1"})).status_code == 404
    assert "gopay" not in (await guest.get("/privacy")).text.lower()
