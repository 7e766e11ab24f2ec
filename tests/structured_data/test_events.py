"""The structured data of a voucher's page contains its workshops, with dates and prices."""

import pytest

from app.content.workshops import KIND, WORKSHOPS
from app.i18n import use
from app.routes import places
from app.structured_data import graph
from tests.support.site_texts import page_of

PAGES = [place for place in places() if place.route.name == "vouchers-category"]


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.path)
def test_events_match_the_workshops(place) -> None:
    with use(place.language):
        events = [node for node in graph(place) if node["@type"] == "EducationEvent"]
    expected = WORKSHOPS if place.params["category"] == KIND else ()
    assert [(event["startDate"], event["endDate"], event["inLanguage"]) for event in events] == [
        (workshop.starts.isoformat(), workshop.ends.isoformat(), workshop.language) for workshop in expected
    ]
    assert {event["offers"]["price"] for event in events} == {workshop.crowns for workshop in expected}
    ids = {element["id"] for element in page_of(place).elements if "id" in element.attributes}
    assert {event["offers"]["url"].partition("#")[2] for event in events} <= ids
