"""The site's pages, as parameters of tests."""

from collections.abc import Iterable

import pytest

from app.routes import Place, places

POST_ID = "12345"
"""The id of a post that does not exist."""
PUBLIC = [place for place in places() if not place.route.stateful]
MEMBERS = [place for place in places() if place.route.stateful]


def path_of(place: Place) -> str:
    """Where a page is, with a value for an open parameter."""
    return place.path.replace("[postId]", POST_ID)


def each(chosen: Iterable[Place]) -> pytest.MarkDecorator:
    """Runs a test once per page, with the parameter `place`."""
    return pytest.mark.parametrize("place", list(chosen), ids=path_of)
