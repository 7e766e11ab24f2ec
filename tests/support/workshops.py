"""Workshops for tests, because the site's own workshops change and their dates pass."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.content.workshops import MOVE_DAYS, PLACES, deleted, upcoming

OWN = tuple(
    replace(deleted(date, language), places=PLACES)
    for date, language in (("2099-01-17", "cs"), ("2099-01-31", "en"), ("2099-02-14", "cs"), ("2099-02-28", "cs"))
)
"""The workshops that the fixture `own_workshops` uses instead of the site's."""
_ON_SALE = tuple(each for each in upcoming(datetime.now(UTC) + timedelta(days=MOVE_DAYS + 1)) if each.places == PLACES)
LISTED = (*_ON_SALE, *OWN)[:3]
"""Three workshops whose bookings customers can make and move today, for tests of the built site. If the site has fewer,
workshops from `OWN` are added, and tests marked `needs_dates` are skipped.
"""
HAS_DATES = len(_ON_SALE) >= len(LISTED)
needs_dates = pytest.mark.skipif(not HAS_DATES, reason="fewer than three workshops can be booked")
