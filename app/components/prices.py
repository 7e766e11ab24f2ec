"""Prices, price lists and packages."""

from collections.abc import Callable, Iterable, Sequence

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.layout import button, subheading
from app.content.pricing import Package, PriceList, Row, without_vat
from app.i18n import Text, _, current
from app.i18n.formats import CZK_PER, estimate, number, price

FIGURES = "whitespace-nowrap tabular-nums lining-nums"
_BELOW = "block text-sm text-ink-soft tabular-nums lining-nums"
_BADGE = (
    "absolute -top-4 left-4 bg-spot px-3 py-1 font-display text-lg uppercase leading-tight text-on-spot md:left-5 "
    "print:text-ink"
)
_CELL = "align-top @rows:table-cell @rows:py-2 @table:py-4 @table:pl-5 @table:text-right"
MANY_COLUMNS = 4
_WIDE = "@wide"
"""The Tailwind variant for tables with at least `MANY_COLUMNS` columns."""


def amount(crowns: int, class_name: str = "", net: bool = False, is_labelled: bool = True) -> rx.Component:
    """Returns a price in crowns, with an estimate in the language's second currency.

    With `net`, adds the price excluding VAT. If `is_labelled` is false, the label “ex VAT” is for screen readers only.
    """
    other = estimate(crowns)
    return h.span(
        h.span(price(crowns), class_name=f"{FIGURES} {class_name}"),
        h.small(other, class_name=f"whitespace-nowrap {_BELOW}") if other else None,
        _net(crowns, is_labelled) if net else None,
        class_name="inline-grid",
    )


def _net(crowns: int, is_labelled: bool) -> rx.Component:
    label = "text-sm whitespace-nowrap" if is_labelled else "sr-only"
    return h.span(
        h.span(number(without_vat(crowns)), class_name=FIGURES),
        " ",
        h.small(_("ex\u00a0VAT"), class_name=label),
        class_name="text-ink-soft",
    )


def vat_note(net: bool = False) -> rx.Component:
    """Returns a note that prices include VAT. `net` adds a note about prices without VAT."""
    note = _("All prices include VAT; the figure below each is without it.") if net else _("All prices include VAT.")
    return h.p(note, class_name="mt-4 text-lg text-ink-soft")


def crown_note() -> rx.Component | None:
    """Returns a note that only the price in crowns is binding, or None if the language has no second currency."""
    currency = current().estimate
    if currency is None:
        return None
    note = _("The price in crowns is the one that counts. The other is an estimate, at CZK {rate} to {unit}.")
    values = {"rate": number(CZK_PER[currency]), "unit": price(1, currency)}
    return h.p(note.format(**values), class_name="mt-6 max-w-3xl text-balance text-ink-soft")


def price_list(prices: PriceList, net: bool = False) -> rx.Component:
    """Returns a price list as a table. With `net`, adds prices without VAT.

    In narrow containers, the name of a row is above its prices. In very narrow containers, each price has its own
    line.
    """
    if not prices.columns:
        rows = ((row_name(row), amount(row.prices[0], net=net)) for row in prices.rows)
        return table(prices.caption, (_("What"), _("Price")), rows)
    is_wide = len(prices.columns) >= MANY_COLUMNS

    def sized(classes: str) -> str:
        return classes.replace("@rows", _WIDE).replace("@table", _WIDE) if is_wide else classes

    line = sized("grid gap-x-3 border-b border-rule py-3 @rows:grid-cols-3 @table:table-row @table:py-0")
    head = h.tr(
        h.th(
            prices.counted,
            h.small(_("price with VAT, below it ex\u00a0VAT"), class_name="block text-sm") if net else None,
            scope="col",
            role="columnheader",
            class_name="col-span-full text-left font-normal text-ink-soft",
        ),
        *(
            h.th(
                number(count),
                scope="col",
                role="columnheader",
                class_name=sized(f"hidden {_CELL} {FIGURES} text-left text-xl font-normal"),
            )
            for count in prices.columns
        ),
        role="row",
        class_name=line,
    )
    rows = (
        h.tr(
            h.th(
                row_name(row),
                scope="row",
                role="rowheader",
                class_name=sized(
                    "col-span-full pt-1 text-left align-top font-normal @table:py-4 @table:wrap-break-word"
                ),
            ),
            *(_priced(*each, net, sized) for each in zip(prices.columns, row.prices, strict=True)),
            role="row",
            class_name=line,
        )
        for row in prices.rows
    )
    return _folding(prices.caption, head, rows, sized("@table"))


def _priced(count: int, crowns: int, net: bool, sized: Callable[[str], str]) -> rx.Component:
    return h.td(
        h.span(number(count), class_name=sized(f"{FIGURES} text-ink-soft @rows:hidden")),
        amount(crowns, net=net, is_labelled=False),
        role="cell",
        class_name=sized(f"flex flex-wrap justify-between gap-x-4 text-right @rows:text-left {_CELL}"),
    )


def table(caption: Text, columns: tuple[Text, ...], rows: Iterable[tuple[Child, ...]]) -> rx.Component:
    """Returns a table whose first column contains the row headings. The other cells must be short, because they do not
    wrap.

    In very narrow containers, a row's cells are below the row's heading.
    """
    line = "flex flex-wrap justify-between gap-x-4 border-b border-rule py-3 @rows:table-row"
    cell = "text-right align-top @rows:py-3 @rows:pl-4 @rows:whitespace-nowrap"
    name = "text-left align-top font-normal @rows:py-3 @rows:wrap-break-word"
    head = h.tr(
        h.th(columns[0], scope="col", role="columnheader", class_name=f"{name} text-ink-soft"),
        *(
            h.th(column, scope="col", role="columnheader", class_name=f"{cell} font-normal text-ink-soft")
            for column in columns[1:]
        ),
        role="row",
        class_name=line,
    )
    lines = (
        h.tr(
            h.th(first, scope="row", role="rowheader", class_name=name),
            *(h.td(value, role="cell", class_name=cell) for value in values),
            role="row",
            class_name=line,
        )
        for first, *values in rows
    )
    return _folding(caption, head, lines, "@rows")


def _folding(caption: Text, head: rx.Component, rows: Iterable[rx.Component], since: str) -> rx.Component:
    """Returns a table that becomes a list in narrow containers. `since` is the Tailwind variant for wide containers.

    The font size is set on the container, because `ch` in container queries depends on the container's font. ARIA
    roles are necessary, because `display: block` removes the table semantics.
    """
    folding = h.table(
        h.caption(caption, class_name=f"block pb-4 text-left text-lg text-pretty md:text-xl {since}:table-caption"),
        h.thead(head, role="rowgroup", class_name=f"block {since}:table-header-group"),
        h.tbody(*rows, role="rowgroup", class_name=f"block {since}:table-row-group"),
        role="table",
        class_name=f"block w-full {since}:table",
    )
    return h.div(folding, class_name="@container mt-10 max-w-[70ch] md:text-lg")


def row_name(row: Row) -> rx.Component:
    """Returns a row's name and note."""
    return h.fragment(row.name, h.small(row.note, class_name="block text-sm text-ink-soft") if row.note else None)


def packages(offers: Sequence[Package], asked: Sequence[dict[str, str]], net: bool = False) -> rx.Component:
    """Returns cards for packages, side by side. A card's button opens the inquiry form with values from `asked`.

    With `net`, adds prices without VAT.
    """
    return h.ul(
        *(h.li(package(*each, net), class_name="flex") for each in zip(offers, asked, strict=True)),
        class_name="mt-10 grid gap-8 lg:grid-cols-3 lg:gap-6",
    )


def package(offer: Package, asked: dict[str, str], net: bool = False) -> rx.Component:
    """Returns a card for a package, with a badge if it is a bestseller."""
    frame = "border-spot bg-paper-sunk" if offer.is_bestseller else "border-rule"
    badge = h.p(_("Most popular"), class_name=_BADGE) if offer.is_bestseller else None
    return h.article(
        badge,
        subheading(offer.name),
        h.p(amount(offer.crowns, "font-display text-5xl leading-none", net), class_name="mt-3 text-xl"),
        h.p(offer.covers, class_name="mt-2 text-ink-soft lg:min-h-14"),
        h.p(offer.summary, class_name="mt-4 text-lg leading-relaxed text-pretty"),
        h.ul(
            *(h.li(thing, class_name="border-t border-rule py-2") for thing in offer.contains),
            class_name="mt-4 border-b border-rule",
        ),
        h.p(_("Takes {time}").format(time=offer.takes), class_name="mt-4 text-ink-soft"),
        h.div(
            button(
                _("Ask for a quote"),
                h.span(": ", offer.name, class_name="sr-only"),
                to="inquiry",
                query=asked,
                pressed=offer.is_bestseller,
            ),
            class_name="mt-auto grid pt-6",
        ),
        class_name=f"relative flex w-full flex-col border-2 p-2 lining-nums min-[20rem]:p-5 md:p-6 {frame}",
    )
