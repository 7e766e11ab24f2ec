"""Structured data for the portfolio's works and photographs."""

from collections.abc import Iterator

from app.components.head import absolute_url
from app.components.pictures import derive
from app.content.portfolio import Category, Work, category
from app.content.studio import STUDIO
from app.routes import ROUTES, Place
from app.settings import settings
from app.structured_data.nodes import Node, one_line
from app.structured_data.studio import reference, seller

LICENCE = "https://www.gnu.org/licenses/gpl-3.0.html"
"""The licence of the studio's own works. Commissioned works have none."""


def works(place: Place) -> Iterator[Node]:
    shown = category(place.params["category"])
    yield from (_work(work, shown, place) for work in shown.works)
    yield seller(place)


def _work(work: Work, shown: Category, place: Place) -> Node:
    photograph = derive(work.picture)
    return {
        "@type": "ImageObject",
        "contentUrl": settings().site_url + photograph.fallback,
        "caption": one_line(work.alt),
        "creator": reference(),
        "creditText": STUDIO.name,
        "copyrightNotice": STUDIO.name,
        **({"license": LICENCE} if work.client == STUDIO.name else {}),
        "acquireLicensePage": absolute_url(Place(ROUTES["contact"], place.language)),
        "about": {
            "@type": "VisualArtwork",
            "name": one_line(work.title),
            "url": f"{absolute_url(place)}#{work.slug}",
            "description": one_line(work.description),
            "dateCreated": str(work.year),
            "artMedium": one_line(work.technique),
            "artform": one_line(shown.title),
        },
    }
