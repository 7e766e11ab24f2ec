import gzip
import json
import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from app.i18n import LANGUAGES
from app.settings import Settings, load
from app.vouchers.card_provider import CardsUnavailableError, PaymentUnknownError, Purchase
from app.vouchers.gopay import MAX_ANSWER_BYTES, GoPay
from tests.fakes.gopay import CLIENT_SECRET, SETTINGS, TOKEN, taking_cards

pytestmark = pytest.mark.anyio
PURCHASE = Purchase("2600001", 190_000, "CZK")
CZECH = LANGUAGES[0]
URLS = ("https://otisk.test/vouchers/order?token=x", "https://otisk.test/payments/gopay")
PAYMENT = {
    "id": 7,
    "order_number": "2600001",
    "state": "CREATED",
    "amount": 190_000,
    "currency": "CZK",
    "gw_url": "https://gate.gopay.cz/gw/v3/abc",
}


def settings(**changes: str) -> Settings:
    return load(_env_file=None, site_url="https://otisk.test", **{**SETTINGS, **changes})


def answering(respond: Callable[[httpx.Request], httpx.Response]) -> GoPay:
    return GoPay(settings(), httpx.MockTransport(respond))


def sending(payment: Any, status: int = 200) -> GoPay:
    def respond(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/api/oauth2/token":
            return httpx.Response(200, json={"access_token": TOKEN})
        return httpx.Response(status, json=payment)

    return answering(respond)


async def test_a_payment_is_started_and_found() -> None:
    with taking_cards() as fake:
        gopay = GoPay(settings(gopay_url=fake.url))
        started = await gopay.start(PURCHASE, CZECH, *URLS)
        assert (started.state, started.purchase) == ("open", PURCHASE)
        assert started.gateway == f"{fake.url}/gw/v3/{started.id}"
        asked = fake.payments[int(started.id)]
        assert asked["callback"] == {"return_url": URLS[0], "notification_url": URLS[1]} and asked["lang"] == "CS"
        for state, means in {"PAYMENT_METHOD_CHOSEN": "open", "PAID": "paid", "TIMEOUTED": "closed"}.items():
            fake.change(started.id, state=state)
            assert (await gopay.find(started.id)).state == means


@pytest.mark.parametrize(
    "gateway",
    ["https://evil.test/gw", "http://gate.gopay.cz/gw", "//gate.gopay.cz", "https://gate.gopay.cz@evil.test/", ""],
)
async def test_a_gateway_elsewhere_is_refused(gateway: str) -> None:
    with pytest.raises(CardsUnavailableError):
        await sending({**PAYMENT, "gw_url": gateway}).start(PURCHASE, CZECH, *URLS)


@pytest.mark.parametrize(
    "answer", [{}, [], None, {**PAYMENT, "amount": "many"}, {**PAYMENT, "id": 8}, {**PAYMENT, "state": None}]
)
async def test_an_unusable_answer_is_a_failure(answer: Any) -> None:
    with pytest.raises(CardsUnavailableError):
        await sending(answer).find("7")


@pytest.mark.parametrize("path", ["/api/oauth2/token", "/api/payments/payment/7"])
@pytest.mark.parametrize(
    ("headers", "content", "reason"),
    [
        ({}, json.dumps({**PAYMENT, "access_token": "t", "x": "y" * MAX_ANSWER_BYTES}).encode(), "too large"),
        (
            {"content-encoding": "gzip"},
            gzip.compress(json.dumps({**PAYMENT, "access_token": "t"}).encode()),
            "unexpected compression",
        ),
    ],
)
async def test_a_large_or_compressed_answer_is_not_read(
    path: str, headers: dict[str, str], content: bytes, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        assert request.headers["accept-encoding"] == "identity"
        if request.url.path != path:
            return httpx.Response(200, json={"access_token": TOKEN})
        return httpx.Response(200, headers=headers, content=content)

    with pytest.raises(CardsUnavailableError):
        await answering(respond).find("7")
    assert reason in caplog.text


@pytest.mark.parametrize("status", [301, 400, 401, 403, 500])
async def test_failures_are_reported_without_secrets(status: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(CardsUnavailableError) as failed:
        await sending(PAYMENT, status).find("7")
    said = caplog.text + repr(failed.value) + repr(failed.value.__context__) + repr(settings())
    assert f"status {status}" in caplog.text
    assert not any(secret in said for secret in (CLIENT_SECRET, TOKEN, "Basic ", "Bearer "))


async def test_a_payment_that_gopay_does_not_know_is_distinguished() -> None:
    with pytest.raises(PaymentUnknownError):
        await sending({"errors": [{"error_code": 304}]}, 404).find("7")
    with taking_cards() as fake, pytest.raises(PaymentUnknownError):
        await GoPay(settings(gopay_url=fake.url)).find("7")


async def test_another_address_that_is_not_found_is_a_failure() -> None:
    for attempt in (
        answering(lambda _request: httpx.Response(404)).find("7"),
        sending({}, 404).start(PURCHASE, CZECH, *URLS),
    ):
        with pytest.raises(CardsUnavailableError) as failed:
            await attempt
        assert failed.type is CardsUnavailableError


async def test_no_answer_is_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectTimeout("slow", request=request)

    with pytest.raises(CardsUnavailableError):
        await answering(fail).find("7")
    assert "ConnectTimeout" in caplog.text
