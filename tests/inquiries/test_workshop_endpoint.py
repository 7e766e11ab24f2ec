"""Each workshop date has a page. After that date, the page returns 410 and links to the next date."""

import json
import re
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from threading import Event

import httpx
import pytest

from app.content.workshops import AVAILABLE, SOLD_OUT, WORKSHOPS
from app.database.database import Database
from app.inquiries import limits, workshop_endpoint
from app.inquiries.service import InquiryService
from app.inquiries.store import Store
from app.settings import Settings
from tests.support.databases import destroy
from tests.support.inquiries import open_site
from tests.support.inquiry_factory import book
from tests.support.languages import BOTH
from tests.support.workshops import OWN

HELD = [each for each in WORKSHOPS if not each.is_called_off]
FIRST, SECOND, *_others, LAST = (*HELD, *OWN) if len(HELD) < 3 else HELD
pytestmark = [pytest.mark.anyio, pytest.mark.skipif(len(HELD) < 3, reason="fewer than three workshops")]
PLACES = {each.id: each.places for each in WORKSHOPS}
each_language = pytest.mark.parametrize("prefix", [language.prefix for language in BOTH], ids=["cs", "en"])


SetTime = Callable[[datetime], None]


@pytest.fixture(autouse=True)
def set_time(monkeypatch: pytest.MonkeyPatch) -> SetTime:
    def set_time(moment: datetime) -> None:
        monkeypatch.setattr(workshop_endpoint, "now", lambda: moment)

    set_time(FIRST.starts - timedelta(days=1))
    return set_time


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database, PLACES.get)


@pytest.fixture
async def visitor(built: None, site_settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    service = InquiryService(site_settings, PLACES.get)
    async with open_site(site_settings, inquiries=service) as client:
        client.headers["accept"] = "text/html"
        yield client


def availability(page: httpx.Response) -> str:
    [found] = re.findall(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', page.text)
    [event] = [node for node in json.loads(found)["@graph"] if node["@type"] == "EducationEvent"]
    return event["offers"]["availability"]


@each_language
async def test_a_date_has_a_page_until_it_is_over(visitor: httpx.AsyncClient, set_time: SetTime, prefix: str) -> None:
    path = f"{prefix}/workshops/{FIRST.id}"
    page = await visitor.get(path)
    assert page.status_code == 200 and page.headers["cache-control"] == "max-age=0, must-revalidate"
    assert f"what=workshop&amp;workshop={FIRST.id}" in page.text and availability(page) == AVAILABLE
    again = await visitor.get(path, headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    set_time(FIRST.ends - timedelta(minutes=1))
    assert (await visitor.get(path)).status_code == 200
    set_time(FIRST.ends)
    gone = await visitor.get(path, headers={"if-none-match": page.headers["etag"]})
    assert gone.status_code == 410 and gone.headers["cache-control"] == "no-store"
    assert ("Tenhle workshop už proběhl" if not prefix else "This workshop is over") in gone.text.replace("\xa0", " ")
    assert f'<a href="{prefix}/workshops/{SECOND.id}"' in gone.text
    assert (await visitor.post(path)).status_code == 405


@each_language
async def test_after_the_last_date_the_error_page_leads_to_the_list(
    visitor: httpx.AsyncClient, set_time: SetTime, prefix: str
) -> None:
    set_time(LAST.ends)
    gone = await visitor.get(f"{prefix}/workshops/{LAST.id}")
    assert gone.status_code == 410 and f'href="{prefix}/vouchers/workshop#dates"' in gone.text
    text = await visitor.get(f"/workshops/{LAST.id}", headers={"accept": "application/json"})
    assert text.status_code == 410 and "<" not in text.text


@pytest.mark.parametrize(
    ("date", "status"), [("2020-01-01", 410), ("2099-01-01", 404), ("2020-1-1", 404), ("x", 404), ("0000-00-00", 410)]
)
async def test_a_date_that_is_not_listed_is_gone_or_unknown(visitor: httpx.AsyncClient, date: str, status: int) -> None:
    assert (await visitor.get(f"/workshops/{date}")).status_code == status


async def test_a_postponed_date_leads_to_the_new_one_even_when_it_is_over(
    visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.routes.MOVED", {"/workshops/2020-01-01": f"/workshops/{SECOND.id}"})
    moved = await visitor.get("/en/workshops/2020-01-01")
    assert (moved.status_code, moved.headers["location"]) == (308, f"/en/workshops/{SECOND.id}")


async def test_search_engines_read_that_a_date_is_full(
    visitor: httpx.AsyncClient, store: Store, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/workshops/{FIRST.id}"
    book(store, FIRST.places, FIRST.id, mailed=False)
    full = await visitor.get(path)
    assert availability(full) == SOLD_OUT and "public" not in full.headers["cache-control"]
    assert "script-src" in full.headers["content-security-policy"]
    assert availability(await visitor.get(f"/workshops/{SECOND.id}")) == AVAILABLE
    with monkeypatch.context() as patch:
        over = Event()
        patch.setattr(limits, "READ_TIMEOUT_SECONDS", 0.1)
        patch.setattr("app.inquiries.actions.seats", lambda *_arguments: over.wait(30))
        assert availability(await visitor.get(path)) == AVAILABLE
        over.set()
    destroy(database)
    assert availability(await visitor.get(path)) == AVAILABLE
