"""Calculates estimates from the price lists, in crowns with VAT.

`app/extras/inquiry/estimate.js` calculates the same estimates in the browser.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, pairwise, product
from typing import NamedTuple, TypeVar

from app.content.pricing import (
    ANATOMY,
    ANATOMY_PIECES,
    BUSINESS_PACKAGES,
    BUSINESS_PRINT,
    BUSINESS_SIGNS,
    PASS,
    POSTERS,
    TABLE_NUMBERS,
    WEDDING_PACKAGES,
    WEDDING_PRINT,
    WEDDING_SINGLES,
    Package,
    Part,
    PriceList,
    Row,
    cost,
)
from app.content.prints import FINISHED_PRINTS
from app.content.samples import PRICE as SAMPLE_PACK
from app.content.vouchers import FOR_ONE, FOR_TWO, POSTAGE, VOUCHERS, Voucher
from app.content.workshops import PER_PRESS
from app.i18n import Text, _
from app.i18n.formats import Crowns

Item = TypeVar("Item", Row, Package)

COLOURS = (1, 2, 3)
ONLY_CARDS = "only-cards"
OWN, STUDIO = "own", "studio"
"""The form's options for the source of the design: the customer or the studio."""
EMAIL, POST = "email", "post"
AMOUNT = "amount"
"""The form's option for a voucher whose amount the buyer enters."""


def _named(options: Sequence[str], items: Sequence[Item]) -> dict[str, Item]:
    """Returns `items` (rows or packages) keyed by the form's options. `options` and `items` must have the same order.

    Raises:
        ValueError: the number of options differs from the number of items.
    """
    if len(options) != len(items):
        raise ValueError(
            f"app/content/estimate.py has {len(options)} options ({', '.join(options)}) for {len(items)} rows "
            f"({', '.join(each.name.msgid for each in items)}): add or remove an option, in the order of the rows"
        )
    return dict(zip(options, items, strict=True))


OFFICE: Mapping[str, Package] = _named(("desk", "front-door"), BUSINESS_PACKAGES[1:])
WEDDING: Mapping[str, Package] = _named(("invitation", "suite", "full-table"), WEDDING_PACKAGES)


class Product(NamedTuple):
    row: Row
    prices: PriceList


_PRODUCTS = (
    (("note-cards", "labels", "envelopes"), BUSINESS_PRINT, BUSINESS_PRINT.rows[2:]),
    (
        ("place-cards", "menus", "thank-you-notes", "correction-cards", "addressing"),
        WEDDING_SINGLES,
        WEDDING_SINGLES.rows,
    ),
    (("table-numbers",), TABLE_NUMBERS, TABLE_NUMBERS.rows),
    (
        ("eight-cards", "notebooks", "poster-open-presses", "poster-letters", "poster-prask"),
        FINISHED_PRINTS,
        FINISHED_PRINTS.rows,
    ),
    (("room-number", "door-sign", "opening-hours", "sign"), BUSINESS_SIGNS, BUSINESS_SIGNS.rows),
)
PRODUCTS: Mapping[str, Product] = {
    name: Product(row, prices) for names, prices, rows in _PRODUCTS for name, row in _named(names, rows).items()
}
"""Products with a price list, keyed by their option in the form."""
FINISHED = tuple(name for name, each in PRODUCTS.items() if each.prices is FINISHED_PRINTS)
PRINTED_TO_ORDER = tuple(name for name in PRODUCTS if name not in FINISHED)
"""The form's options for finished prints, and for products that are printed to order."""

VALUES: Mapping[str, Voucher] = {each.key: each for category in VOUCHERS for each in category.vouchers}
"""Vouchers with a fixed amount, keyed by their option in the form."""

_FIXED = [POSTAGE, SAMPLE_PACK, FOR_ONE.crowns, FOR_TWO.crowns, *((each.key, each.crowns) for each in VALUES.values())]
PRICE_DIGEST = sha256(repr(_FIXED).encode()).hexdigest()[:8]
"""A digest of all fixed prices."""
PRICES = "prices"
"""The query parameter with the `PRICE_DIGEST` that was current when the form was built."""


@dataclass(frozen=True)
class Line:
    """A line of an estimate.

    The line covers the ordered pieces from number `above` + 1 to number `up_to`. n is the number of complete groups of
    `group` pieces among these. The price is `times` × (`once` + `crowns` × n / `pieces`).
    """

    name: Text
    once: int = 0
    crowns: int = 0
    pieces: int = 1
    above: int = 0
    up_to: int | None = None
    times: int = 1
    group: int = 1

    def amount(self, ordered: int) -> int:
        last = ordered if self.up_to is None else min(ordered, self.up_to)
        counted = max(0, last - self.above) // self.group
        return self.times * (self.once + self.crowns * counted // self.pieces)


@dataclass(frozen=True)
class Estimate:
    parts: tuple[tuple[Text, int], ...]

    @property
    def crowns(self) -> int:
        return sum(crowns for _name, crowns in self.parts)


def estimate(ordered: str, quantity: int) -> Estimate | None:
    """Returns the estimate for `quantity` pieces, or None if `quantity` is 0 or `ordered` is not in `LINES`."""
    lines = LINES.get(ordered)
    if lines is None or quantity < 1:
        return None
    return Estimate(tuple((line.name, crowns) for line in lines if (crowns := line.amount(quantity))))


def _made_of(parts: tuple[Part, ...], times: Mapping[Part, int]) -> tuple[Line, ...]:
    return tuple(Line(part.name, part.once, part.a_hundred, 100, times=times.get(part, 1)) for part in parts)


_FIRST_PIECES, _FURTHER_PIECES = _("The run, up to {n} pieces"), _("Pieces above {n}")


def _in_steps(
    row: Row, columns: tuple[int, ...], first: Text = _FIRST_PIECES, above: Text = _FURTHER_PIECES
) -> tuple[Line, ...]:
    """Returns the estimate lines for a row of a price list, one for each quantity in `columns`.

    Prices between two quantities are interpolated, and prices above the largest quantity are extrapolated. Without
    columns, the price is per piece.
    """
    if not columns:
        return (Line(row.name, crowns=row.prices[0]),)
    run = Line(first.format(n=columns[0]), once=row.prices[0])
    steps = list(zip(pairwise(columns), pairwise(row.prices), strict=True))
    further = (
        Line(
            above.format(n=start),
            crowns=dearer - cheaper,
            pieces=up_to - start,
            above=start,
            up_to=None if number == len(steps) else up_to,
        )
        for number, ((start, up_to), (cheaper, dearer)) in enumerate(steps, 1)
    )
    return run, *further


CARD_DESIGN = BUSINESS_PACKAGES[0].crowns - cost(ANATOMY, ANATOMY_PIECES)
"""The price of a card design: the first package's price minus the price of printing."""


def _cards() -> Iterator[tuple[str, tuple[Line, ...]]]:
    for colours, design in product(COLOURS, (OWN, STUDIO)):
        drawn = (Line(_("Card design"), once=CARD_DESIGN),) if design == STUDIO else ()
        yield f"cards {ONLY_CARDS} {colours} {design}", (*_made_of(ANATOMY, dict.fromkeys(PASS, colours)), *drawn)
    for name, package in OFFICE.items():
        yield f"cards {name}", (Line(package.name, once=package.crowns),)


def _invitations() -> Iterator[tuple[str, tuple[Line, ...]]]:
    for (name, _package), row in zip(WEDDING.items(), WEDDING_PRINT.rows, strict=True):
        lines = _in_steps(row, WEDDING_PRINT.columns, _("Up to {n} sets"), _("Sets above {n}"))
        if name != "invitation":
            yield f"invitations {name}", lines
            continue
        for colours in COLOURS:
            more = _made_of(PASS, dict.fromkeys(PASS, colours - 1)) if colours > 1 else ()
            yield f"invitations {name} {colours}", (*lines, *more)


def _vouchers() -> Iterator[tuple[str, tuple[Line, ...]]]:
    values = {name: Line(_("Voucher"), once=each.crowns) for name, each in VALUES.items()}
    for (name, line), delivery in product({**values, AMOUNT: Line(_("Voucher"), crowns=1)}.items(), (EMAIL, POST)):
        postage = (Line(_("Postage within the Czech Republic"), once=POSTAGE),) if delivery == POST else ()
        yield f"voucher {name} {delivery}", (line, *postage)


def _seats() -> tuple[Line, ...]:
    """Returns a line for the first person at a press and one for the second. Their sum is the price for two persons."""
    one, two = FOR_ONE.crowns, FOR_TWO.crowns - FOR_ONE.crowns
    first = _("One person at a press, {price}").format(price=Crowns(one))
    second = _("Second person at the same press, {price}").format(price=Crowns(two))
    return Line(first, crowns=one, above=1 - PER_PRESS, group=PER_PRESS), Line(second, crowns=two, group=PER_PRESS)


LINES: Mapping[str, tuple[Line, ...]] = dict(
    chain(
        _cards(),
        _invitations(),
        ((f"prints {name}", _in_steps(each.row, each.prices.columns)) for name, each in PRODUCTS.items()),
        (
            (f"posters {colours}", _in_steps(row, POSTERS.columns))
            for colours, row in zip(COLOURS, POSTERS.rows, strict=True)
        ),
        [
            ("workshop", _seats()),
            ("sample-pack", (Line(_("Sample pack, postage within the Czech Republic included"), once=SAMPLE_PACK),)),
        ],
        _vouchers(),
    )
)
"""Estimate lines, keyed by the kind of inquiry and the choices that affect the price."""


def example(ordered: str) -> int:
    """Returns the quantity for which the form shows an example price, or 0 if it shows none."""
    kind, _space, choice = ordered.partition(" ")
    if kind == "prints":
        return next(iter(PRODUCTS[choice].prices.columns), 1)
    examples = {"cards": ANATOMY_PIECES, "invitations": WEDDING_PRINT.columns[0], "posters": POSTERS.columns[0]}
    return examples.get(kind, 0)
