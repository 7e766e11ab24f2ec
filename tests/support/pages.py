"""The site's pages, grouped for parametrized tests."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import pytest

from app.content.workshops import upcoming
from app.routes import Place, places

POST_ID = "12345"
"""The ID of a nonexistent post."""
NEXT_DATE = next((each.id for each in upcoming(datetime.now(UTC))), "")
SHOWN = [place for place in places() if not place.route.dated or place.params["date"] == NEXT_DATE]
"""All pages without a date in the URL, plus the next workshop's page."""
DESK = [place for place in SHOWN if place.route.name.startswith("desk")]
"""Staff pages, which work only if mail is configured."""
SERVED = [place for place in SHOWN if place not in DESK]
PUBLIC = [place for place in SHOWN if not place.route.private and place not in DESK]
PRECACHED = [place for place in PUBLIC if place.route.indexed and not (place.route.dated or place.route.served)]
MEMBERS = [place for place in SHOWN if place.route.private and place not in DESK]
_KINDS = (
    *("/", "/about", "/links", "/bam", "/pricing", "/inquiry", "/vouchers/workshop", "/portfolio/weddings"),
    *("/patreon", "/patreon/callback", "/privacy"),
)
KINDS = [place for place in PUBLIC if place.path in _KINDS]
"""One public page per kind of content, in the default language."""


def path_of(place: Place) -> str:
    return place.path.replace("[postId]", POST_ID)


def each(chosen: Iterable[Place]) -> pytest.MarkDecorator:
    """Returns a decorator that runs a test once per page, passing the page as `place`."""
    return pytest.mark.parametrize("place", list(chosen), ids=path_of)


def all_of(chosen: Iterable[Place]) -> Callable[[Callable[[Place], None]], Callable[[], None]]:
    """Returns a decorator that combines the tests of all pages into a single test, to save time."""

    def decorator(check: Callable[[Place], None]) -> Callable[[], None]:
        def test() -> None:
            faults: list[str] = []
            for place in chosen:
                try:
                    check(place)
                except Exception as error:
                    faults.append(f"{place.path}: {type(error).__name__}: {error}")
            assert not faults, "\n\n".join(faults)

        return test

    return decorator
