"""`make dev PAGES=about,pricing`: what is saved makes only the pages of these routes anew."""

import os

from app.routes import ROUTES, Place
from app.suggestion import did_you_mean

VARIABLE = "PAGES"


def names() -> list[str]:
    """The names of the chosen routes; none if all are to be made.

    Raises:
        LookupError: there is no route of such a name.
    """
    chosen = [name.strip() for name in os.environ.get(VARIABLE, "").split(",") if name.strip()]
    for name in chosen:
        if name not in ROUTES:
            raise LookupError(f"{VARIABLE}: there is no route `{name}`.{did_you_mean(name, ROUTES)}")
    return chosen


def is_chosen(place: Place) -> bool:
    """Whether the page is to be made anew when something that it depends on is saved."""
    return place.route.name in (names() or [place.route.name])
