"""Messages contain most facts as placeholders. If a fact without a placeholder changes, a test lists the messages
that state it in words.
"""

import re
from dataclasses import replace
from datetime import date, time, timedelta
from functools import cache

import pytest
from babel.messages.catalog import Catalog

from app.components import html as h
from app.components import layout
from app.content import facts, people
from app.content.facts import ClosedDates, ClosedDays, OpenHours, closed_days, closing
from app.content.people import PEOPLE, FirstNames
from app.content.presses import PLATEN, PROOF
from app.content.pricing import WEDDING_SETS
from app.content.privacy import PLATE_YEARS
from app.content.studio import STUDIO, Closure, Hours
from app.content.vouchers import VOUCHERS
from app.content.workshops import MOVE_DAYS, WORKSHOPS
from app.i18n import _, use
from app.i18n.catalogs.template import extract
from app.i18n.placeholders import forms
from tests.support.languages import BOTH, CZECH, ENGLISH
from tests.support.rendered import rendered

SATURDAY, THREE_HOURS = 6, timedelta(hours=3)
FACTS = {
    "two people": (
        r"two people, |whole company|a printer, a designer|(both|the two) of us|one of us draws",
        len(PEOPLE),
        2,
    ),
    "first names": (r"\b(Tereza|Jakub)\b", [person.first_name for person in PEOPLE], ["Tereza", "Jakub"]),
    "the name": (r"\botisk\b", STUDIO.name, "Studio Otisk"),
    "the place": (
        "on francouzská|blue door|by tram|two steps at the door|upholsterer",
        STUDIO.street,
        "Francouzská 42",
    ),
    "two presses": ("two presses", len({PLATEN, PROOF}), 2),
    "three hours": ("three hours", {each.ends - each.starts for each in WORKSHOPS} | {THREE_HOURS}, {THREE_HOURS}),
    "Saturdays": (
        r"on saturdays (we|from)|saturdays,|workshops run",
        {each.day.isoweekday() for each in WORKSHOPS} | {SATURDAY},
        {SATURDAY},
    ),
    "three days": ("three days before", MOVE_DAYS, 3),
    "three years": ("for three years", PLATE_YEARS, 3),
    "the kinds of vouchers": (
        "poster of their choice|workshop, a wedding and prints|Brno: workshop, prints|for the press, for a wedding|"
        "for prints, just",
        [kind.slug for kind in VOUCHERS],
        ["workshop", "weddings", "prints"],
    ),
    "forty households": ("forty households", WEDDING_SETS[0], 40),
}
"""Facts that messages state in words. Each fact has a pattern that matches these messages, its value in the data, and
the value that the messages state.
"""
FROM_TEN_TO_SIX = Hours((2, 3, 4, 5), time(10), time(18))


@cache
def texts() -> Catalog:
    return extract()


def texts_with(pattern: str) -> str:
    found = [text for text in texts() if re.search(pattern, " ".join(forms(text.id)), re.IGNORECASE)]
    assert found, f"no text has {pattern}: remove it from this test"
    return "\n".join(f"{text.locations[0][0]}:{text.locations[0][1]}: {forms(text.id)[0]}" for text in found)


@pytest.mark.parametrize(("pattern", "value", "said"), FACTS.values(), ids=FACTS)
def test_facts_in_words_agree_with_the_data(pattern: str, value: object, said: object) -> None:
    sentences = texts_with(pattern)
    assert value == said, f"rewrite these texts, and then change this test:\n{sentences}"


@pytest.mark.parametrize(
    ("hours", "english", "czech", "closed"),
    [
        ((FROM_TEN_TO_SIX,), "Tuesday–Friday 10am–6pm", "úterý–pátek 10:00–18:00", [6, 7, 1]),
        (
            (FROM_TEN_TO_SIX, Hours((6,), time(9, 30), time(15))),
            "Tuesday–Friday 10am–6pm, Saturday 9:30am–3pm",
            "úterý–pátek 10:00–18:00, sobota 9:30–15:00",
            [7, 1],
        ),
        (
            (Hours((2, 4, 5), time(10), time(18)),),
            "Tuesday and Thursday–Friday 10am–6pm",
            "úterý a\u00a0čtvrtek–pátek 10:00–18:00",
            [3, 6, 7, 1],
        ),
        ((Hours((6, 7, 1), time(8), time(12)),), "Saturday–Monday 8am–12pm", "sobota–pondělí 8:00–12:00", [2, 3, 4, 5]),
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


def test_closures_are_a_list(monkeypatch) -> None:
    closures = (Closure(date(2026, 12, 24), date(2027, 1, 1)), Closure(date(2027, 7, 5), date(2027, 7, 18)))
    monkeypatch.setattr(facts, "STUDIO", replace(STUDIO, closures=closures))
    with use(ENGLISH):
        assert str(ClosedDates()) == "from 24 December 2026 to 1 January 2027 and from 5 July 2027 to 18 July 2027"
    with use(CZECH):
        assert str(ClosedDates()).startswith("od 24. prosince 2026 do 1. ledna 2027 a")


@pytest.mark.parametrize(
    ("language", "day_name", "dates", "sentence"),
    [
        (CZECH, "8. května 2027", "8. května 2027", "Máme zavřeno 8. května 2027,"),
        (ENGLISH, "8 May 2027", "on 8 May 2027", "We are closed on 8 May 2027;"),
    ],
)
def test_a_closure_of_one_day_has_one_date(monkeypatch, language, day_name: str, dates: str, sentence: str) -> None:
    day = date(2027, 5, 8)
    for module in (facts, layout):
        monkeypatch.setattr(module, "STUDIO", replace(STUDIO, hours=(), closures=(Closure(day, day),)))
    with use(language):
        assert str(ClosedDates()) == dates
        assert str(closing(day)).startswith(sentence)
        [(_, shown)] = layout.opening_hours()
        assert rendered(h.p(shown)).text.replace("\u00a0", " ") == day_name


def test_no_workshop_is_in_a_closure() -> None:
    closed = [each for each in WORKSHOPS for span in STUDIO.closures if span.first <= each.day <= span.last]
    assert closed == []


def test_closed_days_are_a_list(monkeypatch) -> None:
    monkeypatch.setattr(facts, "STUDIO", replace(STUDIO, hours=(FROM_TEN_TO_SIX, Hours((6,), time(10), time(14)))))
    with use(ENGLISH):
        assert str(ClosedDays()) == "Sunday and Monday"
    with use(CZECH):
        assert str(ClosedDays()) == "neděle a\u00a0pondělí"


def test_first_names_are_a_list(monkeypatch) -> None:
    third = replace(PEOPLE[0], name="Ing. arch. Klára Nová")
    monkeypatch.setattr(people, "PEOPLE", (*PEOPLE[:2], third))
    names = [person.first_name for person in people.PEOPLE]
    with use(ENGLISH):
        assert str(FirstNames()) == f"{names[0]}, {names[1]} and Klára"
        assert str(FirstNames("or")) == f"{names[0]}, {names[1]} or Klára"


def test_no_text_repeats_the_data() -> None:
    for language in BOTH:
        with use(language):
            named = re.compile("|".join(map(re.escape, (str(FirstNames()), str(FirstNames("or")), STUDIO.phone))))
        assert [text.id for text in texts() if named.search(" ".join(forms(text.id)))] == []
    with use(CZECH):  # names change with the Czech case, so placeholders cannot replace them
        named = [form for text in texts() for form in forms(text.id) if STUDIO.name in form]
        assert [text for text in named if STUDIO.name in str(_(text))] == []
