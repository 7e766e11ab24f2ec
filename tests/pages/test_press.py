import pytest

from app.content.people import PEOPLE
from app.i18n import typeset, use
from app.routes import places
from tests.support.site_texts import page_of


@pytest.mark.parametrize(
    "place", [place for place in places() if place.name.startswith("press")], ids=lambda place: place.path
)
def test_job_titles_keep_their_capitals(place) -> None:
    with use(place.language):
        roles = {typeset(person.role) for person in PEOPLE}
    assert roles <= {*page_of(place).texts}
