from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.content import calendar_file as calendars
from app.content import workshops
from app.content.calendar_file import calendar_file, calendar_path
from app.content.content_line import FOLD
from app.content.studio import STUDIO
from app.content.vouchers import WORKSHOP_CLOSES, WORKSHOP_OPENS, voucher
from app.content.workshops import CANCELLATION, IF_PAID, KIND, PRAGUE, SPOKEN, TITLE, WORKSHOPS, upcoming
from app.i18n import LANGUAGES, typeset, use
from app.routes import ROUTES, Place
from tests.support.languages import BOTH, CZECH, ENGLISH
from tests.support.site_texts import page_of, page_texts
from tests.support.workshops import OWN

each_date = pytest.mark.parametrize("workshop", WORKSHOPS, ids=lambda workshop: workshop.id)


def lines(workshop, language) -> dict[str, str]:
    with use(language):
        text = calendar_file(workshop)
    return dict(line.split(":", 1) for line in text.replace("\r\n ", "").split("\r\n") if line)


def test_dates_are_in_order_and_ids_are_unique() -> None:
    starts = [workshop.starts for workshop in WORKSHOPS]
    assert starts == sorted(set(starts)) and len({workshop.id for workshop in WORKSHOPS}) == len(WORKSHOPS)


@each_date
def test_workshops_are_as_the_terms_of_their_voucher_say(workshop) -> None:
    assert (workshop.starts.time(), workshop.ends.time()) == (WORKSHOP_OPENS, WORKSHOP_CLOSES)
    assert workshop.starts.date() == workshop.ends.date()
    assert workshop.voucher in voucher(KIND).vouchers and workshop.crowns == workshop.voucher.crowns
    assert workshop.language in SPOKEN and workshop.places >= 0


def test_a_workshop_that_cannot_be_booked_is_not_upcoming() -> None:
    held = tuple(each for each in WORKSHOPS if not each.is_called_off)
    for number, workshop in enumerate(held):
        assert upcoming(workshop.bookable_until - timedelta(seconds=1)) == held[number:]
        assert upcoming(workshop.bookable_until.astimezone(UTC)) == held[number + 1 :]


def test_a_workshop_that_was_called_off_is_not_upcoming(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = OWN[:2]
    monkeypatch.setattr(workshops, "WORKSHOPS", (replace(first, places=0), second))
    assert upcoming(first.bookable_until - timedelta(days=1)) == (second,)


def test_booking_ends_at_midnight_before_the_day() -> None:
    workshop = replace(OWN[0], id="2027-07-10", starts=datetime(2027, 7, 10, 10, tzinfo=PRAGUE))
    assert workshop.bookable_until == datetime(2027, 7, 9, 22, tzinfo=UTC)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@each_date
def test_the_calendar_file_has_times_and_location(workshop, language, monkeypatch) -> None:
    monkeypatch.setattr(calendars, "STUDIO", replace(STUDIO, email="studio@example.com"))
    file_lines = lines(workshop, language)
    times = [datetime.strptime(file_lines[name], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) for name in ("DTSTART", "DTEND")]
    assert times == [workshop.starts, workshop.ends]
    assert file_lines["UID"] == f"workshop-{workshop.id}@otisk.example", "entries in calendars have it"
    assert file_lines["LOCATION"] == rf"{STUDIO.name}\, {STUDIO.street}\, {STUDIO.postcode} {STUDIO.city}"
    assert {"VERSION", "PRODID", "DTSTAMP", "SUMMARY"} <= file_lines.keys()


def test_times_are_converted_to_utc_in_winter_and_summer() -> None:
    winter, summer = (replace(OWN[0], starts=datetime(2027, month, 10, 10, tzinfo=PRAGUE)) for month in (1, 7))
    assert lines(winter, CZECH)["DTSTART"] == "20270110T090000Z"
    assert lines(summer, CZECH)["DTSTART"] == "20270710T080000Z"


def test_the_calendar_file_is_translated_and_well_formed() -> None:
    workshop = OWN[0]
    for language in BOTH:
        with use(language):
            title = str(TITLE)
        assert title in lines(workshop, language)["SUMMARY"]
    assert lines(workshop, CZECH)["UID"] == lines(workshop, ENGLISH)["UID"]
    paths = [f"workshops/{workshop.id}.ics", f"en/workshops/{workshop.id}.ics"]
    assert [calendar_path(workshop, language) for language in BOTH] == paths
    with use(CZECH):
        text = calendar_file(workshop)
    assert text.startswith("BEGIN:VCALENDAR\r\n") and text.endswith("END:VEVENT\r\nEND:VCALENDAR\r\n")
    assert all(len(line.encode()) <= FOLD for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("booking", {}),
        ("terms", {}),
        ("vouchers-category", {"category": KIND}),
        *(("workshop", {"date": each.id}) for each in WORKSHOPS[:1]),
    ],
)
def test_a_cancellation_has_the_same_rule_everywhere(name, params) -> None:
    for language in BOTH:
        with use(language):
            rule = typeset(CANCELLATION)
        assert rule in [*page_texts(page_of(Place(ROUTES[name], language, params)))]


@pytest.mark.parametrize("language", BOTH)
def test_a_booking_that_is_not_paid_costs_nothing_to_cancel(language) -> None:
    with use(language):
        rule, condition = typeset(CANCELLATION), typeset(IF_PAID)
    texts = [*page_texts(page_of(Place(ROUTES["booking"], language, {})))]
    assert texts[texts.index(condition) + 1] == rule


@pytest.mark.parametrize(
    ("name", "params"),
    [("vouchers-category", {"category": KIND}), *(("workshop", {"date": each.id}) for each in WORKSHOPS[:1])],
)
def test_only_two_who_book_together_share_a_press(name, params) -> None:
    texts = " ".join(page_texts(page_of(Place(ROUTES[name], ENGLISH, params))))
    assert "Two people booking together share a press and pay" in texts
