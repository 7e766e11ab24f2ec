"""Only people with the link can see a voucher order. Checking a voucher code reveals no names."""

import re
import time
from collections.abc import Callable

import httpx
import pytest

from app.content import voucher_orders as content
from app.content.studio import STUDIO
from app.database.database import Database
from app.i18n import LANGUAGES
from app.inquiries import limits
from app.inquiries.store import Store
from app.vouchers.codes import grouped, new_code
from app.vouchers.orders import Vouchers
from tests.inquiries.conftest import site_settings as site_settings
from tests.inquiries.conftest import visitor as visitor
from tests.support.databases import destroy
from tests.support.voucher_orders import order_voucher

pytestmark = pytest.mark.anyio
CHECKS = [pytest.param(f"{language.prefix}/vouchers/check", id=language.code) for language in LANGUAGES]
PERSONAL = ("Markéta", "Jana", "@example.com", "Ať se daří")


@pytest.fixture
def clock() -> Callable[[], float]:
    return time.time


def verdict(page: httpx.Response) -> str:
    found = re.search(rf'<p[^>]* id="{content.VERDICT}"[^>]*>([^<]*)</p>', page.text)
    assert found and " hidden" not in found[0]
    return found[1].replace("\xa0", " ")


async def test_the_order_s_page_says_how_to_pay(
    visitor: httpx.AsyncClient, store: Store, vouchers: Vouchers, accounts: None
) -> None:
    order = order_voucher(store, delivery="post")
    page = await visitor.get("/vouchers/order", params={"token": order.token})
    text = page.text.replace("\xa0", " ")
    assert page.status_code == 200 and page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "strict-origin" and "<script" not in text
    for each in (str(order.number), "1 990 Kč", "19-2000145399/0800", "SK31 1200 0000 1987 4263 7541", "79,60 €"):
        assert each in text, each
    assert text.count(">Účet<") == 1 and text.count(f"{STUDIO.legal_name}</span>") == 2
    assert text.count('<svg viewBox="0 0 ') >= 2 and "[svg of" not in text
    assert f'href="/en/vouchers/order?token={order.token}"' in text
    assert not any(each in text for each in PERSONAL)
    vouchers.mark_paid(order.number, mailed=False)
    paid = (await visitor.get("/vouchers/order", params={"token": order.token})).text
    assert "19-2000145399" not in paid.replace("\xa0", " ") and "Zaplaceno" in paid


async def test_without_an_account_the_page_says_that_the_details_follow(
    visitor: httpx.AsyncClient, store: Store
) -> None:
    page = await visitor.get("/en/vouchers/order", params={"token": order_voucher(store, mailed=False).token})
    assert "sent you" not in page.text
    assert str(content.DETAILS_FOLLOW.msgid) in page.text.replace("\xa0", " ").replace("&#x27;", "'")


@pytest.mark.parametrize("query", ["token=" + "x" * 43, "token=", "token=%00", "other=1", "&" * 50])
async def test_other_links_lead_to_no_order(visitor: httpx.AsyncClient, store: Store, query: str) -> None:
    order = order_voucher(store)
    page = await visitor.get(f"/vouchers/order?{query}")
    assert page.status_code == 404 and str(order.number) not in page.text and "nefunguje" in page.text
    assert (await visitor.post(f"/vouchers/order?{query}")).status_code == 405


async def test_without_a_query_both_pages_are_like_any_other(visitor: httpx.AsyncClient, store: Store) -> None:
    order_voucher(store)
    for path in ("/vouchers/order", "/en/vouchers/order", "/vouchers/check", "/en/vouchers/check"):
        page = await visitor.get(path)
        assert page.status_code == 200 and page.headers["cache-control"] != "no-store"


@pytest.mark.parametrize("path", CHECKS)
async def test_a_check_says_valid_used_or_unknown(
    visitor: httpx.AsyncClient, store: Store, vouchers: Vouchers, path: str
) -> None:
    order = order_voucher(store)
    code = str(vouchers.mark_paid(order.number, mailed=False).code)
    words = ("is valid until", "used or returned", "no voucher")
    if path == "/vouchers/check":
        words = ("platí do", "uplatněn nebo vrácen", "nemáme")
    valid = await visitor.post(path, data={"code": grouped(code).lower()})
    vouchers.mark_used(order.number)
    used = await visitor.post(path, data={"code": code})
    unknown = await visitor.post(path, data={"code": f'{new_code()}"><b>'})
    for page, word in zip((valid, used, unknown), words, strict=True):
        assert page.status_code == 200 and word in verdict(page), verdict(page)
        assert page.headers["cache-control"] == "no-store" and "<script" not in page.text
        assert not any(each in page.text for each in (*PERSONAL, str(order.number)))
    assert "Workshop" in verdict(valid) and '"><b>' not in unknown.text
    assert f'value="{grouped(code).lower()}"' in valid.text


@pytest.mark.parametrize("path", CHECKS)
async def test_a_check_says_that_a_part_may_have_been_spent(
    visitor: httpx.AsyncClient, store: Store, vouchers: Vouchers, path: str
) -> None:
    caveat = "zeptejte" if path == "/vouchers/check" else "ask us what is left"
    for voucher in ("workshop-1900", "prints-600", "weddings-2000", "1500"):
        code = str(vouchers.mark_paid(order_voucher(store, voucher=voucher).number, mailed=False).code)
        answer = verdict(await visitor.post(path, data={"code": code}))
        assert (caveat in answer) is (voucher != "workshop-1900"), answer


async def test_checks_are_limited(visitor: httpx.AsyncClient, store: Store) -> None:
    answers = [await visitor.post("/vouchers/check", data={"code": new_code()}) for _try in range(40)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) >= 40 - limits.CHECK_BURST - 1
    assert 0 < int(refused[-1].headers["retry-after"]) <= 1 / limits.CHECK_RATE, "refused checks do not count"
    assert (await visitor.get("/vouchers/check")).status_code == 200


async def test_a_refused_check_keeps_the_code(visitor: httpx.AsyncClient, store: Store) -> None:
    for _check in range(limits.CHECK_BURST):
        await visitor.post("/vouchers/check", data={"code": new_code()})
    code = grouped(new_code())
    page = await visitor.post("/vouchers/check", data={"code": code})
    assert page.status_code == 429 and int(page.headers["retry-after"]) > 0
    assert verdict(page) == "Příliš mnoho požadavků. Zkuste to za minutu." and f'value="{code}"' in page.text


async def test_other_sites_and_large_forms_are_refused(visitor: httpx.AsyncClient, store: Store) -> None:
    code = {"code": new_code()}
    assert (
        await visitor.post("/vouchers/check", data=code, headers={"sec-fetch-site": "cross-site"})
    ).status_code == 403
    large = {"code": "x" * limits.MAX_ACT_BYTES}
    assert (await visitor.post("/vouchers/check", data=large)).status_code == 413
    assert "nemáme" in verdict(await visitor.post("/vouchers/check", data={}))


@pytest.mark.daily
async def test_a_failing_database_is_no_verdict(visitor: httpx.AsyncClient, store: Store, database: Database) -> None:
    order = order_voucher(store)
    destroy(database)
    assert (await visitor.post("/vouchers/check", data={"code": new_code()})).status_code == 503
    assert (await visitor.get("/vouchers/order", params={"token": order.token})).status_code == 503
