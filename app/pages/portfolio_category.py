"""One category of work: the gallery."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import MEASURE, actions, band, button, heading, page_title, prose
from app.components.link import link
from app.components.picture import picture
from app.content.portfolio import PORTFOLIO, Category, Work
from app.content.portfolio import category as category_of
from app.extras.gallery import enlarged, gallery
from app.i18n import _

PRICES = {"weddings": "pricing-weddings", "business": "pricing-business"}
"""The page with the prices of a kind of work, where it has one of its own."""

LANDSCAPE = ("md:grid-cols-2", "(min-width: 1280px) 36rem, (min-width: 768px) 50vw, 100vw")
PORTRAIT = (
    "sm:grid-cols-2 lg:grid-cols-3",
    "(min-width: 1280px) 24rem, (min-width: 1024px) 33vw, (min-width: 640px) 50vw, 100vw",
)


def meta(category: str) -> Meta:
    """Title and description."""
    shown = category_of(category)
    return Meta(title=shown.headline, description=shown.abstract)


def page(category: str) -> rx.Component:
    """The page."""
    shown = category_of(category)
    return h.fragment(page_title(shown.headline, shown.summary), _categories(shown), _gallery(shown), _order(shown))


def _categories(shown: Category) -> rx.Component:
    links = (
        link(
            category.title,
            to="portfolio-category",
            params={"category": category.slug},
            aria_current="page" if category == shown else None,
            class_name=(
                "inline-flex min-h-11 items-center font-display text-2xl uppercase hover:text-spot "
                "aria-[current=page]:text-spot aria-[current=page]:underline aria-[current=page]:underline-offset-8"
            ),
        )
        for category in PORTFOLIO
    )
    return h.nav(
        *links,
        aria_label=_("Kinds of work"),
        class_name=f"{MEASURE} flex flex-wrap gap-x-8 gap-y-2 px-5 md:px-8",
    )


def _gallery(shown: Category) -> rx.Component:
    columns, sizes = PORTRAIT if shown.slug == "posters" else LANDSCAPE
    items = (_item(work, sizes, first=not number) for number, work in enumerate(shown.works))
    return band(gallery(h.ul(*items, class_name=f"grid items-start gap-x-10 gap-y-14 {columns}")))


def _item(work: Work, sizes: str, first: bool) -> rx.Component:
    caption = h.figcaption(
        h.h2(
            work.title,
            class_name=(
                "font-display text-3xl uppercase leading-none text-balance md:text-4xl in-[dialog]:max-lg:text-2xl"
            ),
        ),
        h.p(f"{work.client}, {work.year}", class_name="mt-2 text-lg text-ink-soft"),
        h.p(
            work.description,
            class_name="mt-3 max-w-prose text-lg leading-relaxed text-pretty in-[dialog]:not-lg:hidden",
        ),
        h.p(work.technique, class_name="mt-3 border-t border-rule pt-3 text-ink-soft"),
        class_name="mt-5",
    )
    shown = picture(work.picture, alt=work.alt, sizes=sizes, priority=first)
    return h.li(h.figure(enlarged(work.picture, shown), caption, id=work.slug))


def _order(shown: Category) -> rx.Component:
    return band(
        heading(_("Something like this?")),
        prose(_("Send us a link to the piece that caught your eye. We will make you another one, every bit as good.")),
        actions(
            button(_("What it costs"), to=PRICES.get(shown.slug, "pricing"), pressed=True),
            button(_("Contact"), to="contact"),
        ),
        tone="sunk",
    )
