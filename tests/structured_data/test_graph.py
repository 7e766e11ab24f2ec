import json
import re
from calendar import day_name
from datetime import date

import pytest

from app import structured_data
from app.content.portfolio import category
from app.content.pricing import PARCEL, WEDDING_PACKAGES
from app.content.studio import STUDIO
from app.content.vouchers import VOUCHER_QUESTIONS, VOUCHERS
from app.content.workshops import is_called_off
from app.i18n import _, use
from app.i18n.formats import price
from app.routes import match, places
from app.settings import settings
from app.structured_data import graph, json_ld, offers
from app.structured_data.nodes import VOCABULARY
from app.structured_data.works import LICENCE
from tests.support.pages import all_of
from tests.support.schema_org import faults, nodes, vocabulary
from tests.support.site_texts import page_of, page_texts

INDEXED = [place for place in places() if place.route.indexed]

SHOWN = {"name", "description", "slogan", "caption", "artMedium", "jobTitle", "text"}
SHOWN |= {"telephone", "email", "streetAddress", "postalCode", "addressLocality", "legalName", "vatID"}
"""Properties of structured data whose values the page must show."""
PRICES = {"price", "lowPrice"}
ASIDE = {"BreadcrumbList", "ListItem", "WebSite"}
"""Types of structured data that describe the site or other pages. The page need not show their values."""


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u00ad\u2060\u200b]", "", text)


def things(place, kind: str) -> list:
    with use(place.language):
        return [node for node in nodes(graph(place)) if node.get("@type") == kind]


def place_of(name: str):
    [found] = [place for place in INDEXED if place.name == name and not place.params]
    return found


@all_of(INDEXED)
def test_structured_data_is_valid_and_on_the_page(place):
    linked = [kind.headline for kind in VOUCHERS] if place.route.name == "vouchers" else []
    with use(place.language):
        assert faults(json.loads(json_ld(place)), vocabulary()) == []
        described = [node for node in nodes(graph(place)) if node.get("@type") not in ASIDE]
        page_text = squeezed(" ".join([*page_texts(page_of(place)), *map(str, linked)]))
        sums = [price(node[name]) for node in described for name in PRICES & node.keys()]
    texts = [str(node[name]) for node in described for name in SHOWN & node.keys()]
    missing = [text for text in [*texts, *sums] if squeezed(text) not in page_text]
    assert missing == [] or is_called_off(place.params.get("date", ""))


@pytest.mark.parametrize("name", ["home-cs", "contact-en"])
def test_the_studio_has_its_address_hours_and_closures(name):
    place = place_of(name)
    [studio] = things(place, "LocalBusiness")
    assert studio["address"]["streetAddress"] == STUDIO.street and studio["geo"]["latitude"] == STUDIO.latitude
    days = [day for hours in studio["openingHoursSpecification"] for day in hours["dayOfWeek"]]
    weekdays = [weekday for hours in STUDIO.hours for weekday in hours.weekdays]
    assert [day.rpartition("/")[2] for day in days] == [day_name[weekday - 1] for weekday in weekdays]
    hours = {hours[end] for hours in studio["openingHoursSpecification"] for end in ("opens", "closes")}
    shown = {str(time["dateTime"]) for time in page_of(place).all("time")}
    assert hours == {time for time in shown if ":" in time}
    closed = studio.get("specialOpeningHoursSpecification", [])
    assert {(each["opens"], each["closes"]) for each in closed} <= {("00:00", "00:00")}
    spans = [(each["validFrom"], each["validThrough"]) for each in closed]
    assert spans == [(each.first.isoformat(), each.last.isoformat()) for each in STUDIO.closures]
    assert {day for span in spans for day in span} <= shown


@all_of(INDEXED)
def test_the_studio_always_has_a_name_and_an_address(place):
    studios = things(place, "LocalBusiness")
    assert [each for each in studios if not (each.get("name") and each.get("address"))] == []


@all_of(INDEXED)
def test_every_product_has_offers(place):
    """Google's Rich Results Test reports products without offers as errors."""
    assert [each["name"] for each in things(place, "Product") if not each.get("offers")] == []


SELLING = ("pricing", "pricing-business", "pricing-weddings", "vouchers", "vouchers-category")


@pytest.mark.parametrize("place", [each for each in INDEXED if each.route.name in SELLING])
def test_what_is_sold_has_a_price_in_crowns(place):
    offers = [*things(place, "Offer"), *things(place, "AggregateOffer")]
    assert offers
    for offer in offers:
        assert offer.get("priceSpecification", offer)["priceCurrency"] == "CZK"


@all_of(INDEXED)
def test_pages_with_questions_describe_them(place):
    with use(place.language):
        heading = squeezed(str(_("Questions people ask")))
        has_questions = heading in squeezed(" ".join(page_texts(page_of(place))))
    assert bool(things(place, "FAQPage")) == has_questions


def test_search_engines_get_no_question_that_ends():
    lasting = [str(each.asked) for each in VOUCHER_QUESTIONS if not each.until]
    assert [each["name"] for each in things(place_of("vouchers-cs"), "Question")] == lasting


@pytest.mark.parametrize("day", [None, date(2027, 6, 30)])
def test_offers_are_valid_until_the_day_that_is_promised(monkeypatch, day):
    monkeypatch.setattr(offers, "PRICES_UNTIL", day)
    expected = {day.isoformat() if day else None}
    assert {offer.get("priceValidUntil") for offer in things(place_of("pricing-business-en"), "Offer")} == expected


def test_packages_are_made_to_order_and_sent_for_the_price_of_a_parcel():
    sent = [offer for offer in things(place_of("pricing-weddings-cs"), "Offer") if "shippingDetails" in offer]
    assert [offer["shippingDetails"]["shippingRate"]["value"] for offer in sent] == [PARCEL] * len(WEDDING_PACKAGES)
    assert {offer["availability"] for offer in sent} == {f"{VOCABULARY}/MadeToOrder"}


@pytest.mark.parametrize("place", [each for each in INDEXED if each.route.name == "portfolio-category"])
def test_every_work_has_a_picture_and_only_our_own_a_licence(place):
    pictures = things(place, "ImageObject")
    assert [picture["about"]["url"].rpartition("#")[2] for picture in pictures] == [
        work.slug for work in category(place.params["category"]).works
    ]
    own = [work.client == STUDIO.name for work in category(place.params["category"]).works]
    assert [picture.get("license") for picture in pictures] == [LICENCE if each else None for each in own]


@all_of(INDEXED)
def test_breadcrumbs_lead_from_home_to_the_page(place):
    trail = [item["item"]["@id"] for item in things(place, "ListItem")]
    paths = [place.language.prefix or "/", *_prefixes(place)]
    site = settings().site_url
    assert [url.removeprefix(site) for url in trail] == (paths if paths[1:] else [])
    assert [item["position"] for item in things(place, "ListItem")] == list(range(1, len(trail) + 1))


def _prefixes(place) -> list[str]:
    if place.route.name == "workshop":
        return [f"{place.language.prefix}/vouchers", f"{place.language.prefix}/vouchers/workshop", place.path]
    parts = place.path.removeprefix(place.language.prefix).strip("/").split("/")
    paths = [f"{place.language.prefix}/{'/'.join(parts[: end + 1])}" for end in range(len(parts)) if parts != [""]]
    return [path for path in paths if (found := match(path)) and found.valid]


def test_pages_that_are_not_indexed_have_no_structured_data():
    assert [place.path for place in places() if not place.route.indexed and graph(place)] == []


def test_no_text_ends_the_script(monkeypatch):
    monkeypatch.setattr(structured_data, "graph", lambda _: [{"name": "</script><script>alert(1)</script>"}])
    written = json_ld(INDEXED[0])
    assert "<" not in written
    assert json.loads(written)["@graph"][0]["name"] == "</script><script>alert(1)</script>"
