"""Workshops and their calendar files."""

from datetime import UTC, datetime, timedelta

import pytest

from app.content.calendar_file import calendar_file, calendar_path
from app.content.content_line import FOLD
from app.content.studio import STUDIO
from app.content.vouchers import voucher
from app.content.workshops import KIND, SPOKEN, WORKSHOPS, capacity, upcoming
from app.i18n import LANGUAGES, use
from tests.support.languages import CZECH, ENGLISH

each_date = pytest.mark.parametrize("workshop", WORKSHOPS, ids=lambda workshop: workshop.id)


def lines(workshop, language) -> dict[str, str]:
    with use(language):
        text = calendar_file(workshop)
    return dict(line.split(":", 1) for line in text.replace("\r\n ", "").split("\r\n") if line)


def test_dates_are_in_order_and_each_has_an_id_of_its_own() -> None:
    starts = [workshop.starts for workshop in WORKSHOPS]
    assert starts == sorted(set(starts)) and len({workshop.id for workshop in WORKSHOPS}) == len(WORKSHOPS)


@each_date
def test_a_date_is_what_the_terms_of_the_voucher_say(workshop) -> None:
    assert workshop.starts.isoweekday() == 6 and (workshop.starts.hour, workshop.ends.hour) == (10, 13)
    assert workshop.starts.date() == workshop.ends.date()
    hours = STUDIO.hours_on(6)
    assert hours and hours.opens <= workshop.starts.time() and workshop.ends.time() <= hours.closes
    assert workshop.voucher in voucher(KIND).vouchers and workshop.crowns == workshop.voucher.crowns
    assert workshop.language in SPOKEN and workshop.places > 0


def test_what_has_begun_is_not_to_come() -> None:
    first, second = WORKSHOPS[:2]
    moment = timedelta(seconds=1)
    assert upcoming(first.starts - moment) == WORKSHOPS
    assert upcoming(first.starts) == WORKSHOPS[1:]
    assert upcoming(second.ends.astimezone(UTC)) == WORKSHOPS[2:]
    assert upcoming(WORKSHOPS[-1].starts) == ()


def test_capacity() -> None:
    assert [capacity(workshop.id) for workshop in WORKSHOPS] == [workshop.places for workshop in WORKSHOPS]
    assert capacity("2026-02-30") is capacity("") is None


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@each_date
def test_the_calendar_file_says_when_and_where(workshop, language) -> None:
    said = lines(workshop, language)
    times = [datetime.strptime(said[name], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) for name in ("DTSTART", "DTEND")]
    assert times == [workshop.starts, workshop.ends]
    assert said["UID"].startswith(f"workshop-{workshop.id}@")
    assert said["LOCATION"] == r"Studio Otisk\, Francouzská 42\, 602 00 Brno"
    assert {"VERSION", "PRODID", "DTSTAMP", "SUMMARY"} <= said.keys()


def test_winter_and_summer_time() -> None:
    starts = {workshop.id: lines(workshop, CZECH)["DTSTART"] for workshop in WORKSHOPS}
    assert starts["2027-01-16"] == "20270116T090000Z"
    assert starts["2027-04-10"] == "20270410T080000Z"


def test_the_calendar_file_is_in_the_language_and_written_as_calendars_read_it() -> None:
    workshop = WORKSHOPS[0]
    assert "Tři hodiny u lisu" in lines(workshop, CZECH)["SUMMARY"]
    assert "Three hours at the press" in lines(workshop, ENGLISH)["SUMMARY"]
    assert lines(workshop, CZECH)["UID"] == lines(workshop, ENGLISH)["UID"]
    with use(CZECH):
        text = calendar_file(workshop)
    assert text.startswith("BEGIN:VCALENDAR\r\n") and text.endswith("END:VEVENT\r\nEND:VCALENDAR\r\n")
    assert all(len(line.encode()) <= FOLD for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")


def test_paths() -> None:
    assert calendar_path(WORKSHOPS[0], CZECH) == "workshops/2026-12-12.ics"
    assert calendar_path(WORKSHOPS[0], ENGLISH) == "en/workshops/2026-12-12.ics"
