"""The link in an email only opens the booking page. Bookings change only through the buttons on that page."""

import logging
import re
from collections.abc import AsyncIterator

import httpx
import pytest

from app.content import booking as content
from app.content.workshops import PLACES
from app.inquiries import actions, booking_links, limits
from app.inquiries.limits import HOLD_SECONDS
from app.inquiries.seats import capacity
from app.inquiries.store import Store
from app.settings import Settings
from tests.support.databases import destroy, execute
from tests.support.inquiries import FILLED, JSON, open_site, seats_left
from tests.support.inquiry_factory import book, read
from tests.support.workshops import LISTED, needs_dates

pytestmark = [pytest.mark.anyio, needs_dates]
FIRST, SECOND, THIRD = (each.id for each in LISTED)


@pytest.fixture
def store(store: Store) -> Store:
    return Store(store.database, capacity)


@pytest.fixture
async def customer(built: None, mailing_settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with open_site(mailing_settings) as client:
        yield client


def booked(store: Store, seats: int = 2, workshop: str = FIRST) -> tuple[str, str]:
    id = book(store, seats, workshop)
    return id, f"/booking?token={booking_links.new_token(store, id)}"


def expire(store: Store, id: str) -> None:
    execute(store.database, "UPDATE inquiries SET held_until = held_until - :s WHERE id = :id", s=HOLD_SECONDS, id=id)


def shown(answer: httpx.Response) -> set[str]:
    """Returns the IDs of the visible `booking-…` elements."""
    tags = re.findall(r'<[^>]* id="(booking-[\w-]+)"[^>]*>', answer.text)
    assert content.OTHERWISE in tags
    return {id for id in tags if not re.search(rf'<[^>]* id="{id}"[^>]* hidden=""', answer.text)} - {
        id for id in tags if re.search(rf'<[^>]* hidden=""[^>]* id="{id}"', answer.text)
    }


async def press(customer: httpx.AsyncClient, link: str, **fields: str) -> httpx.Response:
    return await customer.post(link, data=fields, headers={"origin": "null", "sec-fetch-site": "same-origin"})


async def test_looking_changes_nothing_and_pressing_books(customer: httpx.AsyncClient, store: Store) -> None:
    id, link = booked(store)
    for method in ("GET", "HEAD", "GET"):
        page = await customer.request(method, link)
        assert page.status_code == 200 and read(store, id).booking == "held"
    assert {content.LEAD, content.CONFIRM, content.MOVE, content.CANCEL, content.date_id(SECOND)} <= shown(page)
    assert content.date_id(FIRST) not in shown(page) and content.OTHERWISE not in shown(page)
    assert "Držíme pro vás 2\u00a0místa" in page.text and "<script" not in page.text
    answer = await press(customer, link, act="confirm")
    assert (answer.status_code, answer.headers["location"]) == (303, link)
    assert read(store, id).booking == "booked"
    page = await customer.get(link)
    assert "Máte rezervováno" in page.text and content.CONFIRM not in shown(page)
    assert (await press(customer, link, act="confirm")).status_code == 303, "a second press"
    assert len([mail for mail in read(store, id).mails if mail.kind == "booked"]) == 1


async def test_the_page_is_private_and_in_both_languages(customer: httpx.AsyncClient, store: Store) -> None:
    _id, link = booked(store)
    page = await customer.get(f"/en{link}")
    assert "We are holding 2 places for you" in page.text and f'href="{link}"' in page.text
    headers = {"cache-control": "no-store", "referrer-policy": "strict-origin", "x-robots-tag": "noindex"}
    assert headers.items() <= dict(page.headers).items()
    assert "noindex" in page.text and "require-trusted-types-for" in page.headers["content-security-policy"]


async def test_a_link_to_the_home_page_keeps_the_language(customer: httpx.AsyncClient, store: Store) -> None:
    """If the service worker sends the request, only `Referer` shows that the visitor comes from this site."""
    _id, link = booked(store)
    policy = (await customer.get(link)).headers["referrer-policy"]
    referer = {"strict-origin": f"{customer.base_url}/"}.get(policy, "")
    headers = {"accept-language": "en", "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty", "referer": referer}
    assert (await customer.get("/", headers=headers)).status_code == 200


async def test_without_a_token_the_page_is_like_any_other(customer: httpx.AsyncClient) -> None:
    page = await customer.get("/booking")
    assert page.status_code == 200 and "<script" in page.text and shown(page) == {content.OTHERWISE}


@pytest.mark.parametrize("query", ["token=", "token=x", f"token={'x' * 43}", "a=1", f"token={'%00' * 43}", "&" * 100])
async def test_other_links_show_nothing(customer: httpx.AsyncClient, store: Store, query: str) -> None:
    booked(store)
    for answer in (
        await customer.get(f"/booking?{query}"),
        await press(customer, f"/en/booking?{query}", act="cancel"),
    ):
        assert answer.status_code == 404 and shown(answer) == {content.LEAD}
        assert answer.headers["cache-control"] == "no-store"


async def test_moving_and_cancelling(customer: httpx.AsyncClient, store: Store) -> None:
    id, link = booked(store, seats=3)
    booked(store, seats=2, workshop=THIRD)
    page = await customer.get(link)
    assert content.date_id(SECOND) in shown(page) and content.date_id(THIRD) not in shown(page), "too few places"
    refused = await press(customer, link, act="move", workshop=THIRD)
    assert refused.status_code == 409 and content.PROBLEM in shown(refused) and read(store, id).booking == "held"
    assert (await press(customer, link, act="move", workshop=SECOND)).status_code == 303
    assert (read(store, id).booking, read(store, id).inquiry.workshop) == ("booked", SECOND)
    assert (await press(customer, link, act="move", workshop=SECOND)).status_code == 303, "a second press"
    assert "přesunout jen jednou" in (await customer.get(link)).text.replace("\u00a0", " ")
    for _press in range(2):
        assert (await press(customer, link, act="move", workshop=FIRST)).status_code == 303
    page = await customer.get(link)
    assert content.FIXED in shown(page) and content.MOVE not in shown(page)
    assert (await press(customer, link, act="move", workshop=SECOND)).status_code == 409
    assert (await press(customer, link, act="cancel")).status_code == 303
    assert read(store, id).booking == "cancelled" and seats_left(store, FIRST) == 4
    page = await customer.get(link)
    assert "je zrušená" in page.text and shown(page) == {content.LEAD, content.REFERENCE}
    assert (await press(customer, link, act="cancel")).status_code == 303
    assert (await press(customer, link, act="confirm")).status_code == 409


def field_of(page: httpx.Response, name: str) -> str:
    [value] = set(re.findall(rf'<input(?=[^>]* name="{name}")[^>]* value="([^"]*)"', page.text))
    return value


async def test_a_booking_that_the_studio_has_moved_is_not_changed(customer: httpx.AsyncClient, store: Store) -> None:
    id, link = booked(store)
    shown_date = field_of(await customer.get(link), content.EXPECTED)
    assert shown_date == FIRST
    actions.move_booking(store, id, SECOND, mailed=True)
    for fields in ({"act": "cancel"}, {"act": "move", "workshop": THIRD}):
        refused = await press(customer, link, expected=shown_date, **fields)
        assert refused.status_code == 409 and "mezitím přesunula" in refused.text.replace("\u00a0", " ")
        assert field_of(refused, content.EXPECTED) == SECOND
        assert (read(store, id).booking, read(store, id).inquiry.workshop) == ("booked", SECOND)
    for _press in range(2):
        assert (await press(customer, link, expected=SECOND, act="move", workshop=THIRD)).status_code == 303
    assert read(store, id).inquiry.workshop == THIRD


async def test_an_expired_booking(customer: httpx.AsyncClient, store: Store) -> None:
    (id, link), (other, _link) = booked(store, seats=2), booked(store, seats=2)
    expire(store, id)
    page = await customer.get(link)
    assert "Drželi jsme pro vás" in page.text and content.CONFIRM in shown(page)
    booked(store, seats=1)
    page = await customer.get(link)
    assert "už není dost volných míst" in page.text and content.CONFIRM not in shown(page)
    assert content.MOVE in shown(page)
    refused = await press(customer, link, act="confirm")
    assert refused.status_code == 409 and read(store, id).booking == "expired"
    actions.cancel_booking(store, other, mailed=False)
    assert (await press(customer, link, act="confirm")).status_code == 303 and read(store, id).booking == "booked"


async def test_a_past_workshop_has_no_buttons(customer: httpx.AsyncClient, store: Store) -> None:
    id, link = booked(store)
    execute(store.database, "UPDATE inquiries SET workshop = '2020-01-04' WHERE id = :id", id=id)
    assert shown(await customer.get(link)) == {content.LEAD, content.REFERENCE}
    assert (await press(customer, link, act="cancel")).status_code == 409


async def test_other_requests_are_refused(customer: httpx.AsyncClient, store: Store) -> None:
    id, link = booked(store)
    cross = await customer.post(link, data={"act": "cancel"}, headers={"sec-fetch-site": "cross-site"})
    codes = [
        cross.status_code,
        (await customer.put(link)).status_code,
        (await press(customer, link, act="delete")).status_code,
        (await customer.post(link, content=b"act=cancel&" + b"x" * limits.MAX_ACT_BYTES)).status_code,
        (await customer.post(link, content=b"\xff&&&=&" * 30)).status_code,
    ]
    assert codes == [403, 405, 400, 413, 400] and read(store, id).booking == "held"


async def test_requests_of_a_network_are_limited(customer: httpx.AsyncClient, store: Store) -> None:
    _id, link = booked(store)
    answers = [await customer.get(link) for _number in range(2 * limits.BOOKING_PAGE_BURST)]
    assert {answer.status_code for answer in answers[: limits.BOOKING_PAGE_BURST]} == {200}
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused and refused[0].headers["retry-after"]
    assert (await customer.get("/booking")).status_code == 200


@pytest.mark.daily
async def test_a_database_that_fails_shows_no_token(
    customer: httpx.AsyncClient, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    _id, link = booked(store)
    destroy(store.database)
    caplog.set_level(logging.DEBUG, "app")
    answer = await press(customer, link, act="confirm")
    assert answer.status_code == 503 and "Reading or changing a booking failed" in caplog.text
    assert link.partition("=")[2] not in caplog.text and link.partition("=")[2] not in answer.text


async def test_the_form_says_until_when_places_are_held(customer: httpx.AsyncClient, store: Store) -> None:
    fields = FILLED | {"what": "workshop", "workshop": FIRST, "pieces": "2"}
    files = {"files": ("", b"")}
    answer = (await customer.post("/en/inquiries", data=fields, files=files, headers=JSON)).json()
    [stored] = store.all()
    assert answer["booking"]["state"] == "held" and answer["booking"]["until"].startswith("20")
    assert "holding 2 places" in answer["booking"]["text"] and ", Brno time." in answer["booking"]["text"]
    seats = (await customer.get("/workshops.json")).json()
    assert seats[FIRST] == PLACES - 2
    assert seats["held"] == {FIRST: {"places": 2, "until": answer["booking"]["until"]}}
    again = await customer.post("/inquiries", data=fields, files=files)
    assert again.headers["location"] == f"/inquiry/held?reference={stored.inquiry.reference}"
    actions.confirm_booking(store, stored.inquiry.id, mailed=True)
    answer = (await customer.post("/inquiries", data=fields, files=files, headers=JSON)).json()
    assert answer["booking"]["state"] == "booked" and "potvrzená" in answer["booking"]["text"]
    assert (await customer.get("/workshops.json")).json()["held"] == {}
