"""Texts use placeholders for most facts. If any other fact changes, a failing test lists the outdated texts."""

import re
from dataclasses import replace
from datetime import datetime, time

import pytest

from app.content import facts, people
from app.content.facts import ClosedDays, OpenHours, closed_days
from app.content.people import PEOPLE, FirstNames
from app.content.studio import STUDIO, Hours
from app.content.vouchers import WORKSHOP_CLOSES, WORKSHOP_OPENS
from app.content.workshops import WORKSHOPS
from app.i18n import use
from app.i18n.catalogs.template import extract
from app.i18n.placeholders import forms
from tests.support.languages import BOTH, CZECH, ENGLISH

TWO_PEOPLE = r"two people, |whole company|a printer, a designer|both of us|one of us draws"
THREE_HOURS = r"three hours"
SATURDAYS = r"on saturdays (we|from)|saturdays,|workshops run"
FROM_TEN_TO_SIX = Hours((2, 3, 4, 5), time(10), time(18))


def texts_with(pattern: str) -> str:
    """Returns the texts that match a regular expression, with their files and lines."""
    found = [text for text in extract() if re.search(pattern, " ".join(forms(text.id)), re.IGNORECASE)]
    assert found, f"no text has {pattern}: remove it from this test"
    return "\n".join(f"{text.locations[0][0]}:{text.locations[0][1]}: {forms(text.id)[0]}" for text in found)


def test_the_texts_say_that_there_are_two_people() -> None:
    sentences = texts_with(TWO_PEOPLE)
    assert len(PEOPLE) == 2, f"rewrite the texts that say two, then change this test:\n{sentences}"


def test_the_texts_say_that_a_workshop_lasts_three_hours() -> None:
    sentences = texts_with(THREE_HOURS)
    opens, closes = (datetime.combine(WORKSHOPS[0].starts, at) for at in (WORKSHOP_OPENS, WORKSHOP_CLOSES))
    hours = (closes - opens).total_seconds() / 3600
    assert hours == 3, f"rewrite the texts that say three hours, then change this test:\n{sentences}"


def test_the_texts_say_that_workshops_are_on_saturdays() -> None:
    sentences = texts_with(SATURDAYS)
    others = [workshop.id for workshop in WORKSHOPS if workshop.starts.isoweekday() != 6]
    assert others == [], f"change the date, or rewrite the texts that say Saturday and change this test:\n{sentences}"


@pytest.mark.parametrize(
    ("hours", "english", "czech", "closed"),
    [
        (STUDIO.hours[:1], "Tuesday–Friday 10am–6pm", "úterý–pátek 10:00–18:00", [6, 7, 1]),
        (
            (FROM_TEN_TO_SIX, Hours((6,), time(9, 30), time(15))),
            "Tuesday–Friday 10am–6pm, Saturday 9:30am–3pm",
            "úterý–pátek 10:00–18:00, sobota 9:30–15:00",
            [7, 1],
        ),
        ((Hours((1, 2), time(8), time(12)),), "Monday–Tuesday 8am–12pm", "pondělí–úterý 8:00–12:00", [3, 4, 5, 6, 7]),
        ((Hours(tuple(range(1, 8)), time(8), time(12)),), "Monday–Sunday 8am–12pm", "pondělí–neděle 8:00–12:00", []),
        ((), "", "", [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_opening_hours_and_closed_days(monkeypatch, hours, english, czech, closed) -> None:
    monkeypatch.setattr(facts, "STUDIO", replace(STUDIO, hours=hours))
    assert closed_days() == closed
    for language, expected in ((ENGLISH, english), (CZECH, czech)):
        with use(language):
            assert str(OpenHours()) == expected


def test_closed_days_are_a_list(monkeypatch) -> None:
    monkeypatch.setattr(facts, "STUDIO", replace(STUDIO, hours=(FROM_TEN_TO_SIX, Hours((6,), time(10), time(14)))))
    with use(ENGLISH):
        assert str(ClosedDays()) == "Sunday and Monday"
    with use(CZECH):
        assert str(ClosedDays()) == "neděle a\u00a0pondělí"


def test_first_names_are_a_list(monkeypatch) -> None:
    third = replace(PEOPLE[0], name="Klára Nová")
    monkeypatch.setattr(people, "PEOPLE", (*PEOPLE[:2], third))
    names = [person.first_name for person in people.PEOPLE]
    with use(ENGLISH):
        assert str(FirstNames()) == f"{names[0]}, {names[1]} and Klára"
        assert str(FirstNames("or")) == f"{names[0]}, {names[1]} or Klára"


def test_no_text_repeats_the_data() -> None:
    for language in BOTH:
        with use(language):
            named = re.compile("|".join(map(re.escape, (str(FirstNames()), str(FirstNames("or")), STUDIO.phone))))
        assert [text.id for text in extract() if named.search(" ".join(forms(text.id)))] == []
