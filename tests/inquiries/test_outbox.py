"""The outbox, with a real mail server that is up, slow, refusing, drops the line, or is not there."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import pytest

from app.i18n import LANGUAGES, use
from app.i18n.formats import price
from app.inquiries.mail import message
from app.inquiries.outbox import Outbox
from app.inquiries.store import SENDER, STUDIO, Store
from app.settings import Settings, load
from tests.fakes.smtp import Mailbox, receiving, shown
from tests.support.inquiries import PDF
from tests.support.inquiry_parts import inquiry, upload

pytestmark = pytest.mark.anyio
BRIEF = (0.05, 0.1)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with receiving(Mailbox()) as mailbox:
        yield mailbox


def settings_for(mailbox: Mailbox) -> Settings:
    return load(_env_file=None, **{name.lower(): value for name, value in mailbox.settings.items()})


@asynccontextmanager
async def sending(store: Store, mailbox: Mailbox, count: int = 1) -> AsyncIterator[None]:
    """That many outboxes of one store."""
    boxes = [Outbox(store, settings_for(mailbox), BRIEF, look=0.02).running() for _ in range(count)]
    for box in boxes:
        await box.__aenter__()
    try:
        yield
    finally:
        for box in boxes:
            await box.__aexit__(None, None, None)


async def until(condition, what: str) -> None:
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"waited in vain for {what}")


def keep(store: Store, **changes: object):
    asked = inquiry(**changes)
    store.keep(asked, [upload()], asked.id, mailed=True)
    return asked


def unsent(store: Store) -> list[str]:
    return [line for kept in store.all() for line in kept.mails if "not sent" in line]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
async def test_two_mails(store: Store, mailbox: Mailbox, language) -> None:
    asked = keep(store, language=language.code, message="Tajné přání", name="Jana\u2009Nová")
    async with sending(store, mailbox):
        await until(lambda: not unsent(store), "both mails")
    [report], [confirmation] = mailbox.to("studio@otisk.test"), mailbox.to(asked.email)
    assert report["Reply-To"] == asked.email and confirmation["Reply-To"] == "studio@otisk.test"
    assert all(asked.reference in mail["Subject"] for mail in (report, confirmation))
    said, confirmed = (shown(mail) for mail in (report, confirmation))
    assert "Tajné přání" in said and asked.name in said
    assert "přání" not in confirmed and "Nová" not in confirmed
    with use(language):
        assert price(4900) in confirmed
    [attached] = report.iter_attachments()
    assert (attached.get_content(), attached.get_filename()) == (PDF, "1.pdf")
    assert list(confirmation.iter_attachments()) == []


@pytest.mark.parametrize("mood", ["busy", "dropping", "slow"])
async def test_what_is_not_taken_is_tried_again_and_arrives_once(store: Store, mailbox: Mailbox, mood: str) -> None:
    mailbox.mood = mood
    keep(store)
    async with sending(store, mailbox):
        await until(lambda: mailbox.tries > 1, "some tries")
        assert mood == "slow" or mailbox.mails == []
        mailbox.mood = "up"
        await until(lambda: not unsent(store), "both mails")
        await asyncio.sleep(0.2)
    assert len(mailbox.mails) == 2


async def test_a_mail_server_that_is_away(store: Store) -> None:
    mailbox = Mailbox()
    keep(store)
    async with sending(store, mailbox):
        await until(lambda: "2 tries" in str(unsent(store)) or "3 tries" in str(unsent(store)), "some tries")
        with receiving(mailbox):
            await until(lambda: not unsent(store), "both mails")
    assert len(mailbox.mails) == 2


async def test_a_sender_who_is_nobody_is_given_up_and_the_studio_is_not(store: Store, mailbox: Mailbox) -> None:
    mailbox.mood = "refusing"
    keep(store)
    async with sending(store, mailbox):
        await until(lambda: mailbox.tries > 4, "some tries")
    sender, studio = (next(line for line in unsent(store) if line.startswith(name)) for name in (SENDER, STUDIO))
    assert "1 tries" in sender and "550" in sender
    mailbox.mood = "up"
    async with sending(store, mailbox):
        await until(lambda: mailbox.mails, "the studio's mail")
        await asyncio.sleep(0.3)
    assert [mail["To"] for mail in mailbox.mails] == ["studio@otisk.test"] and studio


async def test_a_cancellation_that_a_library_swallows(
    store: Store, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.inquiries.outbox.CANCEL_SECONDS", 0.05)
    stalled = asyncio.Event()

    async def deliver(*_) -> None:
        stalled.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    monkeypatch.setattr("app.inquiries.outbox.deliver", deliver)
    keep(store)
    async with asyncio.timeout(10), sending(store, mailbox):
        await stalled.wait()


async def test_one_of_several_outboxes_sends(store: Store, mailbox: Mailbox) -> None:
    async with sending(store, mailbox, count=3):
        for _ in range(10):
            keep(store)
        await until(lambda: not unsent(store), "all mails")
    ids = [mail["Message-ID"] for mail in mailbox.mails]
    assert len(ids) == len(set(ids)) == 20


def test_no_text_of_the_sender_s_reaches_a_header(store: Store) -> None:
    asked = keep(store, name="Jana\r\nBcc: a@b.cz", message="Subject: x")
    kept = store.find(asked.id)
    assert kept
    for recipient in (STUDIO, SENDER):
        mail = message(kept, recipient, settings_for(Mailbox()))
        assert mail["Bcc"] is None and "Jana" not in mail["Subject"]
    with pytest.raises(ValueError):
        bad = keep(store, email="a@b.cz\r\nBcc: c@d.cz")
        found = store.find(bad.id)
        assert found
        message(found, SENDER, settings_for(Mailbox()))


def test_large_files_stay_where_they_are(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.inquiries.mail.MAX_ATTACHED_BYTES", 10)
    kept = store.find(keep(store).id)
    assert kept
    mail = message(kept, STUDIO, settings_for(Mailbox()))
    assert list(mail.iter_attachments()) == [] and str(kept.files[0].path) in mail.get_content()
