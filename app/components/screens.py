"""Sections that fill a large window."""

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.layout import MEASURE, TYPE
from app.components.picture import picture
from app.components.pictures import shape
from app.i18n import Text

INNER = f"{MEASURE} px-5 py-16 md:px-8 lg:py-6 tight:py-3"

FILL = "lg:min-h-[calc(100dvh-5rem)]"
"""The CSS class for the minimum height of a section: the window's height minus the header (5rem)."""

EDGE = "max(2rem,calc((100vw-72rem)/2+2rem))"
"""A CSS length: the distance between the window's edge and the content."""

LARGE_TITLE = f"{TYPE} text-6xl sm:text-8xl lg:text-[clamp(4.25rem,min(10vw,16.5vh-1.75rem),10rem)]"

NARROW_TITLE = f"{TYPE} text-6xl sm:text-8xl lg:text-[clamp(3.75rem,12vh,7.5rem)]"

LEAD = "mt-6 max-w-xl text-xl leading-relaxed text-pretty tight:text-lg"

TEXT = "text-lg leading-relaxed text-pretty tight:text-base tight:leading-snug"


CROPPED = "aspect-4/3 lg:absolute lg:inset-0 lg:aspect-auto lg:h-full"
WHOLE = "lg:max-h-[calc(100dvh-5rem)]"


def title(text: Text | str, id: str | None = None) -> rx.Component:
    """Returns the heading of a section. The font size depends on the window's size."""
    return h.h2(
        text,
        id=id,
        class_name=(
            "font-display text-5xl uppercase leading-[1.05] text-balance md:text-7xl lg:text-[clamp(2.375rem,8vh,6rem)]"
        ),
    )


def beside(
    *words: Child,
    name: str,
    alt: Text,
    wide: bool = False,
    left: bool = False,
    whole: bool = False,
    priority: bool = False,
) -> rx.Component:
    """Returns text with a picture below it. In a large window, the picture is beside the text, at the right edge.

    `left` moves the picture to the window's left edge. `wide` makes the picture wider. The picture is cropped to the
    section's height; `whole` prevents this.
    """
    margin = "lg:pr-14 lg:pl-12" if left else f"lg:pl-[{EDGE}] lg:pr-12"
    columns = ("minmax(0,1fr)", f"calc(28rem+{EDGE})") if wide else ("minmax(0,5fr)", "minmax(0,7fr)")
    template = "_".join(columns if left else reversed(columns))
    ratio = shape(name)
    order = "lg:order-first" if left else ""
    height = "lg:self-center" if whole else ""
    share = f"{56 if wide else 42}vw"
    across = share if whole else f"max({share}, {ratio * 100:.0f}vh - {ratio * 5:.1f}rem)"
    photograph = picture(
        name,
        alt=alt,
        sizes=f"(min-width: 1024px) {across}, 100vw",
        priority=priority,
        class_name=f"object-cover {WHOLE if whole else CROPPED}",
    )
    return h.div(
        h.div(*words, class_name=f"px-5 py-10 md:px-8 md:py-14 lg:self-center lg:py-6 tight:py-3 {margin}"),
        h.div(photograph, class_name=f"relative {order} {height}"),
        class_name=f"grid w-full *:min-w-0 {FILL} lg:grid-cols-[{template}]",
    )
