import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from app.database import takeover
from app.database.database import Database
from app.database.errors import StoreError
from app.i18n import LANGUAGES, use
from app.i18n.formats import price
from app.inquiries import actions, booking_links, limits, smtp
from app.inquiries.model import Inquiry
from app.inquiries.outbox import Outbox
from app.inquiries.search import Search, find
from app.inquiries.store import SENDER, STUDIO, QueuedMail, Store
from app.settings import load
from app.vouchers.orders import Vouchers
from tests.fakes.smtp import Mailbox, receiving, shown
from tests.support.clock import Clock
from tests.support.databases import execute, locked, short_timeout
from tests.support.inquiries import PDF
from tests.support.inquiry_factory import FIRST, add_inquiry, make_inquiry, read

pytestmark = pytest.mark.anyio
PAUSES = (0.02, 0.04)
RETRY_SECONDS = 0.15
"""A pause long enough for any retry to start."""
RETRIED = re.compile(r"\b([2-9]|\d\d+) tries")


@asynccontextmanager
async def sending(
    store: Store, mailbox: Mailbox, count: int = 1, poll: float = 0.02, **settings: Any
) -> AsyncIterator[None]:
    given = {name.lower(): value for name, value in mailbox.settings.items()}
    chosen = load(_env_file=None, **given, **settings)
    async with AsyncExitStack() as stack:
        # Wait for threads, because they continue after their tasks are cancelled.
        stack.push_async_callback(asyncio.get_running_loop().shutdown_default_executor)
        for _ in range(count):
            await stack.enter_async_context(Outbox(store, chosen, PAUSES, poll).running())
        yield


async def until(condition, what: str) -> None:
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"timed out waiting for {what}")


def recorded_calls(monkeypatch: pytest.MonkeyPatch, store: Store, name: str) -> list[tuple[object, ...]]:
    calls: list[tuple[object, ...]] = []
    method = getattr(store, name)
    monkeypatch.setattr(store, name, lambda *given: calls.append(given) or method(*given))
    return calls


def add(store: Store, content: bytes = PDF, **changes: Any) -> Inquiry:
    return read(store, add_inquiry(store, content, **changes)).inquiry


def unsent(store: Store) -> list[str]:
    return [str(mail) for stored in store.all() for mail in stored.mails if mail.state != "sent"]


def line_of(store: Store, kind: str) -> str:
    return next(str(mail) for stored in store.all() for mail in stored.mails if mail.kind == kind)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
async def test_the_studio_and_the_sender_get_a_mail(store: Store, mailbox: Mailbox, language) -> None:
    inquiry = add(store, language=language.code, message="Tajné přání", name="Jana\u2009Nová")
    async with sending(store, mailbox):
        await until(lambda: not unsent(store), "both mails")
    [report], [confirmation] = mailbox.to("studio@otisk.test"), mailbox.to(inquiry.email)
    assert report["Reply-To"] == inquiry.email and confirmation["Reply-To"] == "studio@otisk.test"
    assert all(inquiry.reference in mail["Subject"] for mail in (report, confirmation))
    report_text, confirmation_text = (shown(mail) for mail in (report, confirmation))
    assert "Tajné přání" in report_text and inquiry.name in report_text
    assert "přání" not in confirmation_text and "Nová" not in confirmation_text
    with use(language):
        assert price(4900) in confirmation_text
    [attached] = report.iter_attachments()
    assert (attached.get_content(), attached.get_filename()) == (PDF, "1.pdf")
    assert list(confirmation.iter_attachments()) == []


@pytest.mark.parametrize("mood", ["dropping", "slow"])
async def test_a_failed_mail_is_retried_and_arrives_once(store: Store, mailbox: Mailbox, mood: str) -> None:
    mailbox.mood = mood
    add(store)
    async with sending(store, mailbox):
        await until(lambda: mailbox.tries > 1, "some tries")
        assert mood == "slow" or mailbox.mails == []
        mailbox.mood = "up"
        await until(lambda: not unsent(store), "both mails")
        await asyncio.sleep(RETRY_SECONDS)
    assert len(mailbox.mails) == 2


def test_mail_follows_an_outage_of_less_than_a_day_within_an_hour(database: Database) -> None:
    clock = Clock()
    store = Store(database, clock=clock)
    add_inquiry(store)
    last, end = clock.now, clock.now + 86_400
    while clock.now < end:
        if store.claim(limits.RETRY_SECONDS):
            last = clock.now
        assert clock.now - last < 3600
        clock.passes(300)


async def test_mail_is_sent_once_the_mail_server_is_back(store: Store) -> None:
    mailbox = Mailbox()
    add(store)
    async with sending(store, mailbox):
        await until(lambda: RETRIED.search(str(unsent(store))), "some tries")
        with receiving(mailbox):
            await until(lambda: not unsent(store), "both mails")
    assert len(mailbox.mails) == 2


REFUSAL = "550 5.7.1 Refused for good"


@pytest.mark.parametrize(
    ("stage", "answer"),
    [
        *((stage, REFUSAL) for stage in ("MAIL", "RCPT", "DATA", "END")),
        ("RCPT", "550 Schr\udce1nka \0 neexistuje"),  # ISO 8859-2 and a null character
    ],
)
async def test_a_5xx_answer_is_final_at_every_stage(store: Store, mailbox: Mailbox, stage: str, answer: str) -> None:
    mailbox.answers[stage] = answer
    add(store)
    async with sending(store, mailbox):
        await until(lambda: all("refused" in line for line in unsent(store)), "two refusals")
        await asyncio.sleep(RETRY_SECONDS)
        assert all("refused, 1 tries" in line and "550" in line for line in unsent(store))
        state = store.mail_state()
        assert (state.waiting, state.refused) == (0, 1), "only the studio's refusal counts"
        mailbox.answers.clear()
        assert sum(actions.send_again(store, stored.inquiry.id) for stored in store.all()) == 2
        await until(lambda: not unsent(store), "both mails")
    assert store.mail_state().refused == 0


async def test_a_4xx_answer_is_retried(store: Store, mailbox: Mailbox) -> None:
    mailbox.answers["RCPT"] = "451 4.7.1 Try again later"
    add(store)
    async with sending(store, mailbox):
        await until(lambda: RETRIED.search(line_of(store, STUDIO)), "some tries")
        assert store.mail_state().waiting == 2
        mailbox.answers.clear()
        await until(lambda: not unsent(store), "both mails")
    assert len(mailbox.mails) == 2


def test_tries_to_reach_a_customer_take_five_days() -> None:
    pauses = [limits.RETRY_SECONDS[min(tries, len(limits.RETRY_SECONDS) - 1)] for tries in range(100)]
    assert 5 <= sum(pauses[: limits.MAX_TRIES_TO_CUSTOMER]) / 86_400 < 5.25


@pytest.mark.parametrize("answers", [{}, {"MAIL": "530 5.7.0 Sign in first"}], ids=["dropped", "signed out"])
async def test_only_a_customer_whom_the_mail_server_keeps_refusing_is_given_up(
    store: Store, mailbox: Mailbox, answers: dict[str, str]
) -> None:
    """Even after a long outage, the first refusal is not final."""
    mailbox.mood, mailbox.answers = "dropping", answers
    add(store)
    execute(store.database, "UPDATE mails SET tries = :tries", tries=2 * limits.MAX_TRIES_TO_CUSTOMER)
    async with sending(store, mailbox):
        await until(lambda: all("not sent" in line and "tries, " in line for line in unsent(store)), "both failures")
        mailbox.mood, mailbox.answers = "up", {"RCPT": "450 4.1.2 Domain not found"}
        await until(lambda: "refused" in line_of(store, SENDER) and "450" in line_of(store, STUDIO), "the last try")
        tries = line_of(store, SENDER)
        assert f"refused, {limits.MAX_TRIES_TO_CUSTOMER + 1} tries" in tries
        await asyncio.sleep(RETRY_SECONDS)
        assert line_of(store, SENDER) == tries and "not sent" in line_of(store, STUDIO)
        assert find(store, Search("failed")).total == 1
        mailbox.answers.clear()
        await until(lambda: "studio: sent" in line_of(store, STUDIO), "the studio's mail")


def test_an_outage_takes_back_only_its_own_try(database: Database) -> None:
    """If each outage reset the number of tries, the outbox would never give up on a refused mail, and `/_health` would
    stay degraded.
    """
    store = Store(database, clock=Clock())
    id = add_inquiry(store)
    last = limits.MAX_TRIES_TO_CUSTOMER
    for tries, counted in (
        (1, 2),
        (limits.MAX_TRIES_IN_OUTAGE,) * 2,
        (last - 3,) * 2,
        (2 * last, limits.MAX_TRIES_IN_OUTAGE),
    ):
        execute(database, "UPDATE mails SET tries = :tries", tries=tries + 1)
        store.mark_failed(QueuedMail(id, SENDER, tries), "no connection", is_permanent=False, is_outage=True)
        assert {mail.kind: mail.tries for mail in read(store, id).mails}[SENDER] == counted


def test_a_refused_mail_that_is_sent_again_has_all_its_tries(database: Database) -> None:
    store = Store(database, clock=Clock())
    id = add_inquiry(store)
    execute(database, "UPDATE mails SET tries = :tries", tries=limits.MAX_TRIES_TO_CUSTOMER + 1)
    store.mark_failed(QueuedMail(id, SENDER, limits.MAX_TRIES_TO_CUSTOMER), "RCPT: 450", is_permanent=True)
    actions.send_again(store, id)
    found = {mail.kind: mail.tries for mail in (store.claim(PAUSES), store.claim(PAUSES)) if mail}
    assert found == {SENDER: 0, STUDIO: limits.MAX_TRIES_TO_CUSTOMER + 1}


async def test_a_recipient_whose_mail_is_forwarded_is_accepted(store: Store, mailbox: Mailbox) -> None:
    mailbox.answers["RCPT"] = "251 User not local; will forward"
    add(store)
    async with sending(store, mailbox):
        await until(lambda: not unsent(store), "both mails")
    assert len(mailbox.mails) == 2


async def test_a_mail_whose_answer_was_lost_is_sent_again(store: Store, mailbox: Mailbox) -> None:
    mailbox.mood = "hanging up"
    add(store)
    async with sending(store, mailbox):
        await until(lambda: len(mailbox.mails) > 2, "a repeated mail")
        mailbox.mood = "up"
        await until(lambda: not unsent(store), "both mails")
    assert len({mail["Message-ID"] for mail in mailbox.mails}) == 2


async def test_a_mail_that_was_sent_arrives_once_though_the_server_stops(store: Store, mailbox: Mailbox) -> None:
    mailbox.mood = "staying"
    add(store)
    execute(store.database, "DELETE FROM mails WHERE recipient = :sender", sender=SENDER)
    async with sending(store, mailbox):
        await until(lambda: mailbox.quits, "the end of the session")
    assert not unsent(store)
    async with sending(store, mailbox):
        await asyncio.sleep(0.3)
    assert len(mailbox.mails) == 1


LARGE = b"%PDF-1.7\n" + bytes(range(256)) * 8_000


@pytest.mark.parametrize("limit", [1_000_000, None])
@pytest.mark.parametrize("answer", [None, "552 5.3.4 Message size exceeds fixed limit"])
async def test_a_mail_that_is_too_large_is_sent_without_attachments(
    store: Store, limit: int | None, answer: str | None
) -> None:
    with receiving(Mailbox(max_bytes=limit)) as mailbox:
        mailbox.refused_with_attachments = answer
        inquiry = add(store, LARGE)
        async with sending(store, mailbox, mail_max_mb=10 if answer else 1):
            await until(lambda: not unsent(store), "both mails")
    [report] = mailbox.to("studio@otisk.test")
    assert list(report.iter_attachments()) == []
    [stored] = store.all()
    assert stored.files[0].name in shown(report) and f"/desk/sign-in?inquiry={inquiry.id}" in shown(report)
    assert "1 tries" in line_of(store, STUDIO)


async def test_the_link_in_the_mail_leads_to_the_booking(database: Database, mailbox: Mailbox) -> None:
    store = Store(database, {FIRST: 4}.get, Clock())
    inquiry = make_inquiry(what="workshop", workshop=FIRST, pieces=2, language="en")
    store.add(inquiry, [], [], mailed=True)
    async with sending(store, mailbox):
        await until(lambda: not unsent(store), "both mails")
    [mail] = mailbox.to(inquiry.email)
    link = re.search(r"/en/booking\?token=(\S+)", shown(mail))
    assert link and (found := booking_links.find(store, link[1])) and found.inquiry == inquiry
    assert "confirm your booking" in str(mail["Subject"])
    [report] = mailbox.to("studio@otisk.test")
    assert link[1] not in shown(report) and "čeká na potvrzení" in shown(report)


async def test_a_voucher_that_the_desk_orders_is_the_only_mail_to_the_customer(
    built: None, store: Store, mailbox: Mailbox
) -> None:
    details = {"voucher": "workshop-1900", "recipient": "Eva", "delivery": "email"}
    inquiry = make_inquiry(what="voucher", pieces=None, details=details)
    store.add(inquiry, [], [], mailed=True)
    order = read(store, inquiry.id).voucher
    assert order
    async with sending(store, mailbox):
        await until(lambda: not unsent(store), "the report")
        Vouchers(store.database).mark_paid(order.number, mailed=True)
        await until(lambda: not unsent(store), "the voucher")
    assert len(mailbox.to("studio@otisk.test")) == 1
    [mail] = mailbox.to(inquiry.email)
    voucher, _terms = mail.iter_attachments()
    assert voucher.get_filename() == f"poukaz-{order.number}.pdf"


async def test_attachments_are_left_out_after_several_failures(store: Store, mailbox: Mailbox) -> None:
    add(store)
    execute(store.database, "UPDATE mails SET tries = :tries", tries=limits.MAX_TRIES_WITH_ATTACHMENTS)
    async with sending(store, mailbox):
        await until(lambda: not unsent(store), "both mails")
    [report] = mailbox.to("studio@otisk.test")
    assert list(report.iter_attachments()) == []


@pytest.mark.parametrize(
    "corruption",
    [
        "email = '=?utf-8?q??=@example.com'",
        "email = 'a@b.cz' || cast(:line AS text) || 'Bcc: c@d.cz'",
        "what = 'nothing'",
    ],
)
async def test_an_invalid_inquiry_does_not_stop_others(store: Store, mailbox: Mailbox, corruption: str) -> None:
    corrupted = add(store)
    execute(store.database, f"UPDATE inquiries SET {corruption}", line="\r\n")
    inquiry = add(store)
    async with sending(store, mailbox):
        await until(lambda: mailbox.to(inquiry.email), "the other inquiry's mail")
    assert len([mail for mail in mailbox.mails if inquiry.reference in mail["Subject"]]) == 2
    assert not mailbox.to(corrupted.email)
    assert {each for envelope in mailbox.envelopes for each in envelope.rcpt_tos} == {
        inquiry.email,
        "studio@otisk.test",
    }


async def test_a_result_that_cannot_be_stored_does_not_stop_other_mails(
    store: Store, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an unexpected error, the restarted task gets the lock."""
    mailbox.answers["RCPT"] = REFUSAL
    add(store)

    def fail(*_arguments: object, **_options: object) -> None:
        mailbox.answers.clear()
        raise ValueError

    monkeypatch.setattr(store, "mark_failed", fail)
    async with sending(store, mailbox):
        await until(lambda: not unsent(store), "both mails")


async def test_a_locked_database_does_not_repeat_a_sent_mail(
    store: Store, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store)
    real = smtp.deliver
    lock = locked(store.database)

    async def deliver_and_lock(*arguments) -> None:
        await real(*arguments)
        await asyncio.to_thread(lock.__enter__)

    monkeypatch.setattr("app.inquiries.outbox.deliver", deliver_and_lock)
    with short_timeout(store.database) as other:
        sender = Store(other)
        attempts = recorded_calls(monkeypatch, sender, "mark_sent")
        async with sending(sender, mailbox):
            await until(lambda: len(attempts) > 2, "attempts to store the result")
            assert len(mailbox.mails) == 1
            monkeypatch.setattr("app.inquiries.outbox.deliver", real)
            await asyncio.to_thread(lock.__exit__, None, None, None)
            await until(lambda: not unsent(store), "both mails")
    assert len(mailbox.mails) == 2


async def test_a_moved_lock_does_not_repeat_a_sent_mail(
    store: Store, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first outbox cannot store a delivery's result. It then loses the lock to the second outbox."""
    locks = [
        SimpleNamespace(try_acquire=lambda number=number: holder == number, release=lambda: None) for number in (0, 1)
    ]
    holder, failures, unused, mark_sent = 0, 2, iter(locks), store.mark_sent

    def fail_twice(mail: QueuedMail) -> None:
        nonlocal holder, failures
        if failures:
            holder, failures = 1, failures - 1
            raise StoreError("the database has failed")
        mark_sent(mail)

    monkeypatch.setattr(store.database, "process_lock", lambda _name: next(unused))
    monkeypatch.setattr(store, "mark_sent", fail_twice)
    add(store)
    execute(store.database, "DELETE FROM mails WHERE recipient = :sender", sender=SENDER)
    async with sending(store, mailbox, count=2, poll=0.2):
        await until(lambda: not unsent(store), "the report")
    assert len(mailbox.mails) == 1


async def test_a_lasting_failure_is_logged_once(
    store: Store, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    add(store)
    with locked(store.database), short_timeout(store.database) as other:
        failing = Store(other)
        attempts = recorded_calls(monkeypatch, failing, "claim")
        async with sending(failing, mailbox):
            await until(lambda: len(attempts) > 2, "attempts")
    assert len([record for record in caplog.records if "Outbox failed" in record.message]) == 1


async def test_one_of_several_outboxes_sends(store: Store, mailbox: Mailbox) -> None:
    async with sending(store, mailbox, count=3):
        for _ in range(5):
            add(store)
        await until(lambda: not unsent(store), "all mails")
    ids = [mail["Message-ID"] for mail in mailbox.mails]
    assert len(ids) == len(set(ids)) == 10


@pytest.mark.parametrize(("seconds", "left"), [(limits.SWEEP_SECONDS, 1), (0.0, 0)])
async def test_the_first_sweep_waits_for_the_right_clock(
    store: Store, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, seconds: float, left: int
) -> None:
    add(store)
    monkeypatch.setattr(limits, "SWEEP_SECONDS", seconds)
    store.clock = lambda: time.time() + 400 * 86_400
    claims = recorded_calls(monkeypatch, store, "claim")
    async with sending(store, mailbox):
        await until(lambda: claims, "the first pass")
    assert store.count() == left


async def test_mails_are_sent_though_old_inquiries_cannot_be_deleted(
    store: Store, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    add(store)
    monkeypatch.setattr(limits, "SWEEP_SECONDS", 0.0)
    monkeypatch.setattr(store, "sweep", lambda _days: (_ for _ in ()).throw(StoreError("the disk is full")))
    async with sending(store, mailbox):
        await until(lambda: not unsent(store), "both mails")
    failure = "Deleting old inquiries failed (the disk is full); retrying in 0 s"
    assert ("app.inquiries.outbox", logging.ERROR, failure) in caplog.record_tuples


async def test_a_machine_that_does_not_send_deletes_its_old_databases(
    store: Store, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store)
    monkeypatch.setattr(limits, "SWEEP_SECONDS", 0.0)
    old = store.database.folder / f"inquiries.db{takeover.SUFFIX}"
    old.touch()
    store.clock = lambda: time.time() + takeover.RETENTION_SECONDS + 60
    lock = store.database.process_lock("outbox")
    assert lock.try_acquire()
    try:
        async with sending(store, mailbox, count=2):
            await until(lambda: not old.exists(), "the deletion")
    finally:
        lock.release()
    assert not mailbox.mails
