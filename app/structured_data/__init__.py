"""Structured data for search engines (JSON-LD)."""

import json
from collections.abc import Callable, Iterable, Mapping

from app.routes import Place, check_names
from app.structured_data.breadcrumbs import breadcrumbs
from app.structured_data.nodes import VOCABULARY, Node
from app.structured_data.offers import PRICES, club, prices, vouchers
from app.structured_data.questions import questions
from app.structured_data.studio import about, contact, home
from app.structured_data.works import works
from app.structured_data.workshops import event, values_and_dates

THINGS: Mapping[str, Callable[[Place], Iterable[Node]]] = {
    "home": home,
    "about": about,
    "contact": contact,
    **dict.fromkeys(PRICES, prices),
    "vouchers": vouchers,
    "vouchers-category": values_and_dates,
    "patreon": club,
    "portfolio-category": works,
    "workshop": event,
}
check_names("THINGS in app/structured_data/__init__.py", THINGS)


def json_ld(place: Place) -> str:
    """Returns a page's structured data as JSON that is safe inside a `<script>`."""
    document = {"@context": VOCABULARY, "@graph": graph(place)}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def graph(place: Place) -> list[Node]:
    if not place.is_indexed:
        return []
    things = THINGS.get(place.route.name)
    return [*(things(place) if things else ()), *questions(place), *breadcrumbs(place)]
