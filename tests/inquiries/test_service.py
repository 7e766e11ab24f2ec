import asyncio
import time
from contextlib import nullcontext
from threading import Event
from unittest.mock import AsyncMock

import pytest

from app.database.database import Database
from app.database.errors import StoreError
from app.http.export import Export
from app.inquiries import actions, limits
from app.inquiries.service import InquiryService
from app.inquiries.store import SENDER, STUDIO, QueuedMail
from app.server import asgi
from app.server.members_process import MembersProcess
from app.settings import Settings
from app.vouchers.orders import SENT
from tests.support.databases import destroy, execute
from tests.support.inquiry_factory import make_inquiry

pytestmark = pytest.mark.anyio


async def test_health_shows_the_state_of_the_mail(database: Database, mailing_settings: Settings) -> None:
    service = InquiryService(mailing_settings)
    store = service._store
    assert await service.mail_health() == {"status": "up", "unsent": 0, "oldest_seconds": None, "refused": 0}
    inquiry = make_inquiry()
    await service.submit(inquiry, [], ["192.0.2.1"])
    health = await service.mail_health()
    assert (health["status"], health["unsent"], health["refused"]) == ("up", 2, 0)
    execute(database, "UPDATE mails SET queued = :then", then=time.time() - limits.LATE_SECONDS - 10)
    assert (await service.mail_health())["status"] == "late"
    for kind in (STUDIO, SENDER):
        store.mark_failed(QueuedMail(inquiry.id, kind, 0), "RCPT: 550", is_permanent=True)
    health = await service.mail_health()
    assert (health["status"], health["unsent"], health["refused"]) == ("failed", 0, 1)


async def test_an_undeliverable_mail_is_late_until_the_studio_has_answered(
    database: Database, mailing_settings: Settings
) -> None:
    service = InquiryService(mailing_settings)
    store, inquiry = service._store, make_inquiry()
    await service.submit(inquiry, [], ["192.0.2.1"])
    execute(database, "UPDATE mails SET queued = :then", then=time.time() - 2 * limits.LATE_SECONDS)
    actions.mark_answered(store, inquiry.id, answered=True)
    store.mark_sent(QueuedMail(inquiry.id, STUDIO, 0))
    assert (await service.mail_health())["status"] == "late", "nobody has tried to send the mail"
    store.mark_failed(QueuedMail(inquiry.id, SENDER, 0), "RCPT: 450", is_permanent=False)
    assert (await service.mail_health())["status"] == "up"
    actions.mark_answered(store, inquiry.id, answered=False)
    assert (await service.mail_health())["status"] == "late"
    execute(database, "UPDATE mails SET recipient = :voucher WHERE recipient = :sender", voucher=SENT, sender=SENDER)
    actions.mark_answered(store, inquiry.id, answered=True)
    assert (await service.mail_health())["status"] == "late", "the customer has paid for the voucher"


@pytest.mark.daily
async def test_health_shows_whether_the_database_answers(
    database: Database, site_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = InquiryService(site_settings)
    await service.submit(make_inquiry(), [], ["192.0.2.1"])
    assert await service.database_health() == {"status": "up"}
    with monkeypatch.context() as patch:
        patch.setattr(Database, "check", lambda _database: pytest.fail("the database was checked a moment ago"))
        assert await service.database_health() == {"status": "up"}
    monkeypatch.setattr(limits, "CHECK_SECONDS", 0)
    destroy(database)
    with pytest.raises(StoreError):
        await service.database_health()


async def test_pages_do_not_wait_for_threads_that_hang(
    database: Database, site_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, over = InquiryService(site_settings), Event()
    await service.submit(make_inquiry(), [], ["192.0.2.1"])
    monkeypatch.setattr(limits, "READ_TIMEOUT_SECONDS", 0.1)
    monkeypatch.setattr("app.inquiries.actions.seats", lambda *_arguments: over.wait(30))
    monkeypatch.setattr(service._store, "count", lambda: over.wait(30))
    for read in (service.seats(["2027-01-01"]), service.count()):
        with pytest.raises(StoreError, match="in time"):
            await read
    assert not over.is_set()
    over.set()


async def test_simultaneous_requests_for_free_places_read_the_database_once(
    database: Database, site_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, reads = InquiryService(site_settings), []
    await service.submit(make_inquiry(), [], ["192.0.2.1"])
    monkeypatch.setattr("app.inquiries.actions.seats", lambda _store, dates: reads.append(dates) or ())
    await asyncio.gather(*(service.seats([date]) for date in ("2027-01-01", "2027-01-02") for _number in range(50)))
    assert reads == [["2027-01-01"], ["2027-01-02"]]
    await service.seats(["2027-01-01"])
    assert len(reads) == 3, "no result is cached"


async def test_a_contradiction_of_the_build_is_reported(
    site_settings: Settings, export: Export, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.setattr("app.monitoring.server.start", lambda *_arguments: calls.append("start"))
    monkeypatch.setattr(asgi, "check_build", lambda *_arguments: calls.append("check"))
    monkeypatch.setattr(asgi, "begin_heartbeat", lambda: None)
    monkeypatch.setattr(MembersProcess, "running", nullcontext)
    receive, send = AsyncMock(), AsyncMock()
    await asgi.application(site_settings, export, "")({"type": "lifespan"}, receive, send)
    assert calls == ["start", "check"]
