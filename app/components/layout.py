"""Headings, buttons and other parts of a page's layout."""

from collections.abc import Mapping
from datetime import date, time
from typing import Literal, Unpack

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.icon import icon
from app.components.link import link, outward
from app.components.picture import picture
from app.content.facts import days
from app.content.studio import STUDIO, Closure, Hours
from app.i18n import Text, _
from app.i18n.formats import clock, day

Tone = Literal["", "sunk", "ink"]
"""The background of a section: paper, darker paper, or dark with light text."""

MEASURE = "mx-auto w-full max-w-6xl"

WRAPPER = f"{MEASURE} p-5 pt-10 md:p-8 md:pt-10 roomy:pt-28"
"""CSS classes for the padding and maximum width of a page."""

TYPE = "font-display uppercase leading-[1.02] text-balance"

TITLE = f"{TYPE} text-5xl sm:text-6xl xl:text-7xl"

QUIET = (
    "inline-flex min-h-11 items-center underline decoration-ink-soft decoration-2 underline-offset-4 "
    "hover:decoration-spot"
)
"""CSS classes for links outside paragraphs."""

_BUTTON = (
    "inline-flex min-h-12 items-center justify-center gap-2 border-2 px-6 py-2 text-center font-display text-xl "
    "uppercase leading-none tracking-wide no-underline transition-colors active:translate-y-px print:hidden"
)
BUTTON = f"{_BUTTON} border-current hover:border-spot hover:bg-spot hover:text-on-spot"
PRESSED = f"{_BUTTON} border-spot bg-spot text-on-spot hover:border-current hover:bg-ink hover:text-paper"
SUBHEADING = "font-display text-3xl uppercase leading-tight text-balance md:text-4xl"


_BESIDE_PICTURE = "lg:pr-[calc(42vw-max(0px,(100vw-72rem)/2)+3rem)]"
"""CSS classes that reserve space for a picture at the right edge."""


def wrapper(*children: Child, class_name: str = "") -> rx.Component:
    """Returns an element with the padding and the maximum width of a page."""
    return h.div(*children, class_name=f"{WRAPPER} {class_name}")


def band(*children: Child, id: str | None = None, tone: Tone = "", class_name: str = "") -> rx.Component:
    """Returns a full-width section with the background `tone`."""
    tones: Mapping[Tone, str] = {"": "", "sunk": "bg-paper-sunk", "ink": "bg-ink text-paper"}
    inner = h.div(*children, class_name=f"{MEASURE} px-5 py-14 md:px-8 md:py-20 xl:py-28 {class_name}")
    return h.section(inner, id=id, class_name=tones[tone])


def page_title(title: Text | str, lead: Text | None = None, *more: Child, photograph: Child = None) -> rx.Component:
    """Returns a page header: the h1, an introduction, and `photograph`, which large screens show beside the text."""
    beside = f"lg:grid lg:min-h-96 lg:content-center {_BESIDE_PICTURE}" if photograph else ""
    near = "md:[&+section>div]:pt-14" if photograph else "[&+section:not(.bg-paper-sunk)>div]:pt-6"
    return h.header(
        h.div(
            h.h1(title, class_name=TITLE),
            lead and h.p(lead, class_name="mt-4 max-w-2xl text-xl leading-relaxed text-pretty md:mt-6"),
            *more,
            class_name=f"{WRAPPER} {beside}",
        ),
        photograph,
        class_name=f"relative {near}",
    )


def title_picture(name: str, alt: Text, class_name: str = "") -> rx.Component:
    """Returns the picture beside a page's title. In a large window, the picture reaches the right edge."""
    return picture(
        name,
        alt=alt,
        sizes="(min-width: 1024px) 42vw, 100vw",
        priority=True,
        class_name=(
            "aspect-3/2 object-cover lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:max-h-[26rem] lg:w-[42vw] "
            f"{class_name}"
        ),
    )


def kicker(*children: Child) -> rx.Component:
    """Returns a short text above a title."""
    return h.p(
        h.span(class_name="inline-block size-[0.7em] bg-spot", aria_hidden="true"),
        h.span(*children),
        class_name=(
            "mb-4 flex items-baseline gap-3 font-display text-lg uppercase leading-none tracking-widest md:text-xl"
        ),
    )


def heading(title: Text | str, id: str | None = None) -> rx.Component:
    """Returns the heading of a section (an h2)."""
    return h.h2(title, id=id, class_name="font-display text-5xl uppercase leading-[1.05] text-balance md:text-7xl")


def subheading(title: Text | str) -> rx.Component:
    """Returns a heading within a section (an h3)."""
    return h.h3(title, class_name=SUBHEADING)


def prose(*paragraphs: Child) -> rx.Component:
    """Returns paragraphs with a readable line length."""
    return h.div(
        *(h.p(paragraph) for paragraph in paragraphs),
        class_name="mt-6 max-w-prose space-y-4 text-lg leading-relaxed text-pretty",
    )


def button(
    *children: Child,
    to: str,
    pressed: bool = False,
    anchor: str = "",
    params: dict[str, str] | None = None,
    query: dict[str, str] | None = None,
    **attributes: "Unpack[h.UnstyledAttributes]",
) -> rx.Component:
    """Returns a link that looks like a button. `pressed` highlights the link, for a page's most important button."""
    looks = PRESSED if pressed else BUTTON
    return link(*children, to=to, anchor=anchor, params=params, query=query, class_name=looks, **attributes)


def out_button(*children: Child, href: str, pressed: bool = False) -> rx.Component:
    """Returns a button-like link to another site."""
    mark = icon("arrow-up-right") if href.startswith("http") else None
    return outward(*children, mark, href=href, class_name=PRESSED if pressed else BUTTON)


def actions(*buttons: Child) -> rx.Component:
    """Returns a row of buttons."""
    return h.div(*buttons, class_name="mt-8 flex flex-wrap gap-4")


def grid(*children: Child, columns: Literal[2, 3, 4] = 3) -> rx.Component:
    """Returns a grid of cards, with fewer columns on phones."""
    wide = {2: "md:grid-cols-2", 3: "md:grid-cols-3", 4: "grid-cols-2 lg:grid-cols-4"}[columns]
    return h.div(*children, class_name=f"mt-10 grid gap-8 lg:gap-12 {wide}")


def halves(first: Child, second: Child, class_name: str = "") -> rx.Component:
    """Returns two columns. On a phone, the second is below the first."""
    return h.div(first, second, class_name=f"grid items-start gap-10 *:min-w-0 lg:grid-cols-2 lg:gap-16 {class_name}")


def margined(first: Child, second: Child) -> rx.Component:
    """Returns a heading with content below it. In wide containers, the content is beside the heading."""
    columns = h.div(
        h.div(first),
        h.div(second, class_name="@min-[67rem]:*:mt-0"),
        class_name="*:min-w-0 @min-[67rem]:grid @min-[67rem]:grid-cols-[minmax(0,1fr)_45rem] @min-[67rem]:gap-x-8",
    )
    return h.div(columns, class_name="@container")


def facts(*rows: tuple[Child, Child]) -> rx.Component:
    """Returns a description list (`<dl>`) of names and values."""
    row = "grid gap-x-6 border-b border-rule py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-baseline"
    return h.dl(
        *(
            h.div(h.dt(name, class_name="text-ink-soft"), h.dd(value, class_name="tabular-nums"), class_name=row)
            for name, value in rows
        ),
        class_name="mt-8 border-t border-rule text-lg",
    )


def postal_address() -> list[Child]:
    """Returns the studio's address on two lines."""
    return [STUDIO.street, h.br(), f"{STUDIO.postcode}\u00a0{STUDIO.city}"]


def opening_hours() -> list[tuple[Child, Child]]:
    """Returns the opening hours and the closures as rows for `facts()`."""
    return [
        *((_capitalized(days(hours)), _span(hours)) for hours in STUDIO.hours),
        *((_("Closed"), _dates(each)) for each in STUDIO.closures),
    ]


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _span(hours: Hours) -> list[Child]:
    return [_clock(hours.opens), "–", _clock(hours.closes)]


def _dates(closure: Closure) -> list[Child]:
    first, last = _date(closure.first), _date(closure.last)
    return [first] if closure.first == closure.last else [first, " – ", last]


def _date(at: date) -> rx.Component:
    return h.time(day(at), date_time=at.isoformat())


def _clock(at: time) -> rx.Component:
    return h.time(clock(at), date_time=at.isoformat("minutes"))
