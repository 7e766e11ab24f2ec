import time
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest

from app.content.estimate import AMOUNT
from app.content.inquiry import KINDS
from app.content.moments import studio_day
from app.database.tables import inquiries
from app.i18n import Text
from app.inquiries import limits
from app.inquiries.store import Store
from tests.support.form_client import NO_FILES, ONE_FILE, PAGE, VOUCHER_ORDER, send
from tests.support.inquiries import FILLED, JSON, PDF

pytestmark = pytest.mark.anyio

ID = "00000000-0000-4000-8000-000000000001"
OTHER_ID = "00000000-0000-4000-8000-000000000002"


async def test_the_same_form_twice_is_one_inquiry(visitor: httpx.AsyncClient, store: Store) -> None:
    for _ in range(2):
        assert (await send(visitor, files=ONE_FILE)).status_code == 201
    assert len(store.all()) == 1
    await send(visitor, files=[("files", ("a.pdf", PDF + b"!"))])
    assert len(store.all()) == 2


async def test_an_id_is_used_for_one_inquiry(visitor: httpx.AsyncClient, store: Store) -> None:
    assert (await send(visitor, id=ID)).json()["id"] == ID
    for _ in range(2):
        assert (await send(visitor, id=OTHER_ID)).status_code == 201
    answer = await send(visitor, id=OTHER_ID, message="another one")
    assert (answer.status_code, answer.json()["state"], answer.json()["id"]) == (409, "conflict", OTHER_ID)
    page = await send(visitor, headers=PAGE, id=OTHER_ID, message="another one")
    assert page.status_code == 409 and "another one</textarea>" in page.text
    assert [stored.inquiry.id for stored in store.all()] == [ID, OTHER_ID]


async def test_a_repeat_is_accepted_after_its_date_has_passed(visitor: httpx.AsyncClient, store: Store) -> None:
    """If the response is lost, the browser sends the inquiry again."""
    today = studio_day(time.time())
    assert (await send(visitor, id=ID, by=str(today))).status_code == 201
    with store.transaction() as connection:
        earlier = {"received": inquiries.c.received - 8 * 86_400, "by": today - timedelta(8)}
        connection.execute(inquiries.update().values(earlier))
    assert (await send(visitor, id=ID, by=str(today - timedelta(8)))).status_code == 201
    other = await send(visitor, id=OTHER_ID, by=str(today - timedelta(8)))
    assert list(other.json()["problems"]) == ["by"]


async def test_an_inquiry_that_waited_in_the_browser_is_accepted_after_its_date(visitor: httpx.AsyncClient) -> None:
    by = str(studio_day(time.time()) - timedelta(limits.MAX_QUEUE_DAYS))
    assert (await send(visitor, id=str(uuid4()), by=by)).status_code == 201
    assert list((await send(visitor, by=by)).json()["problems"]) == ["by"]


async def test_a_repeat_is_known_after_a_release_has_changed_the_fields(
    visitor: httpx.AsyncClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the server refused the repeated order, the browser would send it under another ID, and the customer would
    order twice.
    """
    order = VOUCHER_ORDER | {"id": ID, "by": str(studio_day(time.time())), "company": "Papír s. r. o."}
    assert (await send(visitor, **order)).status_code == 201
    lost = ("by", "company")
    fields = tuple(replace(each, is_required=True) for each in KINDS["voucher"] if each.name not in lost)
    monkeypatch.setitem(cast("dict[str, object]", KINDS), "voucher", fields)
    assert (await send(visitor, **order)).status_code == 201
    without = replace(KINDS["voucher"][0], options={AMOUNT: KINDS["voucher"][0].options[AMOUNT]})
    monkeypatch.setitem(cast("dict[str, object]", KINDS), "voucher", (without, *fields[1:]))
    assert (await send(visitor, **order)).status_code == 201
    edited = await send(visitor, **order | {"recipient": "Jan"})
    assert (edited.status_code, edited.json()["state"]) == (409, "conflict")
    assert len(store.all()) == 1


@pytest.mark.parametrize(
    ("order", "name", "changes"),
    [
        ({"what": "voucher", "voucher": AMOUNT, "amount": "600"}, "amount", {"least": 1000}),
        ({"what": "posters", "pieces": "600"}, "pieces", {"limit": 500}),
        ({"what": "posters", "colours": "3"}, "colours", {"options": {"1": Text("1")}}),
    ],
)
async def test_a_repeat_is_known_after_a_release_has_changed_the_limits(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, order: dict[str, str], name: str, changes: Any
) -> None:
    order |= {"id": ID, "phone": ""}
    assert (await send(visitor, **order)).status_code == 201
    fields = tuple(replace(each, **changes) if each.name == name else each for each in KINDS[order["what"]])
    monkeypatch.setitem(cast("dict[str, object]", KINDS), order["what"], fields)
    assert (await send(visitor, **order)).status_code == 201
    assert list((await send(visitor, **order | {"id": OTHER_ID})).json()["problems"]) == [name]
    assert list((await send(visitor, **order | {name: "many"})).json()["problems"]) == [name]


async def test_a_repeat_without_the_amount_of_a_voucher_is_another_inquiry(visitor: httpx.AsyncClient) -> None:
    assert (await send(visitor, **FILLED | {"id": ID})).status_code == 201
    fields = {"what": "voucher", "voucher": AMOUNT, "id": ID, "name": "Jana", "email": "jana@example.com"}
    answer = await visitor.post("/en/inquiries", data=fields, files=NO_FILES, headers=JSON)
    assert (answer.status_code, answer.json()["state"]) == (409, "conflict")


async def test_the_text_of_a_stored_order_is_never_too_long(visitor: httpx.AsyncClient) -> None:
    """An earlier release accepted longer texts. If the server refused a repeat because of its long text, the browser
    would report the stored order as refused.
    """
    order = VOUCHER_ORDER | {"id": ID}
    long = order | {"greeting": "Verš\r\n" * 9}
    assert (await send(visitor, **long)).status_code == 422
    assert (await send(visitor, **order)).status_code == 201
    assert (await send(visitor, **long)).json()["state"] == "conflict"
