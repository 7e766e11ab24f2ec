"""Structured data for the studio: address, opening hours, people."""

from collections.abc import Iterator

from app.components.head import absolute_url
from app.components.share import share_url
from app.content.studio import STUDIO, SUMMARY, TAGLINE, Closure, Hours
from app.routes import ROUTES, Place
from app.settings import settings
from app.structured_data.nodes import VOCABULARY, Node, one_line

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def home(place: Place) -> Iterator[Node]:
    url = absolute_url(place)
    yield {
        "@type": "WebSite",
        "name": STUDIO.name,
        "url": url,
        "inLanguage": place.language.tag,
        "publisher": reference(),
    }
    yield {**_studio(place), "description": one_line(SUMMARY), "slogan": one_line(TAGLINE)}


def contact(place: Place) -> Iterator[Node]:
    yield {
        **_studio(place),
        "legalName": STUDIO.legal_name,
        "vatID": STUDIO.vat_id,
        "hasMap": STUDIO.map_url,
        "sameAs": [social.url for social in STUDIO.socials],
    }


def about(place: Place) -> Iterator[Node]:
    people = [
        {"@type": "Person", "name": person.name, "jobTitle": one_line(person.role), "email": person.email}
        for person in STUDIO.people
    ]
    yield {**seller(place), "foundingDate": str(STUDIO.founded), "employee": people}


def _studio(place: Place) -> Node:
    closures = [_closure(each) for each in STUDIO.closures]
    return {
        **seller(place),
        "image": share_url("contact"),
        "telephone": STUDIO.phone,
        "email": STUDIO.email,
        "geo": {"@type": "GeoCoordinates", "latitude": STUDIO.latitude, "longitude": STUDIO.longitude},
        "openingHoursSpecification": [_opening(hours) for hours in STUDIO.hours],
        **({"specialOpeningHoursSpecification": closures} if closures else {}),
    }


def address() -> Node:
    return {
        "@type": "PostalAddress",
        "streetAddress": STUDIO.street,
        "postalCode": STUDIO.postcode,
        "addressLocality": STUDIO.city,
        "addressCountry": STUDIO.country_code,
    }


def _opening(hours: Hours) -> Node:
    return {
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": [f"{VOCABULARY}/{DAYS[weekday - 1]}" for weekday in hours.weekdays],
        "opens": hours.opens.isoformat("minutes"),
        "closes": hours.closes.isoformat("minutes"),
    }


def _closure(closure: Closure) -> Node:
    return {
        "@type": "OpeningHoursSpecification",
        "opens": "00:00",
        "closes": "00:00",  # equal times mean closed all day
        "validFrom": closure.first.isoformat(),
        "validThrough": closure.last.isoformat(),
    }


def seller(place: Place) -> Node:
    home = absolute_url(Place(ROUTES["home"], place.language))
    return {"@type": "LocalBusiness", **reference(), "name": STUDIO.name, "url": home, "address": address()}


def reference() -> Node:
    return {"@id": f"{settings().site_url}/#studio"}
