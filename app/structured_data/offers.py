"""Structured data for offers and prices."""

from collections.abc import Iterator, Mapping

from app.components.head import absolute_url
from app.components.share import share_url
from app.content.club import CLUB_URL, TIERS, Tier
from app.content.delivery import LETTER_DAYS, PARCEL_DAYS
from app.content.pricing import (
    BUSINESS_EXTRAS,
    BUSINESS_PACKAGES,
    BUSINESS_PRINT,
    BUSINESS_SIGNS,
    PARCEL,
    POSTERS,
    PRICES_UNTIL,
    TABLE_NUMBERS,
    WEDDING_PACKAGES,
    WEDDING_PRINT,
    WEDDING_SINGLES,
    Package,
    PriceList,
    Row,
)
from app.content.prints import FINISHED_PRINTS
from app.content.prints import KIND as PRINTS
from app.content.studio import STUDIO
from app.content.vouchers import POSTAGE, VOUCHERS, Voucher, VoucherCategory, voucher
from app.pages import meta_of
from app.routes import ROUTES, Place, check_names
from app.structured_data.nodes import VOCABULARY, Node, one_line
from app.structured_data.studio import reference, seller

CURRENCY = "CZK"
MONTH, DAY = "MON", "DAY"
"""UN/CEFACT codes for units of time."""
PRICES: Mapping[str, tuple[tuple[Package, ...], tuple[PriceList, ...]]] = {
    "pricing": ((), (POSTERS,)),
    "pricing-business": (BUSINESS_PACKAGES, (BUSINESS_PRINT, BUSINESS_SIGNS, BUSINESS_EXTRAS)),
    "pricing-weddings": (WEDDING_PACKAGES, (WEDDING_PRINT, WEDDING_SINGLES, TABLE_NUMBERS)),
}
check_names("PRICES in app/structured_data/offers.py", PRICES)


def prices(place: Place) -> Iterator[Node]:
    packages, lists = PRICES[place.route.name]
    yield from (_package(package, place) for package in packages)
    yield {
        **seller(place),
        "hasOfferCatalog": [_catalog(prices, share_url(meta_of(place).picture)) for prices in lists],
    }


def _package(package: Package, place: Place) -> Node:
    return {
        "@type": "Product",
        "name": one_line(package.name),
        "description": one_line(package.summary),
        "image": share_url(meta_of(place).picture),
        "offers": _offer(
            _with_vat(package.crowns),
            description=one_line(package.covers),
            url=absolute_url(place),
            seller=reference(),
            availability=f"{VOCABULARY}/MadeToOrder",
            shippingDetails=_shipping(PARCEL, PARCEL_DAYS),
        ),
    }


def _catalog(prices: PriceList, image: str) -> Node:
    return {
        "@type": "OfferCatalog",
        "name": one_line(prices.caption),
        "itemListElement": [_row(row, prices, image) for row in prices.rows],
    }


def _row(row: Row, prices: PriceList, image: str) -> Node:
    pieces = [{"eligibleQuantity": _quantity(count, unitText=one_line(prices.counted))} for count in prices.columns]
    return {
        "@type": "Product",
        "name": one_line(row.name),
        **({"description": one_line(row.note)} if row.note else {}),
        "image": image,
        "offers": [
            _offer(_with_vat(crowns), **quantity) for crowns, quantity in zip(row.prices, pieces or [{}], strict=True)
        ],
    }


def vouchers(place: Place) -> Iterator[Node]:
    for kind in VOUCHERS:
        address = absolute_url(Place(ROUTES["vouchers-category"], place.language, {"category": kind.slug}))
        offers = {"@type": "AggregateOffer", "lowPrice": min(kind.values), "priceCurrency": CURRENCY, "url": address}
        yield _voucher(kind, offers)


def values(place: Place) -> Iterator[Node]:
    kind = voucher(place.params["category"])
    yield _voucher(kind, [_value(one, place) for one in kind.vouchers])
    yield {
        **seller(place),
        **({"hasOfferCatalog": [_catalog(FINISHED_PRINTS, share_url(kind.picture))]} if kind.slug == PRINTS else {}),
    }


def _voucher(kind: VoucherCategory, offers: Node | list[Node]) -> Node:
    return {
        "@type": "Product",
        "name": one_line(kind.headline),
        "description": one_line(kind.summary),
        "image": share_url(kind.picture),
        "offers": offers,
    }


def _value(one: Voucher, place: Place) -> Node:
    return _offer(
        _price(one.crowns),
        description=one_line(one.buys),
        url=absolute_url(place),
        seller=reference(),
        availability=f"{VOCABULARY}/InStock",
        shippingDetails=_shipping(POSTAGE, LETTER_DAYS),
    )


def club(place: Place) -> Iterator[Node]:
    yield {
        "@type": "Service",
        "name": one_line(meta_of(place).title),
        "provider": seller(place),
        "offers": [_tier(tier) for tier in TIERS],
    }


def _tier(tier: Tier) -> Node:
    month = _quantity(1, unitCode=MONTH)
    monthly = {**_price(tier.crowns), "@type": "UnitPriceSpecification", "referenceQuantity": month}
    return _offer(monthly, name=one_line(tier.name), description=one_line(tier.summary), url=CLUB_URL)


def _offer(price: Node, **more: object) -> Node:
    until = {"priceValidUntil": PRICES_UNTIL.isoformat()} if PRICES_UNTIL else {}
    return {"@type": "Offer", **more, **until, "priceSpecification": price}


def _shipping(crowns: int, days: tuple[int, int]) -> Node:
    least, most = days
    return {
        "@type": "OfferShippingDetails",
        "shippingRate": {"@type": "MonetaryAmount", "value": crowns, "currency": CURRENCY},
        "shippingDestination": {"@type": "DefinedRegion", "addressCountry": STUDIO.country_code},
        "deliveryTime": {
            "@type": "ShippingDeliveryTime",
            "transitTime": {"@type": "QuantitativeValue", "minValue": least, "maxValue": most, "unitCode": DAY},
        },
    }


def _price(crowns: int) -> Node:
    return {"@type": "PriceSpecification", "price": crowns, "priceCurrency": CURRENCY}


def _with_vat(crowns: int) -> Node:
    return {**_price(crowns), "valueAddedTaxIncluded": True}


def _quantity(value: int, **unit: str) -> Node:
    return {"@type": "QuantitativeValue", "value": value, **unit}
