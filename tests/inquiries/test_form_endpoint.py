"""`/inquiries` responds correctly to valid, invalid, hostile and rate-limited forms."""

import asyncio
import codecs
import html
import re
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr
from starlette.types import ASGIApp

from app.content import estimate
from app.content.estimate import AMOUNT
from app.content.inquiry import KINDS, TEXT_FIELDS
from app.content.inquiry_messages import OUTDATED, PRICE_CHANGED, WRONG
from app.content.moments import studio_day
from app.content.studio import STUDIO, Account
from app.content.vouchers import VOUCHERS
from app.content.workshops import upcoming
from app.database.database import Database
from app.database.tables import inquiries
from app.http import draining
from app.http.export import Export
from app.i18n import Text, typeset, use
from app.i18n.formats import Crowns
from app.inquiries import limits
from app.inquiries.limits import MAX_OPEN_FORMS_OF_SENDER, Limit
from app.inquiries.store import Store
from app.server.compose import compose
from app.settings import Settings
from app.vouchers import payment
from tests.support.databases import destroy
from tests.support.inquiries import FILLED, JSON, PDF, open_site
from tests.support.languages import ENGLISH
from tests.support.small_site import reflex
from tests.support.workshops import LISTED, needs_dates
from tests.vouchers.conftest import ACCOUNT

pytestmark = pytest.mark.anyio

PAGE = {"accept": "text/html"}
EMPTY = [("files", ("", b""))]
SVG = b'<?xml version="1.0"?>\n<!-- a plate -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'


async def send(
    visitor: httpx.AsyncClient, path: str = "/inquiries", files: object = None, headers: object = None, **fields: str
) -> httpx.Response:
    return await visitor.post(path, data=FILLED | fields, files=files or EMPTY, headers=headers or JSON)  # pyright: ignore


def messages(page: str) -> list[str]:
    """Returns the names of the fields with an error message, plus "reason" if the page shows a general error."""
    shown = [tag for tag, text in re.findall(r"(<p\b[^>]*>)([^<]*)", page) if text and "hidden" not in tag]
    return [found[1] for tag in shown if (found := re.search(r'id="inquiry-(\w+)(-problem)?"', tag))]


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


async def test_the_same_form_twice_is_one_inquiry(visitor: httpx.AsyncClient, store: Store) -> None:
    for _ in range(2):
        assert (await send(visitor, files=[("files", ("a.pdf", PDF))])).status_code == 201
    assert len(store.all()) == 1
    await send(visitor, files=[("files", ("a.pdf", PDF + b"!"))])
    assert len(store.all()) == 2


async def test_an_id_is_used_for_one_inquiry(visitor: httpx.AsyncClient, store: Store) -> None:
    first, second = (f"00000000-0000-4000-8000-00000000000{number}" for number in "12")
    assert (await send(visitor, id=first)).json()["id"] == first
    for _ in range(2):
        assert (await send(visitor, id=second)).status_code == 201
    answer = await send(visitor, id=second, message="another one")
    assert (answer.status_code, answer.json()["state"], answer.json()["id"]) == (409, "conflict", second)
    page = await send(visitor, headers=PAGE, id=second, message="another one")
    assert page.status_code == 409 and "another one</textarea>" in page.text
    assert [stored.inquiry.id for stored in store.all()] == [first, second]


async def test_a_repeat_is_accepted_after_its_date_has_passed(visitor: httpx.AsyncClient, store: Store) -> None:
    """If the response is lost, the browser sends the inquiry again."""
    id = "00000000-0000-4000-8000-000000000001"
    today = studio_day(time.time())
    assert (await send(visitor, id=id, by=str(today))).status_code == 201
    with store.transaction() as connection:
        earlier = {"received": inquiries.c.received - 8 * 86_400, "by": today - timedelta(8)}
        connection.execute(inquiries.update().values(earlier))
    assert (await send(visitor, id=id, by=str(today - timedelta(8)))).status_code == 201
    other = await send(visitor, id=id[:-1] + "2", by=str(today - timedelta(8)))
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
    id = "00000000-0000-4000-8000-000000000001"
    order = VOUCHER | {"id": id, "by": str(studio_day(time.time())), "company": "Papír s. r. o."}
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
    id = "00000000-0000-4000-8000-000000000001"
    order |= {"id": id, "phone": ""}
    assert (await send(visitor, **order)).status_code == 201
    fields = tuple(replace(each, **changes) if each.name == name else each for each in KINDS[order["what"]])
    monkeypatch.setitem(cast("dict[str, object]", KINDS), order["what"], fields)
    assert (await send(visitor, **order)).status_code == 201
    assert list((await send(visitor, **order | {"id": id[:-1] + "2"})).json()["problems"]) == [name]
    assert list((await send(visitor, **order | {name: "many"})).json()["problems"]) == [name]


async def test_a_repeat_without_the_amount_of_a_voucher_is_another_inquiry(visitor: httpx.AsyncClient) -> None:
    id = "00000000-0000-4000-8000-000000000001"
    assert (await send(visitor, **FILLED | {"id": id})).status_code == 201
    fields = {"what": "voucher", "voucher": AMOUNT, "id": id, "name": "Jana", "email": "jana@example.com"}
    answer = await visitor.post("/en/inquiries", data=fields, files=EMPTY, headers=JSON)
    assert (answer.status_code, answer.json()["state"]) == (409, "conflict")


async def test_a_form_without_a_new_required_field_is_out_of_date(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old form cannot show an error beside a field that it lacks. Without JavaScript, the response is a form with
    the new field.
    """
    fields = tuple(replace(each, is_required=each.is_required or each.name == "company") for each in KINDS["cards"])
    monkeypatch.setitem(cast("dict[str, object]", KINDS), "cards", fields)
    chosen = {each.name: next(iter(each.options)) for each in KINDS["cards"] if each.options}
    form = dict.fromkeys(TEXT_FIELDS, "") | chosen | FILLED
    lacking = {name: text for name, text in form.items() if name != "company"}
    answers = [
        (await visitor.post("/en/inquiries", data=given, files=EMPTY, headers=JSON)).json() for given in (lacking, form)
    ]
    assert [sorted(answer["problems"]) for answer in answers] == [["company"]] * 2
    with use(ENGLISH):
        assert [answer["reason"] for answer in answers] == [typeset(OUTDATED), typeset(WRONG)]
    page = await visitor.post("/en/inquiries", data=lacking, files=EMPTY, headers=PAGE)
    with use(ENGLISH):
        assert typeset(WRONG) in html.unescape(page.text)
    assert "company" in messages(page.text)


REMOVED = [
    {"what": "voucher", "voucher": "gift-sets-900"},
    {"what": "prints", "product": "beer-mats"},
    {"what": "invitations", "package": "parade"},
    {"what": "balloons"},
]


@pytest.mark.parametrize("removed", REMOVED)
async def test_a_form_with_an_option_that_is_gone_is_out_of_date(
    visitor: httpx.AsyncClient, removed: dict[str, str]
) -> None:
    """Without JavaScript, the response is a new form, which must not replace the removed option with another one."""
    name = list(removed)[-1]
    body = (await send(visitor, "/en/inquiries", **removed, phone="")).json()
    with use(ENGLISH):
        assert (list(body["problems"]), body["reason"], body["outdated"]) == ([name], typeset(OUTDATED), True)
    page = (await send(visitor, "/en/inquiries", **removed, phone="", headers=PAGE)).text
    assert first_option(page, name) == '<option value="" selected="">' and name in messages(page)
    again = await send(visitor, **removed | {name: ""}, phone="")
    assert list(again.json()["problems"]) == [name] and "outdated" not in again.json()


@pytest.mark.parametrize("removed", REMOVED)
async def test_a_link_with_an_option_that_is_gone_leaves_nothing_chosen(
    visitor: httpx.AsyncClient, removed: dict[str, str]
) -> None:
    name = list(removed)[-1]
    page = await visitor.get("/en/inquiry", params=removed, headers=PAGE)
    assert page.status_code == 200 and messages(page.text) == [name] and "<script" not in page.text
    assert first_option(page.text, name) == '<option value="" selected="">'


def first_option(page: str, name: str) -> str:
    [found] = re.findall(rf'<select[^>]* name="{name}"[^>]*>(<option[^>]*>)', page)
    return found


async def test_the_text_of_a_stored_order_is_never_too_long(visitor: httpx.AsyncClient) -> None:
    """An earlier release accepted longer texts. If the server refused a stored order, the browser would stop repeating
    it.
    """
    order = VOUCHER | {"id": "00000000-0000-4000-8000-000000000001"}
    long = order | {"greeting": "Verš\r\n" * 9}
    assert (await send(visitor, **long)).status_code == 422
    assert (await send(visitor, **order)).status_code == 201
    assert (await send(visitor, **long)).json()["state"] == "conflict"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("what", "cars"),
        ("workshop", "never"),
        ("pieces", ""),
        ("pieces", "0"),
        ("pieces", "10001"),
        ("pieces", "²"),
        ("colours", "4"),
        ("paper", "stone"),
        ("by", "2020-01-01"),
        ("by", "soon"),
        ("by", "9999-01-01"),
        ("name", " "),
        ("name", "x" * 101),
        ("email", "jana"),
        ("email", "jana@example.com\r\nBcc: everybody@example.com"),
        ("name", "\u200b\u200d"),
        ("message", "x" * 5001),
    ],
)
async def test_an_invalid_value_is_reported_beside_its_field(
    visitor: httpx.AsyncClient, store: Store, field: str, value: str
) -> None:
    more = {"what": "workshop"} if field == "workshop" else {}
    answer = await send(visitor, **{**more, field: value})
    assert answer.status_code == 422 and list(answer.json()["problems"]) == [field]
    page = await send(visitor, "/en/inquiries", headers=PAGE, **{**more, field: value})
    assert field in messages(page.text) or field == "workshop"
    assert "reason" in messages(page.text) and "<script" not in page.text and store.all() == []


LINE_BREAKS = "\v\f\x85\u2028\u2029"
VOUCHER = {"what": "voucher", "voucher": "weddings-5000", "delivery": "post", "address": "Krátká 1\n602 00 Brno"}


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"phone": "", "message": ""}, []),
        ({"phone": "none"}, ["phone"]),
        ({"phone": "", "design": "nobody"}, ["design"]),
        ({"stationery": "desk", "pieces": "none", "colours": "9"}, []),
        ({"stationery": "only-cards", "pieces": ""}, ["pieces"]),
        ({"what": "invitations", "package": "suite", "colours": "9", "company": "x" * 200}, []),
        ({"what": "prints", "product": "cars"}, ["product"]),
        ({"what": "workshop", "phone": "", "pieces": "21"}, ["pieces"]),
        ({"what": "workshop", "phone": "", "pieces": "", "by": "2020-01-01"}, []),
        ({"what": "sample-pack", "phone": "", "address": " "}, ["address"]),
        (VOUCHER, []),
        (VOUCHER | {"address": "x" * 301, "number": "1234567"}, ["address", "number"]),
        (VOUCHER | {"delivery": "email", "address": "x" * 301, "number": "270 82 440"}, []),
        (VOUCHER | {"voucher": ""}, ["voucher"]),
        (VOUCHER | {"voucher": "amount"}, ["amount"]),
        (VOUCHER | {"voucher": "amount", "amount": "499"}, ["amount"]),
        (VOUCHER | {"recipient": "x" * 101, "greeting": "x" * 301}, ["recipient", "greeting"]),
        (VOUCHER | {"recipient": "Оксана", "greeting": "S láskou ♥"}, ["recipient", "greeting"]),
        (VOUCHER | {"greeting": "Verš\r\n" * 7 + "Verš"}, []),
        (VOUCHER | {"greeting": "Verš\r\n" * 8 + "Verš"}, ["greeting"]),
        (VOUCHER | {"recipient": "W" * 100}, ["recipient"]),
        *((VOUCHER | {"greeting": f"Verš{each}" * 8 + "Verš"}, ["greeting"]) for each in LINE_BREAKS),
        (VOUCHER | {"name": "Оксана", "greeting": "S\u2003láskou\u2028Petr a Anna\u2011Marie"}, []),
    ],
)
async def test_only_the_fields_of_the_kind_are_checked(
    visitor: httpx.AsyncClient, store: Store, fields: dict[str, str], problems: list[str]
) -> None:
    answer = await send(visitor, **fields)
    assert list(answer.json().get("problems", [])) == problems
    assert len(store.all()) == (not problems)


async def test_details_are_stored_and_once(visitor: httpx.AsyncClient, store: Store) -> None:
    more = {"recipient": " Eva  Malá ", "greeting": "Všechno\r\nnejlepší", "phone": "+420 777 123 456"}
    for _ in range(2):
        assert (await send(visitor, **VOUCHER, **more, package="suite")).status_code == 201
    [stored] = store.all()
    shared = {name: VOUCHER[name] for name in ("voucher", "delivery", "address")} | {"phone": more["phone"]}
    assert stored.inquiry.details == {"recipient": "Eva Malá", "message": "Všechno\nnejlepší", **shared}
    assert (stored.inquiry.pieces, stored.inquiry.colours, stored.inquiry.paper) == (None, 1, "listed")
    found = stored.inquiry.estimate()
    assert found and found.crowns == 5090


@pytest.mark.parametrize("account", [None, ACCOUNT], ids=["no account", "account"])
async def test_the_answer_to_an_order_leads_to_its_page(
    visitor: httpx.AsyncClient, store: Store, monkeypatch: pytest.MonkeyPatch, account: Account | None
) -> None:
    monkeypatch.setattr(payment, "STUDIO", replace(STUDIO, account=account, euro_account=None))
    order = (await send(visitor, "/en/inquiries", **VOUCHER)).json()["order"]
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
        answer = (await send(visitor, "/en/inquiries", **VOUCHER)).json()
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


@pytest.mark.parametrize("number", ["1,000", "1.000", "1 000"])
async def test_numbers_may_have_thousands_separators(visitor: httpx.AsyncClient, store: Store, number: str) -> None:
    assert (await send(visitor, pieces=number)).status_code == 201
    order = {"what": "voucher", "voucher": "amount", "delivery": "email", "phone": ""}
    assert (await send(visitor, **order, amount=number, total="1000")).status_code == 201
    assert [(stored.inquiry.pieces, stored.inquiry.details.get("voucher")) for stored in store.all()] == [
        (1000, None),
        (None, "1000"),
    ]


async def test_invisible_characters_of_pasted_text_are_dropped(visitor: httpx.AsyncClient, store: Store) -> None:
    family, persian = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "علی\u200cرضا"
    newer, private, flag = "\U0001fa77\U0001faea", "\uf8ff", "\U0001f3f4\U000e0067\U000e007f"
    name = f"{persian} {family} {newer} {private} {flag}"
    pasted = {
        "name": f"\ufeff{name}\x00",
        "phone": "\u202d+420\xa0777\x00 123 456\u202c",
        "recipient": "E\u200bva",
        "greeting": "Ahoj\u2028\tEvo\ufe0f",
        "address": f"Krátká\x07\u200b 1{LINE_BREAKS}602\xad 00\r\nBrno",
        "company": "Tis\xadkárna\u200b U\u2060 lisu\u200e",
        "number": "\u206827082440\u2069",
        "email": "\u202ajana@exa\u200bmple.com\u202c\u200b",
    }
    assert (await send(visitor, **VOUCHER | pasted)).status_code == 201
    [stored] = store.all()
    details = stored.inquiry.details
    assert (stored.inquiry.name, details["recipient"]) == (name, "Eva")
    assert (details["phone"], details["number"]) == ("+420 777 123 456", "27082440")
    assert details["company"] == "Tiskárna U lisu"
    assert details["address"] == "Krátká 1\n\n\n\n\n602 00\nBrno"


async def test_characters_that_a_voucher_cannot_show_are_named(visitor: httpx.AsyncClient, store: Store) -> None:
    page = await send(visitor, headers=PAGE, **VOUCHER, recipient="Оксана \U0001fa77", greeting="S láskou ♥\ufe0f")
    assert page.status_code == 422 and {"recipient", "greeting"} <= set(messages(page.text)) and store.all() == []
    assert "vytisknout: О а к н с \U0001fa77." in page.text and "vytisknout: ♥." in page.text


@pytest.mark.parametrize("what", ["workshop", "sample-pack", "other"])
async def test_a_form_of_an_earlier_release_is_accepted(visitor: httpx.AsyncClient, store: Store, what: str) -> None:
    """Old forms can arrive, because browsers cache pages and queue forms while offline."""
    by = str(studio_day(time.time()))
    answer = await send(visitor, what=what, pieces="500", by=by, files=[("files", ("a.pdf", PDF))])
    assert answer.status_code == 201
    [stored] = store.all()
    assert (stored.inquiry.pieces, str(stored.inquiry.by), stored.inquiry.details) == (500, by, {})
    assert len(stored.answers()) >= 2 and len(stored.files) == 1


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
    assert (page.status_code, messages(page.text)) == (409, ["reason"])
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
    assert (refused.status_code, messages(refused.text), store.count()) == (409, ["reason"], 0)
    assert "Cena je" in refused.text, "perhaps another price has changed"
    [action] = re.findall(r' formaction="([^"]+)"', refused.text, re.IGNORECASE)
    assert action.startswith("/inquiries?")
    assert (await send(visitor, action, **order, headers=PAGE)).status_code in (200, 201, 303)
    assert store.count() == 1


async def test_a_voucher_is_ordered_at_its_new_price_after_the_old_one_was_refused(
    visitor: httpx.AsyncClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the price of a voucher changes, the value of its option stays the same. A stored order keeps its old price."""
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


async def test_files_of_another_kind_are_ignored(visitor: httpx.AsyncClient, store: Store) -> None:
    """The form hides the file field for workshops, but forms of earlier releases show it for every kind of inquiry."""
    wrong = [("files", ("a.pdf", b"no document")), *(("files", (f"{n}.pdf", PDF)) for n in range(3))]
    assert (await send(visitor, files=wrong, what="workshop", pieces="2", phone="")).status_code == 201
    assert [stored.files for stored in store.all()] == [()]


@pytest.mark.parametrize("count", [4, 5, 30])
async def test_too_many_files_are_named_as_the_reason(visitor: httpx.AsyncClient, count: int) -> None:
    files = [("files", (f"{n}.pdf", PDF)) for n in range(count)]
    page = await send(visitor, "/en/inquiries", files=files, headers=PAGE)
    assert page.status_code in (413, 422) and f"At most {limits.MAX_FILES} files" in page.text


async def test_a_page_without_scripts_asks_for_the_files_again(visitor: httpx.AsyncClient, store: Store) -> None:
    """Browsers do not fill in files again, so without the message, the corrected form would silently arrive without
    files.
    """
    given = ('a  50"\u202f\U0001fa77.pdf', "a/<b>\u202e&{names}.pdf", "x" * 300 + ".pdf")
    files = [("files", (name, PDF)) for name in given]
    page = await send(visitor, "/en/inquiries", headers=PAGE, files=files, email="jana")
    [(field, note)] = re.findall(
        r'(<input[^>]* name="files"[^>]*>).*?id="inquiry-files-problem"[^>]*>([^<]*)', page.text
    )
    names = f'a  50" \U0001fa77.pdf, <b>&{{names}}.pdf, {"x" * (limits.MAX_FILE_NAME - 4)}.pdf'
    assert html.unescape(note) == f"Browsers don’t keep files. Choose them again: {names}"
    assert messages(page.text) == ["reason", "files", "email"] and 'aria-invalid="' not in field and store.all() == []
    [reason] = re.findall(r'id="inquiry-reason"[^>]*>([^<]*)', page.text)
    assert reason.endswith(note), "screen readers need not find the field"
    wrong = await send(visitor, headers=PAGE, files=[("files", ("a.pdf", b"no document"))], email="jana")
    assert "a.pdf" not in wrong.text and {"files", "email"} <= set(messages(wrong.text))
    for more in ({}, {"what": "workshop", "pieces": "2", "files": files}):
        assert "files" not in messages((await send(visitor, headers=PAGE, **more, email="jana")).text)


async def test_typed_text_comes_back_escaped(visitor: httpx.AsyncClient) -> None:
    evil = '"><script>alert(1)</script>&amp;</textarea>'
    answer = await send(visitor, headers=PAGE, name=evil, message=f"\n{evil}", email=evil, pieces=evil)
    assert answer.status_code == 422
    assert "<script" not in answer.text and answer.text.count(html.escape(evil)) == 4
    assert 'name="message"' in answer.text and f">\n\n{html.escape(evil)}</textarea>" in answer.text
    assert 'value="cards" selected=""' in answer.text
    assert "style-src" in answer.headers["content-security-policy"]
    assert "require-trusted-types-for 'script'" in answer.headers["content-security-policy"]


async def test_a_prefilled_form_needs_no_disk(visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "/inquiry?pieces=61"
    first = await visitor.get(address, headers=PAGE)
    for read in ("read_bytes", "read_text"):
        monkeypatch.delattr(Path, read)
    again = await visitor.get(address, headers=PAGE)
    assert first.status_code == 200 and 'value="61"' in first.text and again.text == first.text
    assert "trusted-types" not in first.headers["content-security-policy"], "the page has scripts"


@pytest.mark.parametrize(("content", "ending"), [(PDF, "pdf"), (b"\xef\xbb\xbf" + SVG, "svg"), (b"MZ\x90", None)])
async def test_a_file_is_stored_under_its_detected_type(
    visitor: httpx.AsyncClient, store: Store, content: bytes, ending: str | None
) -> None:
    answer = await send(visitor, files=[("files", ("a.pdf", content, "application/pdf"))])
    if ending:
        assert store.all()[0].files[0].ending == ending
    else:
        assert list(answer.json()["problems"]) == ["files"]


async def test_number_and_size_of_files_are_limited(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    four = await send(visitor, files=[("files", (f"{n}.pdf", PDF)) for n in range(4)])
    assert list(four.json()["problems"]) == ["files"]
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", len(PDF) - 1)
    large = await send(visitor, files=[("files", ("a.pdf", PDF))])
    assert list(large.json()["problems"]) == ["files"]


async def test_without_disk_space_only_files_are_refused(
    visitor: httpx.AsyncClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=limits.MIN_FREE_BYTES_FOR_FILES - 1))
    page = await send(visitor, headers=PAGE, files=[("files", ("a.pdf", PDF))], message="a long text")
    assert page.status_code == 422 and "files" in messages(page.text) and "a long text</textarea>" in page.text
    assert STUDIO.email in page.text and store.all() == []
    assert (await send(visitor)).status_code == 201
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=limits.MIN_FREE_BYTES_FOR_FILES))
    assert (await send(visitor, files=[("files", ("a.pdf", PDF))])).status_code == 201


async def test_only_the_disk_of_the_database_is_measured(
    built: None, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "other disk"
    folder.mkdir()
    file = SecretStr(f"sqlite:///{folder / 'site.db'}")
    elsewhere = settings.model_copy(update={"data_dir": tmp_path, "database_url": file})
    for full, status, disk in ((tmp_path, 201, "up"), (folder, 422, "full"), (None, 201, None)):
        free = {full: 0}
        monkeypatch.setattr(shutil, "disk_usage", lambda path, free=free: SimpleNamespace(free=free.get(path, 10**12)))
        if full is None:  # if PostgreSQL is on another machine, the site cannot see the disk
            monkeypatch.setattr(Database, "disk", None)
        async with open_site(elsewhere) as visitor:
            assert (await send(visitor, files=[("files", ("a.pdf", PDF))])).status_code == status
            assert (await visitor.get("/_health")).json()["parts"].get("disk") == disk


async def test_a_body_is_counted_while_it_arrives(visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BODY_BYTES", 1000)
    monkeypatch.setattr(draining, "MAX_BYTES", 1000)
    assert (await send(visitor, message="x" * 1000)).status_code == 413
    requested = 0

    async def endless():
        nonlocal requested
        yield b'--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n'
        while True:
            requested += 1
            yield b"x" * 100

    headers = JSON | {"content-type": "multipart/form-data; boundary=b"}
    answer = await visitor.post("/inquiries", content=endless(), headers=headers)
    assert answer.status_code == 413 and answer.json()["reason"] and requested < 30


async def test_the_size_of_all_texts_is_limited(visitor: httpx.AsyncClient) -> None:
    answer = await send(visitor, **{f"field-{number}": "x" * 60_000 for number in range(5)})
    assert answer.status_code == 413 and answer.json()["reason"]


@pytest.mark.parametrize(
    ("limit", "length"),
    [
        ("MIN_BODY_TIMEOUT_SECONDS", {"content-length": "100"}),
        ("MIN_BODY_TIMEOUT_SECONDS", {}),
        ("CHUNK_TIMEOUT_SECONDS", {"content-length": "100"}),
    ],
)
async def test_a_slow_body_times_out(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, limit: str, length: dict[str, str]
) -> None:
    monkeypatch.setattr(limits, limit, 0.05)
    monkeypatch.setattr(draining, "MAX_SECONDS", 0.05)

    async def stalled():
        yield b"--b\r\n"
        await asyncio.Event().wait()

    headers = JSON | {"content-type": "multipart/form-data; boundary=b"} | length
    async with asyncio.timeout(10):
        answer = await visitor.post("/inquiries", content=stalled(), headers=headers)
    assert answer.status_code == 408 and answer.json()["reason"]
    assert (await send(visitor)).status_code == 201


@pytest.mark.parametrize("charset", ["punycode", "zlib", "utf-16", "x" * 500])
async def test_the_charset_of_the_request_is_ignored(visitor: httpx.AsyncClient, store: Store, charset: str) -> None:
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (FILLED | {"message": "Žluťoučký \\ud800 +AD4-"}).items()
    ]
    headers = JSON | {"content-type": f"multipart/form-data; boundary=b; charset={charset}"}
    looked_up: list[str] = []
    codecs.register(lambda name: looked_up.append(name))
    answer = await visitor.post("/inquiries", content="".join([*parts, "--b--\r\n"]).encode(), headers=headers)
    assert answer.status_code == 201 and looked_up == []
    assert store.all()[0].inquiry.message == "Žluťoučký \\ud800 +AD4-"


async def test_texts_that_are_not_utf_8_are_refused(visitor: httpx.AsyncClient) -> None:
    body = b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xffJana\r\n--b--\r\n'
    headers = JSON | {"content-type": "multipart/form-data; boundary=b"}
    answer = await visitor.post("/inquiries", content=body, headers=headers)
    assert answer.status_code == 400 and answer.json()["reason"]


async def test_stored_files_are_never_served(visitor: httpx.AsyncClient, store: Store) -> None:
    await send(visitor, files=[("files", ("a.pdf", PDF))])
    [stored] = store.all()
    below = ("site.db", stored.inquiry.id, stored.files[0].name, stored.name_of_file(1))
    database = f"/{store.database.folder}/site.db"
    for path in (database, *(f"{start}/{name}" for start in ("", "/data", "/inquiries") for name in below)):
        assert (await visitor.get(path)).status_code == 404, path


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/inquiries", "Vynechte některý soubor, nebo ho zmenšete. Co jste napsali, zůstalo ve formuláři o krok zpět"),
        ("/en/inquiries", "too large. Leave out a file, or make it smaller. What you typed is still in the form"),
    ],
)
async def test_a_form_that_is_too_large_is_one_step_back(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, path: str, reason: str
) -> None:
    monkeypatch.setattr(limits, "MAX_BODY_BYTES", 1000)
    page = await send(visitor, path, headers=PAGE, message="x" * 1000)
    assert page.status_code == 413 and messages(page.text) == ["reason"]
    assert reason in page.text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_forms_on_other_sites_are_refused(
    visitor: httpx.AsyncClient, store: Store, headers: dict[str, str]
) -> None:
    answer = await send(visitor, headers=JSON | headers)
    assert answer.status_code == 403 and answer.json()["reason"] and store.all() == []
    own = {"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}
    assert (await send(visitor, headers=JSON | own)).status_code == 201


@pytest.mark.parametrize("fields", [{"website": "https://spam.example"}, {"seconds": "1"}])
async def test_bots_are_refused(visitor: httpx.AsyncClient, store: Store, fields: dict[str, str]) -> None:
    answer = await send(visitor, **fields)
    assert answer.status_code == 422 and answer.json()["reason"] and store.all() == []


async def test_too_many_inquiries_are_refused(visitor: httpx.AsyncClient) -> None:
    codes = [(await send(visitor, message=str(n), email=f"{n}@example.com")).status_code for n in range(11)]
    assert codes == [201] * 10 + [429]
    page = await send(visitor, "/en/inquiries", headers=PAGE)
    assert page.status_code == 429 and messages(page.text) == ["reason"]
    assert f'value="{FILLED["name"]}"' in page.text and f"{FILLED['message']}</textarea>" in page.text
    assert 3500 < int(page.headers["retry-after"]) <= 3600 and "Try again in 60 minutes" in page.text
    assert "one step back" not in page.text


async def test_a_rate_limited_form_is_read_without_files(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SENDER_LIMITS", [Limit(1, 60)])
    monkeypatch.setattr(limits, "MAX_TEXT_BYTES", 1500)
    await send(visitor)
    for files, is_read in ((EMPTY, True), ([("files", ("a.pdf", PDF))], False)):
        page = await send(visitor, "/en/inquiries", files=files, headers=PAGE)
        assert page.status_code == 429 and page.headers["retry-after"]
        assert ("one step back" not in page.text) is (f'value="{FILLED["name"]}"' in page.text) is is_read


@asynccontextmanager
async def slow_forms(visitor: httpx.AsyncClient, count: int, **headers: str) -> AsyncIterator[list[httpx.Response]]:
    """Starts sending `count` forms. Sends the rest of each form when the `with` block ends."""
    started, may_end = asyncio.Semaphore(0), asyncio.Event()

    async def slow():
        yield b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nEva\r\n'
        started.release()
        await may_end.wait()
        yield b"--b--\r\n"

    sent = PAGE | {"content-type": "multipart/form-data; boundary=b"} | headers
    tasks = [asyncio.create_task(visitor.post("/inquiries", content=slow(), headers=sent)) for _ in range(count)]
    for _ in range(count):
        await started.acquire()
    answers: list[httpx.Response] = []
    yield answers
    may_end.set()
    answers.extend(await asyncio.gather(*tasks))


async def test_rate_limited_forms_wait_like_others(visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SENDER_LIMITS", [Limit(1, 60)])
    monkeypatch.setattr(limits, "MAX_WAIT_SECONDS", 0.05)
    await send(visitor)
    async with slow_forms(visitor, MAX_OPEN_FORMS_OF_SENDER[0]) as pages:
        assert (await send(visitor)).status_code == 503
    assert all(page.status_code == 429 and 'value="Eva"' in page.text for page in pages)
    assert (await send(visitor)).status_code == 429


async def test_silent_forms_from_one_address_do_not_block_others(
    built: None, site_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_WAIT_SECONDS", 0.05)
    trusting = site_settings.model_copy(update={"trusted_proxies": [ip_network("127.0.0.0/8")]})
    async with open_site(trusting) as visitor:
        attacker, customer = {"x-forwarded-for": "198.51.100.1"}, {"x-forwarded-for": "203.0.113.1"}
        async with slow_forms(visitor, MAX_OPEN_FORMS_OF_SENDER[0], **attacker):
            answers = [(await send(visitor, headers=JSON | attacker)).status_code for _ in range(3)]
            assert answers == [503, 503, 503]
            assert (await send(visitor, headers=JSON | customer)).status_code == 201


async def test_a_form_waits_for_its_turn(visitor: httpx.AsyncClient) -> None:
    async with slow_forms(visitor, MAX_OPEN_FORMS_OF_SENDER[0]):
        waiting = asyncio.create_task(send(visitor))
        await asyncio.sleep(0.05)
        assert not waiting.done()
    assert (await waiting).status_code == 201


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


async def test_a_link_fills_in_allowed_fields_only(visitor: httpx.AsyncClient) -> None:
    page = await visitor.get("/inquiry?what=posters&pieces=%22%3E60&name=Eva&message=x", headers=PAGE)
    assert 'value="posters" selected=""' in page.text and 'value="&quot;&gt;60"' in page.text
    assert 'value="Eva"' not in page.text and page.headers["cache-control"] == "no-store"
    plain = await visitor.get("/inquiry?utm=1", headers=PAGE)
    assert plain.text == (await visitor.get("/inquiry", headers=PAGE)).text


@pytest.fixture(scope="module")
def site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ASGIApp]:
    folder = tmp_path_factory.mktemp("inquiries")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.inquiries.quotas.check_senders", lambda *_: None)
        chosen = Settings(_env_file=None, data_dir=folder)  # pyright: ignore[reportCallIssue]
        yield compose(chosen, Export.load())(reflex())


HEADERS = st.dictionaries(
    st.sampled_from(["accept", "content-length", "origin", "sec-fetch-site", "x-forwarded-for", "transfer-encoding"]),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30),
    max_size=3,
)
LINES = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40)
CODECS = st.sampled_from(["idna", "base64", "utf-16", "rot13", "punycode", "undefined", "unicode_escape"])
TYPES = st.one_of(
    st.just("multipart/form-data; boundary=b"),
    LINES,
    LINES.map("multipart/form-data; boundary=".__add__),
    CODECS.map("multipart/form-data; boundary=b; charset=".__add__),
)
FIELD = st.builds(
    lambda name, more, value: b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (name, more, value),
    st.sampled_from([*map(str.encode, FILLED), b"by", b"id", b"files", b"seconds", b"\xff"]),
    st.sampled_from([b"", b"", b'; filename="a\r\n"', b'; filename="\xff"', b"; filename*=utf-8''%00"]),
    st.one_of(st.binary(max_size=60), st.sampled_from([value.encode() for value in FILLED.values()])),
)
ENDS = st.sampled_from([b"--b--\r\n", b"--b--", b""])
BODIES = st.one_of(
    st.binary(max_size=200), st.builds(lambda fields, end: b"".join(fields) + end, st.lists(FIELD, max_size=8), ENDS)
)


@settings(max_examples=150)
@given(body=BODIES, type=TYPES, headers=HEADERS)
def test_random_bodies_cause_no_server_error(site: ASGIApp, body: bytes, type: str, headers: dict[str, str]) -> None:
    async def posted() -> httpx.Response:
        transport = httpx.ASGITransport(site)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as visitor:
            return await visitor.post("/inquiries", content=body, headers=headers | {"content-type": type})

    answer = asyncio.run(posted())
    assert answer.status_code < 500 and (answer.status_code in (201, 303) or answer.text)


async def test_the_answer_says_whether_the_sender_gets_a_mail(built: None, mailing_settings: Settings) -> None:
    async with open_site(mailing_settings) as visitor:
        count = limits.CONFIRMATION_LIMIT.count + 1
        answers = [(await send(visitor, message=f"Number {number}")).json() for number in range(count)]
    assert [answer["mailed"] for answer in answers] == [True] * limits.CONFIRMATION_LIMIT.count + [False]
