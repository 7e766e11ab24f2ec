import re
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
import pytest

from app.content import estimate
from app.content.inquiry import KINDS
from app.content.inquiry_messages import PRICE_CHANGED
from app.content.moments import studio_day
from app.content.studio import STUDIO, Account
from app.content.vouchers import VOUCHERS
from app.content.workshops import upcoming
from app.database.tables import inquiries
from app.i18n import Text, typeset, use
from app.i18n.formats import Crowns
from app.inquiries import limits
from app.inquiries.store import Store
from app.settings import Settings
from app.vouchers import payment
from tests.support.databases import destroy
from tests.support.form_client import PAGE, VOUCHER_ORDER, error_fields, send
from tests.support.inquiries import FILLED, PDF, open_site
from tests.support.languages import ENGLISH
from tests.support.workshops import LISTED, needs_dates
from tests.vouchers.conftest import ACCOUNT

pytestmark = pytest.mark.anyio


async def test_a_script_gets_json(visitor: httpx.AsyncClient, store: Store) -> None:
    answer = await send(visitor, files=[("files", ("../../a.pdf", PDF))], by=str(studio_day(time.time())))
    [stored] = store.all()
    assert answer.status_code == 201
    id, reference = stored.inquiry.id, stored.inquiry.reference
    assert answer.json() == {"state": "sent", "id": id, "reference": reference, "mailed": False}
    assert answer.headers["cache-control"] == "no-store"
    assert (stored.files[0].name, stored.files[0].ending) == ("a.pdf", "pdf")


@pytest.mark.parametrize("prefix", ["", "/en"])
async def test_a_form_redirects_to_the_thanks_page(visitor: httpx.AsyncClient, store: Store, prefix: str) -> None:
    path, thanks = f"{prefix}/inquiries", f"{prefix}/inquiry/thanks"
    answer = await send(visitor, path, headers=PAGE)
    reference = store.all()[0].inquiry.reference
    assert (answer.status_code, answer.headers["location"]) == (303, f"{thanks}?reference={reference}")
    page = await visitor.get(answer.headers["location"], headers=PAGE)
    assert page.status_code == 200 and reference in page.text and page.headers["cache-control"] == "no-store"
    assert "<script" not in page.text
    for other in ("", "?reference=%3Cb%3E", f"?reference={reference}a"):
        page = await visitor.get(f"{thanks}{other}", headers=PAGE)
        [paragraph] = re.findall('<p[^>]* id="reference"[^>]*>', page.text)
        assert page.status_code == 200 and "hidden" in paragraph, other


async def test_the_answer_says_whether_the_sender_gets_a_mail(built: None, mailing_settings: Settings) -> None:
    async with open_site(mailing_settings) as visitor:
        count = limits.CONFIRMATION_LIMIT.count + 1
        answers = [(await send(visitor, message=f"Number {number}")).json() for number in range(count)]
    assert [answer["mailed"] for answer in answers] == [True] * limits.CONFIRMATION_LIMIT.count + [False]


@pytest.mark.parametrize("account", [None, ACCOUNT], ids=["no account", "account"])
async def test_the_answer_to_an_order_leads_to_its_page(
    visitor: httpx.AsyncClient, store: Store, monkeypatch: pytest.MonkeyPatch, account: Account | None
) -> None:
    monkeypatch.setattr(payment, "STUDIO", replace(STUDIO, account=account, euro_account=None))
    order = (await send(visitor, "/en/inquiries", **VOUCHER_ORDER)).json()["order"]
    [stored] = store.all()
    assert stored.voucher and order["address"] == f"/en/vouchers/order?token={stored.voucher.token}"
    text = order["text"].replace("\xa0", " ")
    assert ("How to pay is on the page" in text, "on the next working day" in text) == (bool(account), not account)
    assert ("keep the address of its page" in text) is bool(account), "this site sends no mail"


async def test_an_order_with_a_mail_needs_no_address(
    built: None, mailing_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(payment, "STUDIO", replace(STUDIO, account=ACCOUNT, euro_account=None))
    async with open_site(mailing_settings) as visitor:
        answer = (await send(visitor, "/en/inquiries", **VOUCHER_ORDER)).json()
    assert answer["mailed"] and "keep the address" not in answer["order"]["text"]


@needs_dates
async def test_a_form_books_again_after_a_cancellation(built: None, mailing_settings: Settings, store: Store) -> None:
    booking = {"what": "workshop", "workshop": LISTED[0].id, "phone": "", "pieces": "1"}
    async with open_site(mailing_settings) as visitor:
        for count in (1, 2):
            for _repeat in range(2):
                answer = await send(visitor, headers=PAGE, **booking)
                assert answer.headers["location"].startswith("/inquiry/held?")
            assert len(store.all()) == count
            with store.transaction() as connection:
                connection.execute(inquiries.update().values(cancelled=time.time(), places=0))


@needs_dates
async def test_a_date_with_too_few_places_says_how_many_are_left(visitor: httpx.AsyncClient) -> None:
    booking = {"what": "workshop", "workshop": LISTED[0].id, "phone": ""}
    assert (await send(visitor, **booking, pieces="2")).status_code == 201
    answer = await send(visitor, "/en/inquiries", **booking, pieces="3", email="eva@example.com")
    assert answer.status_code == 409 and answer.json()["problems"]["workshop"].startswith("Only 2 places are left")


async def test_an_order_at_another_price_is_refused(visitor: httpx.AsyncClient, store: Store) -> None:
    """An open page can show an outdated price. Sending the form again accepts the new price."""
    order = {"what": "workshop", "pieces": "3", "phone": "", "id": str(uuid4())}
    refused = await send(visitor, "/en/inquiries", **order, total="1")
    body = refused.json()
    assert (refused.status_code, body["state"], store.count()) == (409, "refused", 0)
    with use(ENGLISH):
        assert body["reason"] == typeset(PRICE_CHANGED.format(price=Crowns(body["crowns"])))
    page = await send(visitor, "/en/inquiries", **order, total="1", headers=PAGE)
    assert (page.status_code, error_fields(page.text)) == (409, ["reason"])
    assert (await send(visitor, **order, total=str(body["crowns"]))).status_code == 201
    assert (await send(visitor, **order, total="1")).status_code == 201  # a repeat of the stored order
    [stored] = store.all()
    assert stored.crowns == body["crowns"]


async def test_a_form_without_its_script_shows_a_changed_price_first(
    built: None, visitor: httpx.AsyncClient, store: Store
) -> None:
    """Without JavaScript, the form sends a digest of the prices from the build instead of a total."""
    order = {"what": "workshop", "pieces": "3", "phone": ""}
    refused = await send(visitor, "/inquiries?prices=0ld", **order, headers=PAGE)
    assert (refused.status_code, error_fields(refused.text), store.count()) == (409, ["reason"], 0)
    assert "Cena je" in refused.text, "perhaps another price has changed"
    [action] = re.findall(r' formaction="([^"]+)"', refused.text, re.IGNORECASE)
    assert action.startswith("/inquiries?")
    assert (await send(visitor, action, **order, headers=PAGE)).status_code in (200, 201, 303)
    assert store.count() == 1


async def test_a_voucher_is_ordered_at_its_new_price_after_the_old_one_was_refused(
    visitor: httpx.AsyncClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a price change, the voucher's `<option>` has the same `value`. Orders that are already stored keep the old
    price.
    """
    order = {"what": "voucher", "voucher": "workshop-4900", "id": str(uuid4())}
    assert (await send(visitor, **order, total="4900")).status_code == 201
    [workshop, *others] = VOUCHERS
    dearer = replace(workshop, vouchers=(*workshop.vouchers[:2], replace(workshop.vouchers[2], crowns=5200)))
    monkeypatch.setattr("app.content.inquiry_values.VOUCHERS", (dearer, *others))
    lines = {"voucher workshop-4900 email": (estimate.Line(Text(""), once=5200),)}
    monkeypatch.setattr(estimate, "LINES", {**estimate.LINES, **lines})
    assert (await send(visitor, **order, total="4900")).status_code == 201, "a repeat"
    late = order | {"id": str(uuid4())}
    refused = await send(visitor, **late, total="4900")
    assert (refused.status_code, refused.json()["crowns"]) == (409, 5200)
    assert (await send(visitor, **late, total="5200")).status_code == 201
    found = store.all()
    assert [each.voucher and each.voucher.choice.crowns for each in found] == [4900, 5200]
    with use(ENGLISH):
        shown = [str(dict(each.answers())[KINDS["voucher"][0].label]) for each in found]
    assert ["4,900" in each for each in shown] == [True, False] and "5,200" in shown[1]


async def test_the_price_of_an_estimate_may_differ(visitor: httpx.AsyncClient, store: Store) -> None:
    assert (await send(visitor, total="1")).status_code == 201
    assert store.count() == 1


async def test_a_storage_error_returns_the_typed_text(
    visitor: httpx.AsyncClient, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    destroy(store.database)
    answer = await send(visitor, "/en/inquiries", headers=PAGE)
    assert answer.status_code == 503 and "We couldn’t save your enquiry" in answer.text
    assert f'value="{FILLED["name"]}"' in answer.text
    assert "Storing an inquiry failed" in caplog.text and FILLED["email"] not in caplog.text
    assert (await visitor.get("/about")).status_code == 200


async def test_other_methods(visitor: httpx.AsyncClient) -> None:
    page = await visitor.get("/en/inquiries")
    assert (page.status_code, page.headers["location"]) == (303, "/en/inquiry")
    assert (await visitor.put("/inquiries")).status_code == 405
    assert (await visitor.post("/workshops.json")).status_code == 405
    to_come = upcoming(datetime.now(UTC) + timedelta(days=1))
    left = (await visitor.get("/workshops.json")).json()
    assert {each.id: each.places for each in to_come}.items() <= left.items()
