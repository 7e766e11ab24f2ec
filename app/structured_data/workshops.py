"""Structured data for workshops, with address and price."""

from collections.abc import Iterator

from app.components.head import absolute_url
from app.components.share import share_url
from app.content.studio import STUDIO
from app.content.vouchers import voucher
from app.content.workshops import AVAILABLE, KIND, SOLD_OUT, TITLE, WORKSHOPS, Workshop, find
from app.routes import ROUTES, Place
from app.structured_data.nodes import VOCABULARY, Node, one_line
from app.structured_data.offers import values
from app.structured_data.studio import address, reference, seller


def values_and_dates(place: Place) -> Iterator[Node]:
    """Yields a voucher category's data. For workshop vouchers, the data includes all workshops.

    The workshops' offers omit the availability, because the page is not rebuilt when a workshop is sold out.
    """
    yield from values(place)
    if place.params["category"] == KIND:
        yield from (_event(workshop, place) for workshop in WORKSHOPS)


def event(place: Place) -> Iterator[Node]:
    if workshop := find(place.params["date"]):
        yield seller(place)
        yield _event(workshop, place, availability=SOLD_OUT if workshop.is_called_off else AVAILABLE)


def _event(workshop: Workshop, place: Place, **offered: str) -> Node:
    kind, url = voucher(KIND), absolute_url(Place(ROUTES["workshop"], place.language, {"date": workshop.id}))
    offer = {
        "@type": "Offer",
        "price": workshop.crowns,
        "priceCurrency": "CZK",
        "url": url,
        "validThrough": workshop.bookable_until.isoformat(),
        "seller": reference(),
        **offered,
    }
    return {
        "@type": "EducationEvent",
        "name": one_line(TITLE),
        "description": one_line(kind.summary),
        "url": url,
        "image": share_url(kind.picture),
        "startDate": workshop.starts.isoformat(),
        "endDate": workshop.ends.isoformat(),
        "inLanguage": workshop.language,
        "maximumAttendeeCapacity": workshop.places,
        "eventStatus": f"{VOCABULARY}/{'EventCancelled' if workshop.is_called_off else 'EventScheduled'}",
        "eventAttendanceMode": f"{VOCABULARY}/OfflineEventAttendanceMode",
        "location": {"@type": "Place", "name": STUDIO.name, "address": address()},
        "organizer": reference(),
        "offers": offer,
    }
