from datetime import UTC, datetime, time, timedelta

import pytest

from app.content.moments import studio_day
from app.content.workshops import PRAGUE
from app.inquiries import seats
from tests.support.workshops import OWN

pytestmark = pytest.mark.usefixtures("own_workshops")
FIRST = OWN[0]
MIDNIGHT = datetime.combine(FIRST.starts.date(), time(), PRAGUE)
"""Midnight in Prague before the first workshop. In UTC, the date is still the previous day."""


@pytest.mark.parametrize(("before", "is_bookable"), [(timedelta(seconds=1), True), (timedelta(0), False)])
def test_bookings_end_with_the_day_before(
    monkeypatch: pytest.MonkeyPatch, before: timedelta, is_bookable: bool
) -> None:
    monkeypatch.setattr("time.time", (MIDNIGHT - before).timestamp)
    assert (FIRST.id in seats.bookable()) is is_bookable
    assert seats.capacity(FIRST.id) == (FIRST.places if is_bookable else None)


def test_the_day_is_the_studio_s() -> None:
    assert studio_day(datetime(2026, 7, 1, 21, 59, 59, tzinfo=UTC).timestamp()).day == 1
    assert studio_day(datetime(2026, 7, 1, 22, 0, tzinfo=UTC).timestamp()).day == 2
