import html
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import cast

import httpx
import pytest

from app.content.inquiry import KINDS, TEXT_FIELDS
from app.content.inquiry_messages import OUTDATED, WRONG
from app.content.moments import studio_day
from app.i18n import typeset, use
from app.inquiries.store import Store
from tests.support.form_client import NO_FILES, ONE_FILE, PAGE, VOUCHER_ORDER, error_fields, send
from tests.support.inquiries import FILLED, JSON
from tests.support.languages import ENGLISH

pytestmark = pytest.mark.anyio

LINE_BREAKS = "\v\f\x85\u2028\u2029"


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
    assert field in error_fields(page.text) or field == "workshop"
    assert "reason" in error_fields(page.text) and "<script" not in page.text and store.all() == []


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
        (VOUCHER_ORDER, []),
        (VOUCHER_ORDER | {"address": "x" * 301, "number": "1234567"}, ["address", "number"]),
        (VOUCHER_ORDER | {"delivery": "email", "address": "x" * 301, "number": "270 82 440"}, []),
        (VOUCHER_ORDER | {"voucher": ""}, ["voucher"]),
        (VOUCHER_ORDER | {"voucher": "amount"}, ["amount"]),
        (VOUCHER_ORDER | {"voucher": "amount", "amount": "499"}, ["amount"]),
        (VOUCHER_ORDER | {"recipient": "x" * 101, "greeting": "x" * 301}, ["recipient", "greeting"]),
        (VOUCHER_ORDER | {"recipient": "Оксана", "greeting": "S láskou ♥"}, ["recipient", "greeting"]),
        (VOUCHER_ORDER | {"greeting": "Verš\r\n" * 7 + "Verš"}, []),
        (VOUCHER_ORDER | {"greeting": "Verš\r\n" * 8 + "Verš"}, ["greeting"]),
        (VOUCHER_ORDER | {"recipient": "W" * 100}, ["recipient"]),
        *((VOUCHER_ORDER | {"greeting": f"Verš{each}" * 8 + "Verš"}, ["greeting"]) for each in LINE_BREAKS),
        (VOUCHER_ORDER | {"name": "Оксана", "greeting": "S\u2003láskou\u2028Petr a Anna\u2011Marie"}, []),
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
        assert (await send(visitor, **VOUCHER_ORDER, **more, package="suite")).status_code == 201
    [stored] = store.all()
    shared = {name: VOUCHER_ORDER[name] for name in ("voucher", "delivery", "address")} | {"phone": more["phone"]}
    assert stored.inquiry.details == {"recipient": "Eva Malá", "message": "Všechno\nnejlepší", **shared}
    assert (stored.inquiry.pieces, stored.inquiry.colours, stored.inquiry.paper) == (None, 1, "listed")
    found = stored.inquiry.estimate()
    assert found and found.crowns == 5090


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
    assert (await send(visitor, **VOUCHER_ORDER | pasted)).status_code == 201
    [stored] = store.all()
    details = stored.inquiry.details
    assert (stored.inquiry.name, details["recipient"]) == (name, "Eva")
    assert (details["phone"], details["number"]) == ("+420 777 123 456", "27082440")
    assert details["company"] == "Tiskárna U lisu"
    assert details["address"] == "Krátká 1\n\n\n\n\n602 00\nBrno"


async def test_characters_that_a_voucher_cannot_show_are_named(visitor: httpx.AsyncClient, store: Store) -> None:
    page = await send(
        visitor, headers=PAGE, **VOUCHER_ORDER, recipient="Оксана \U0001fa77", greeting="S láskou ♥\ufe0f"
    )
    assert page.status_code == 422 and {"recipient", "greeting"} <= set(error_fields(page.text)) and store.all() == []
    assert "vytisknout: О а к н с \U0001fa77." in page.text and "vytisknout: ♥." in page.text


async def test_typed_text_comes_back_escaped(visitor: httpx.AsyncClient) -> None:
    evil = '"><script>alert(1)</script>&amp;</textarea>'
    answer = await send(visitor, headers=PAGE, name=evil, message=f"\n{evil}", email=evil, pieces=evil)
    assert answer.status_code == 422
    assert "<script" not in answer.text and answer.text.count(html.escape(evil)) == 4
    assert 'name="message"' in answer.text and f">\n\n{html.escape(evil)}</textarea>" in answer.text
    assert 'value="cards" selected=""' in answer.text
    assert "style-src" in answer.headers["content-security-policy"]
    assert "require-trusted-types-for 'script'" in answer.headers["content-security-policy"]


async def test_a_link_fills_in_allowed_fields_only(visitor: httpx.AsyncClient) -> None:
    page = await visitor.get("/inquiry?what=posters&pieces=%22%3E60&name=Eva&message=x", headers=PAGE)
    assert 'value="posters" selected=""' in page.text and 'value="&quot;&gt;60"' in page.text
    assert 'value="Eva"' not in page.text and page.headers["cache-control"] == "no-store"
    plain = await visitor.get("/inquiry?utm=1", headers=PAGE)
    assert plain.text == (await visitor.get("/inquiry", headers=PAGE)).text


async def test_a_prefilled_form_needs_no_disk(visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "/inquiry?pieces=61"
    first = await visitor.get(address, headers=PAGE)
    for read in ("read_bytes", "read_text"):
        monkeypatch.delattr(Path, read)
    again = await visitor.get(address, headers=PAGE)
    assert first.status_code == 200 and 'value="61"' in first.text and again.text == first.text
    assert "trusted-types" not in first.headers["content-security-policy"], "the page has scripts"


@pytest.mark.parametrize("what", ["workshop", "sample-pack", "other"])
async def test_a_form_of_an_earlier_release_is_accepted(visitor: httpx.AsyncClient, store: Store, what: str) -> None:
    """Old forms can arrive, because browsers cache pages and queue forms while offline."""
    by = str(studio_day(time.time()))
    answer = await send(visitor, what=what, pieces="500", by=by, files=ONE_FILE)
    assert answer.status_code == 201
    [stored] = store.all()
    assert (stored.inquiry.pieces, str(stored.inquiry.by), stored.inquiry.details) == (500, by, {})
    assert len(stored.answers()) >= 2 and len(stored.files) == 1


async def test_a_form_without_a_new_required_field_is_out_of_date(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old form cannot show an error beside a field that it lacks, so its script gets a general error. Without
    JavaScript, the response is a new form that has the field.
    """
    fields = tuple(replace(each, is_required=each.is_required or each.name == "company") for each in KINDS["cards"])
    monkeypatch.setitem(cast("dict[str, object]", KINDS), "cards", fields)
    chosen = {each.name: next(iter(each.options)) for each in KINDS["cards"] if each.options}
    form = dict.fromkeys(TEXT_FIELDS, "") | chosen | FILLED
    lacking = {name: text for name, text in form.items() if name != "company"}
    answers = [
        (await visitor.post("/en/inquiries", data=given, files=NO_FILES, headers=JSON)).json()
        for given in (lacking, form)
    ]
    assert [sorted(answer["problems"]) for answer in answers] == [["company"]] * 2
    with use(ENGLISH):
        assert [answer["reason"] for answer in answers] == [typeset(OUTDATED), typeset(WRONG)]
    page = await visitor.post("/en/inquiries", data=lacking, files=NO_FILES, headers=PAGE)
    with use(ENGLISH):
        assert typeset(WRONG) in html.unescape(page.text)
    assert "company" in error_fields(page.text)


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
    """The visitor chose an option that no longer exists. In the new form, no other option may be selected instead."""
    name = list(removed)[-1]
    body = (await send(visitor, "/en/inquiries", **removed, phone="")).json()
    with use(ENGLISH):
        assert (list(body["problems"]), body["reason"], body["outdated"]) == ([name], typeset(OUTDATED), True)
    page = (await send(visitor, "/en/inquiries", **removed, phone="", headers=PAGE)).text
    assert first_option(page, name) == '<option value="" selected="">' and name in error_fields(page)
    again = await send(visitor, **removed | {name: ""}, phone="")
    assert list(again.json()["problems"]) == [name] and "outdated" not in again.json()


@pytest.mark.parametrize("removed", REMOVED)
async def test_a_link_with_an_option_that_is_gone_leaves_nothing_chosen(
    visitor: httpx.AsyncClient, removed: dict[str, str]
) -> None:
    name = list(removed)[-1]
    page = await visitor.get("/en/inquiry", params=removed, headers=PAGE)
    assert page.status_code == 200 and error_fields(page.text) == [name] and "<script" not in page.text
    assert first_option(page.text, name) == '<option value="" selected="">'


def first_option(page: str, name: str) -> str:
    [found] = re.findall(rf'<select[^>]* name="{name}"[^>]*>(<option[^>]*>)', page)
    return found
