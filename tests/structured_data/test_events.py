from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from app.content import workshops
from app.content.calendar_file import calendar_file
from app.content.workshops import AVAILABLE, CALLED_OFF, KIND, NOT_HELD, SOLD_OUT, WORKSHOPS, is_called_off
from app.extras.dates import workshops as dates
from app.extras.dates.workshops import workshop_dates
from app.i18n import typeset, use
from app.pages import meta_of
from app.pages.workshop import page
from app.routes import places, url_for
from app.structured_data import graph
from tests.support.rendered import rendered
from tests.support.site_texts import page_of

OWN = [place for place in places() if place.route.name == "workshop" and not is_called_off(place.params["date"])]
PAGES = [place for place in places() if place.route.name == "vouchers-category"]


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.path)
def test_events_match_the_workshops(place) -> None:
    with use(place.language):
        events = [node for node in graph(place) if node["@type"] == "EducationEvent"]
    expected = WORKSHOPS if place.params["category"] == KIND else ()
    assert [(event["startDate"], event["endDate"], event["inLanguage"]) for event in events] == [
        (workshop.starts.isoformat(), workshop.ends.isoformat(), workshop.language) for workshop in expected
    ]
    ends = [event["offers"]["validThrough"] for event in events]
    assert ends == [workshop.bookable_until.isoformat() for workshop in expected]
    assert {event["offers"]["price"] for event in events} == {workshop.crowns for workshop in expected}
    addresses = [url_for("workshop", place.language, date=workshop.id) for workshop in expected]
    assert [urlsplit(event["offers"]["url"]).path for event in events] == addresses
    links = {element["href"] for element in page_of(place).all("Link")}
    assert links >= set(addresses)
    assert not any("availability" in event["offers"] for event in events), "the page is the same for full workshops"


@pytest.mark.parametrize("place", OWN, ids=lambda place: place.path)
def test_the_page_of_a_date_describes_it_and_leads_to_the_form(place) -> None:
    with use(place.language):
        [event] = [node for node in graph(place) if node["@type"] == "EducationEvent"]
    assert event["offers"]["availability"] == AVAILABLE
    date = place.params["date"]
    assert event["startDate"].startswith(date) and urlsplit(event["url"]).path == place.path
    form = f"{url_for('inquiry', place.language)}?what=workshop&workshop={date}"
    assert form in {element["href"] for element in page_of(place).all("Link")}


@pytest.mark.parametrize("place", [place for place in OWN if place.params["date"] == WORKSHOPS[-1].id])
def test_a_workshop_that_was_called_off_cannot_be_booked(place, monkeypatch: pytest.MonkeyPatch) -> None:
    called_off = (*WORKSHOPS[:-1], replace(WORKSHOPS[-1], places=0))
    for module in (workshops, dates):
        monkeypatch.setattr(module, "WORKSHOPS", called_off)
    with use(place.language):
        [event] = [node for node in graph(place) if node["@type"] == "EducationEvent"]
        meta, calendar = meta_of(place), calendar_file(called_off[-1])
        about = [meta.full_title, str(meta.description)]
        own, row = rendered(page(called_off[-1].id)), list(rendered(workshop_dates()).all("li"))[-1]
        said, choice = typeset(NOT_HELD), typeset(CALLED_OFF)
    assert event["eventStatus"].endswith("/EventCancelled") and event["offers"]["availability"] == SOLD_OUT
    assert said in own.texts and choice in own.texts and said in row.texts
    assert not any("workshop=" in link["href"] for link in (*own.all("Link"), *row.all("Link")))
    assert not own.all("a") and not row.all("a"), "a calendar file"
    assert "STATUS:CANCELLED" in calendar.split("\r\n") and "SEQUENCE:1" in calendar.split("\r\n")
    off = {"cs": "nekoná", "en": "called off"}[place.language.code]
    assert all(off in text and "Kč" not in text and "CZK" not in text for text in about)
    assert len(about[0]) <= 72 and 50 <= len(about[1]) <= 170
