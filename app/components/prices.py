"""Components for prices: amounts, price lists and packages."""

from collections.abc import Iterable

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.layout import subheading
from app.content.pricing import Package, PriceList, Row, without_vat
from app.i18n import Text, _
from app.i18n.formats import CZK_PER, estimate, number, price

FIGURES = "whitespace-nowrap tabular-nums lining-nums"
_BELOW = "block text-sm text-ink-soft tabular-nums lining-nums"
_CELL = "py-2 @md:py-4 @md:pl-6 @md:text-right align-top"


def amount(crowns: int, class_name: str = "", net: bool = False) -> rx.Component:
    """Returns a price in crowns. If the language has a second currency, adds an estimate.

    `net` adds the price without VAT.
    """
    other = estimate(crowns)
    return h.span(
        h.span(price(crowns), class_name=f"{FIGURES} {class_name}"),
        h.small(other, class_name=f"whitespace-nowrap {_BELOW}") if other else None,
        h.small(number(without_vat(crowns)), " ", _("ex\u00a0VAT"), class_name=_BELOW) if net else None,
        class_name="inline-grid",
    )


def vat_note(net: bool = False) -> rx.Component:
    """Returns a note that prices include VAT. With `net`, the note also explains the prices without VAT."""
    note = _("All prices include VAT; the small figures are without it.") if net else _("All prices include VAT.")
    return h.p(note, class_name="mt-4 text-lg text-ink-soft")


def crown_note() -> rx.Component | None:
    """Returns a note that the price in crowns is binding, or None if only crowns are shown."""
    if estimate(1) is None:
        return None
    note = _("The price in crowns is the one that counts. Euros are an estimate, at CZK {rate} to the euro.")
    return h.p(note.format(rate=number(CZK_PER["EUR"])), class_name="mt-6 max-w-3xl text-balance text-ink-soft")


def price_list(prices: PriceList, net: bool = False) -> rx.Component:
    """Returns a price list as a table. `net` adds prices without VAT.

    With several columns, a narrow container shows each name above its prices. The ARIA roles are
    explicit, because browsers drop a table's own roles when the table is laid out as a grid.
    """
    if not prices.columns:
        rows = ((row_name(row), amount(row.prices[0], net=net)) for row in prices.rows)
        return table(prices.caption, (_("What"), _("Price")), rows)
    line = "grid grid-cols-3 gap-x-4 border-b border-rule py-3 @md:table-row @md:py-0"
    head = h.tr(
        h.th(
            prices.counted,
            scope="col",
            role="columnheader",
            class_name="col-span-full text-left font-normal text-ink-soft",
        ),
        *(
            h.th(
                number(count),
                scope="col",
                role="columnheader",
                class_name=f"{_CELL} {FIGURES} text-left text-xl font-normal",
            )
            for count in prices.columns
        ),
        role="row",
        class_name=line,
    )
    folding = h.table(
        _caption(prices.caption, "block @md:table-caption"),
        h.thead(head, role="rowgroup", class_name="block @md:table-header-group"),
        h.tbody(
            *(
                h.tr(
                    h.th(
                        row_name(row),
                        scope="row",
                        role="rowheader",
                        class_name="col-span-full pt-1 text-left align-top font-normal @md:py-4",
                    ),
                    *(h.td(amount(crowns, net=net), role="cell", class_name=_CELL) for crowns in row.prices),
                    role="row",
                    class_name=line,
                )
                for row in prices.rows
            ),
            role="rowgroup",
            class_name="block @md:table-row-group",
        ),
        role="table",
        class_name="block w-full @md:table md:text-lg",
    )
    return h.div(folding, class_name="@container mt-10")


def table(caption: Text, columns: tuple[Text, ...], rows: Iterable[tuple[Child, ...]]) -> rx.Component:
    """Returns a table with row headers in the first column. Other cells must be short enough for a phone."""
    cell = "border-b border-rule py-3 pl-4 text-right align-top whitespace-nowrap"
    name = "border-b border-rule py-3 text-left align-top font-normal"
    return h.table(
        _caption(caption),
        h.thead(
            h.tr(
                h.th(columns[0], scope="col", class_name=f"{name} text-ink-soft"),
                *(h.th(column, scope="col", class_name=f"{cell} font-normal text-ink-soft") for column in columns[1:]),
            )
        ),
        h.tbody(
            *(
                h.tr(h.th(row[0], scope="row", class_name=name), *(h.td(value, class_name=cell) for value in row[1:]))
                for row in rows
            )
        ),
        class_name="mt-10 w-full border-collapse md:text-lg",
    )


def row_name(row: Row) -> rx.Component:
    """Returns the name of a row in a price list, with its note."""
    return h.fragment(row.name, h.small(row.note, class_name="block text-sm text-ink-soft") if row.note else None)


def packages(offers: tuple[Package, ...], net: bool = False) -> rx.Component:
    """Returns packages in columns with aligned prices. `net` adds prices without VAT."""
    return h.ul(
        *(h.li(package(offer, net), class_name="flex") for offer in offers),
        class_name="mt-10 grid gap-8 lg:grid-cols-3",
    )


def package(offer: Package, net: bool = False) -> rx.Component:
    """Returns one package of `packages`."""
    return h.article(
        subheading(offer.name),
        h.p(offer.summary, class_name="mt-3 text-lg leading-relaxed lg:min-h-28"),
        h.p(amount(offer.crowns, "font-display text-5xl leading-none", net), class_name="mt-6"),
        h.p(offer.covers, class_name="mt-2 text-ink-soft lg:min-h-14"),
        h.ul(
            *(h.li(thing, class_name="border-t border-rule py-2") for thing in offer.contains),
            class_name="mt-4 border-b border-rule",
        ),
        h.p(_("Takes {time}").format(time=offer.takes), class_name="mt-4 text-ink-soft"),
        class_name="w-full border-t-4 border-ink pt-5",
    )


def _caption(caption: Text, class_name: str = "") -> rx.Component:
    return h.caption(caption, class_name=f"{class_name} pb-4 text-left text-lg text-pretty md:text-xl")
