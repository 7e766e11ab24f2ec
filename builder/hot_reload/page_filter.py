"""Limits hot reload to selected pages, as in `make dev PAGES=about,pricing`."""

import os

from app.routes import Place, check_names

VARIABLE = "PAGES"


def route_names() -> list[str]:
    """Returns the names of the selected pages. An empty list selects all pages.

    Raises:
        LookupError: a selected page does not exist.
    """
    names = [name.strip() for name in os.environ.get(VARIABLE, "").split(",") if name.strip()]
    check_names(VARIABLE, names)
    return names


def is_selected(place: Place) -> bool:
    names = route_names()
    return not names or place.route.name in names
