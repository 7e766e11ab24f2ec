from dataclasses import replace

import pytest

from app.content import calendar_file
from app.content.studio import STUDIO
from app.i18n import use
from app.inquiries import booking_calendar
from app.inquiries.booking_calendar import calendar_attachments
from app.inquiries.store import BOOKED, MOVED, StoredInquiry, StoredMail
from tests.support.inquiry_factory import make_inquiry
from tests.support.languages import ENGLISH
from tests.support.workshops import OWN

CONFIRMED = 1_795_000_000.0
FIRST, SECOND = OWN[:2]
pytestmark = pytest.mark.usefixtures("own_workshops")


def booking(**changes: object) -> StoredInquiry:
    inquiry = make_inquiry(what="workshop", workshop=FIRST.id, pieces=2)
    found = StoredInquiry(inquiry, CONFIRMED, (), (), booking="booked", confirmed=CONFIRMED)
    return replace(found, **changes)  # pyright: ignore[reportArgumentType]


def moved(stored: StoredInquiry, workshop: str) -> StoredInquiry:
    number = len(stored.mails)
    mail = StoredMail(f"{MOVED}{number}", 0, None, None, None)
    return replace(stored, inquiry=replace(stored.inquiry, workshop=workshop), mails=(*stored.mails, mail))


def cancelled(stored: StoredInquiry) -> StoredInquiry:
    return replace(stored, booking="cancelled", cancelled=CONFIRMED + 7200)


def read(stored: StoredInquiry, now: float = CONFIRMED) -> dict[str, str]:
    with use(ENGLISH):
        [file] = calendar_attachments(stored, now)
        with file.open() as opened:
            text = opened.read().decode()
    lines = dict(line.split(":", 1) for line in text.replace("\r\n ", "").split("\r\n") if line)
    assert f"method={lines['METHOD']}" in file.media_type and len(text.encode()) == file.size
    return lines


def test_a_move_and_a_cancellation_change_the_same_entry() -> None:
    first = booking(mails=(StoredMail(BOOKED, 1, None, CONFIRMED, None),))
    second = moved(first, SECOND.id)
    files = [read(each) for each in (first, second, moved(second, FIRST.id), cancelled(second))]
    assert len({file["UID"] for file in files}) == 1
    assert [int(file["SEQUENCE"]) for file in files] == [0, 1, 2, 2]
    assert [file["METHOD"] for file in files] == ["PUBLISH"] * 3 + ["CANCEL"]
    assert [file["STATUS"] for file in files] == ["CONFIRMED"] * 3 + ["CANCELLED"]
    assert [file["DTSTART"][:8] for file in files] == ["20990117", "20990131", "20990117", "20990131"]


def test_of_entries_with_the_same_sequence_the_later_one_is_newer() -> None:
    """A second move deletes the record of the first move's email, even while the email is being sent."""
    first, second = (read(moved(booking(), each.id), CONFIRMED + 9 * n) for n, each in enumerate((SECOND, FIRST)))
    assert first["SEQUENCE"] == second["SEQUENCE"] and first["DTSTAMP"] < second["DTSTAMP"]


def test_the_entry_has_what_calendars_require(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booking_calendar, "UID_DOMAIN", "ids.example")
    stored = booking()
    lines = read(stored)
    assert lines["UID"] == f"booking-{stored.inquiry.id}@ids.example"
    assert lines[f'ORGANIZER;CN="{STUDIO.name}"'].startswith("mailto:")
    assert lines["DTSTAMP"] == "20261118T110640Z" and lines["DTEND"] == "20990117T120000Z"
    assert lines["DESCRIPTION"].startswith(f"2 places\\, reference {stored.inquiry.reference}\\n")


def test_a_cancellation_of_a_date_that_is_no_longer_listed_removes_the_entry() -> None:
    booked = booking()
    lines = read(cancelled(replace(booked, inquiry=replace(booked.inquiry, workshop="2026-11-28"))))
    assert (lines["METHOD"], lines["UID"]) == ("CANCEL", read(booked)["UID"])
    assert (lines["DTSTART"], lines["DTEND"]) == ("20261128T090000Z", "20261128T120000Z")


@pytest.mark.parametrize(
    "stored",
    [booking(booking="held", confirmed=None), cancelled(booking(confirmed=None)), moved(booking(), "2020-01-04")],
    ids=["held", "cancelled before it was confirmed", "a date that is no longer listed"],
)
def test_a_booking_that_is_in_no_calendar_has_no_file(stored: StoredInquiry) -> None:
    assert calendar_attachments(stored, CONFIRMED) == ()


def test_a_name_with_a_quotation_mark_is_a_valid_organizer(monkeypatch) -> None:
    monkeypatch.setattr(calendar_file, "STUDIO", replace(STUDIO, name='Tisk "Otisk"; Brno'))
    found = read(booking())
    assert found["ORGANIZER;CN=\"Tisk 'Otisk'; Brno\""].startswith("mailto:")
    assert found["PRODID"] == '-//Tisk "Otisk"\\; Brno//Workshops//EN'
