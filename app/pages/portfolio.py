"""Selected work, the overview: three categories, a picture each."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import MEASURE, actions, band, button, heading, page_title, prose
from app.components.link import link
from app.components.picture import picture
from app.content.portfolio import PORTFOLIO, Category
from app.i18n import _, ngettext


def meta() -> Meta:
    """Title and description."""
    return Meta(
        title=_("Selected work"),
        description=_(
            "Letterpress work from our studio in Brno: wedding invitations, business cards, labels and signs, and "
            "posters in wood type. Two dozen pieces with their stories."
        ),
    )


def page() -> rx.Component:
    """The page."""
    return h.fragment(
        page_title(
            _("Selected work"),
            _("Paper does not show well on a screen. We chose the pieces where you can at least guess how they feel."),
        ),
        _categories(),
        _visit(),
    )


def _categories() -> rx.Component:
    rows = (_category(category, first=not number) for number, category in enumerate(PORTFOLIO))
    return h.div(*rows, class_name=f"{MEASURE} md:px-8")


def _category(category: Category, first: bool) -> rx.Component:
    work = category.works[0]
    params = {"category": category.slug}
    photograph = picture(
        work.picture,
        alt=work.alt,
        sizes="(min-width: 1280px) 42rem, (min-width: 1024px) 58vw, 100vw",
        priority=first,
        class_name="aspect-3/2 object-cover",
    )
    words = h.div(
        h.h2(
            link(category.title, to="portfolio-category", params=params, class_name="hover:text-spot"),
            class_name="font-display text-5xl uppercase leading-none md:text-6xl xl:text-7xl",
        ),
        h.p(
            ngettext("{n} piece", "{n} pieces", len(category.works)),
            class_name="mt-3 text-lg text-ink-soft lining-nums",
        ),
        h.p(category.summary, class_name="mt-4 text-xl leading-relaxed text-pretty"),
        actions(
            button(
                _("Look inside"),
                h.span(": ", category.title, class_name="sr-only"),
                to="portfolio-category",
                params=params,
            )
        ),
        class_name="px-5 md:px-0 lg:col-span-5",
    )
    return h.section(
        h.div(photograph, class_name="lg:col-span-7 lg:group-even:order-last"),
        words,
        class_name=(
            "group grid items-center gap-6 py-8 *:min-w-0 md:gap-10 lg:grid-cols-12 lg:gap-x-[min(2.5rem,3vw)] lg:py-12"
        ),
    )


def _visit() -> rx.Component:
    return band(
        heading(_("Better in the hand")),
        prose(
            _(
                "All of it lies in a drawer on Francouzská and may be touched. Stop by while we are open; if we are "
                "printing just then, you may watch."
            )
        ),
        actions(button(_("Where to find us"), to="contact", pressed=True), button(_("What it costs"), to="pricing")),
        tone="sunk",
    )
