"""Breadcrumbs for search engines: each page's path from the home page."""

from collections.abc import Callable, Iterator, Mapping

from app.components.head import absolute_url
from app.components.header import MENU
from app.content.portfolio import Category, category
from app.content.studio import STUDIO
from app.content.vouchers import VoucherCategory, voucher
from app.content.workshops import KIND
from app.pages import meta_of
from app.routes import ROUTES, Place, check_names
from app.structured_data.nodes import Node, one_line

NAMED: Mapping[str, Callable[[str], Category | VoucherCategory]] = {
    "portfolio-category": category,
    "vouchers-category": voucher,
}
check_names("NAMED in app/structured_data/breadcrumbs.py", NAMED)


def breadcrumbs(place: Place) -> Iterator[Node]:
    """Yields a page's breadcrumbs. The home page has none."""
    trail = _trail(place)
    if len(trail) > 1:
        items = [
            {"@type": "ListItem", "position": number, "name": _label(above), "item": _page(above)}
            for number, above in enumerate(trail, 1)
        ]
        yield {"@type": "BreadcrumbList", "itemListElement": items}


def _page(place: Place) -> Node:
    return {"@type": "WebPage", "@id": absolute_url(place)}


def _trail(place: Place) -> list[Place]:
    """Returns the pages from the home page to `place`, including both."""
    if place.route == ROUTES["workshop"]:  # omits `/workshops`, because there is no such page
        return [*_trail(Place(ROUTES["vouchers-category"], place.language, {"category": KIND})), place]
    above = [
        Place(route, place.language)
        for route in ROUTES.values()
        if route.path == "/" or place.route.path.startswith(f"{route.path}/")
    ]
    return [*(each for each in above if each.route != place.route), place]


def _label(place: Place) -> str:
    if place.route == ROUTES["home"]:
        return STUDIO.name
    if place.route.name in NAMED:
        return one_line(NAMED[place.route.name](place.params["category"]).title)
    return one_line(dict(MENU).get(place.route.name, meta_of(place).title))
