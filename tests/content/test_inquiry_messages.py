"""The message for a workshop with too few free places says how many are left."""

from app.content.inquiry_messages import full
from app.i18n import use
from tests.support.languages import ENGLISH


def test_a_date_that_is_nearly_full_says_how_many_places_are_left() -> None:
    with use(ENGLISH):
        assert [str(full(free))[:24] for free in (0, 1, 2)] == [
            "The last place on this d",
            "Only 1 place is left on ",
            "Only 2 places are left o",
        ]
