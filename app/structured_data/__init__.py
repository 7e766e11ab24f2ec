"""What a page says in schema.org's words (JSON-LD): the studio, what it sells for how much, its works, and where the
page stands. All of it comes from the data that the page shows.

The build writes it into the pages (`builder.structured_data`), so it costs no JavaScript.
"""

import json
from collections.abc import Callable, Iterable, Mapping

from app.routes import Place
from app.structured_data.breadcrumbs import breadcrumbs
from app.structured_data.offers import PRICES, club, prices, vouchers
from app.structured_data.studio import about, contact, home
from app.structured_data.words import VOCABULARY, Node
from app.structured_data.works import works
from app.structured_data.workshops import values_and_dates

THINGS: Mapping[str, Callable[[Place], Iterable[Node]]] = {
    "home": home,
    "about": about,
    "contact": contact,
    **dict.fromkeys(PRICES, prices),
    "vouchers": vouchers,
    "vouchers-category": values_and_dates,
    "patreon": club,
    "portfolio-category": works,
}
"""What a page is about, by its route."""


def json_ld(place: Place) -> str:
    """What a page says of itself, in the language in use, as JSON that may stand in a `<script>`."""
    document = {"@context": VOCABULARY, "@graph": graph(place)}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def graph(place: Place) -> list[Node]:
    """The things that a page says something of, in the language in use; none for pages that are not indexed."""
    if not place.route.indexed:
        return []
    things = THINGS.get(place.route.name)
    return [*(things(place) if things else ()), *breadcrumbs(place)]
