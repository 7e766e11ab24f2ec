"""Limits hot reload to selected pages, as in `make dev PAGES=about,pricing`."""

import os

from app.routes import ROUTES, Place
from app.suggestion import did_you_mean

VARIABLE = "PAGES"


def route_names() -> list[str]:
    """Returns the names of the selected pages. An empty list selects all pages.

    Raises:
        LookupError: a selected page does not exist.
    """
    names = [name.strip() for name in os.environ.get(VARIABLE, "").split(",") if name.strip()]
    for name in names:
        if name not in ROUTES:
            raise LookupError(f"{VARIABLE}: there is no route `{name}`.{did_you_mean(name, ROUTES)}")
    return names


def is_selected(place: Place) -> bool:
    return place.route.name in (route_names() or [place.route.name])
