"""The page of a portfolio category, with a list of its works and a section for each work."""

from math import ceil

import reflex as rx

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.head import Meta
from app.components.layout import QUIET, TYPE, button, kicker
from app.components.link import link
from app.components.picture import picture
from app.components.pictures import shape
from app.components.screens import FILL, INNER, LEAD, TEXT, title
from app.content.inquiry_values import answers, estimate_of, note_of
from app.content.portfolio import PORTFOLIO, Category, Like, View, Work
from app.content.portfolio import category as category_of
from app.extras.fullpage import Section, pager, slide, slides
from app.extras.gallery import enlarged, gallery
from app.i18n import Text, _, current
from app.i18n.formats import Crowns
from app.routes import url_for

TITLE = f"{TYPE} text-6xl sm:text-8xl lg:text-[clamp(3rem,9.5vh,5.25rem)]"
MAX_THUMBNAILS = 12
"""The maximum length of a list with thumbnails. In longer lists, thumbnails would not fit into a small window."""
NAME = "font-display text-3xl uppercase leading-none text-balance md:text-4xl in-[dialog]:max-lg:text-2xl"


def meta(category: str) -> Meta:
    shown = category_of(category)
    return Meta(title=shown.window, description=shown.abstract, picture=shown.works[0].picture)


def page(category: str) -> tuple[Section, ...]:
    shown = category_of(category)
    return (
        Section("intro", shown.headline, _intro(shown), over=gallery()),
        *(Section(work.slug, work.title, _work(shown, work, number)) for number, work in enumerate(shown.works, 1)),
        Section("order", _("Something like this?"), _order(shown), tone="sunk"),
    )


def _intro(shown: Category) -> rx.Component:
    words = h.div(
        h.h1(shown.headline, class_name=TITLE),
        h.p(shown.summary, class_name=LEAD),
        h.nav(
            *(_category(each, shown) for each in PORTFOLIO),
            aria_label=_("Kinds of work"),
            class_name="mt-8 flex flex-wrap gap-x-8",
        ),
        class_name="lg:col-span-4",
    )
    count = len(shown.works)
    pictured = count <= MAX_THUMBNAILS
    columns = max(4, ceil(count / 2)) if pictured else 4
    gaps = "gap-x-4 gap-y-5 tight:gap-y-3" if pictured else "gap-x-4 gap-y-2"
    index = h.ol(
        *(_entry(shown, work, number, pictured) for number, work in enumerate(shown.works, 1)),
        class_name=f"hidden grid-cols-{columns} {gaps} lg:col-span-8 lg:grid",
    )
    return h.div(words, index, class_name=f"{INNER} grid gap-x-8 *:min-w-0 lg:grid-cols-12 lg:items-center")


def _category(category: Category, shown: Category) -> rx.Component:
    return link(
        category.title,
        to="portfolio-category",
        params={"category": category.slug},
        aria_current="page" if category == shown else None,
        class_name=(
            "inline-flex min-h-11 items-center font-display text-2xl uppercase hover:text-spot "
            "aria-[current=page]:text-spot aria-[current=page]:underline aria-[current=page]:underline-offset-8"
        ),
    )


def _entry(shown: Category, work: Work, number: int, pictured: bool) -> rx.Component:
    thumbnail = picture(
        work.picture,
        alt=work.alt,
        sizes="(min-width: 1024px) min(14vw, 13rem), 1px",
        class_name="aspect-square object-cover",
    )
    name = h.span(h.span(f"{number}\u00a0", class_name="text-spot"), work.title, class_name="mt-2 block")
    return h.li(
        h.a(
            thumbnail if pictured else None,
            name,
            href=_path(shown, work.slug),
            class_name="block font-display text-xl uppercase leading-none hover:text-spot tight:text-lg",
        )
    )


def _work(shown: Category, work: Work, number: int) -> rx.Component:
    place = kicker(f"{number}\u202f/\u202f{len(shown.works)}")
    heading = h.h2(work.title, class_name=NAME)
    about = (
        h.p(f"{work.client}, {work.year}", class_name="mt-2 text-lg text-ink-soft"),
        _text(work.description),
        h.p(work.technique, class_name="mt-3 border-t border-rule pt-3 text-ink-soft"),
        _cost(work.like),
    )
    if not work.views:
        return _figure(work, place, heading, *about, first=number == 1)
    total = 1 + len(work.views)
    ways = [_aside(pager(_path(shown, f"{work.slug}/"), at + 1, total)) for at in range(total)]
    closer = h.h3(work.title, class_name=NAME)
    views = (
        _figure(work, place, heading, *about, ways[0], first=number == 1, width="90vw"),
        *(
            _figure(view, place, closer, _text(view.text), way, width="90vw")
            for view, way in zip(work.views, ways[1:], strict=True)
        ),
    )
    return slides(
        *(slide(view, id=f"{work.slug}/{at}", class_name="w-[90vw] lg:w-full") for at, view in enumerate(views, 1)),
        label=work.title,
    )


def _figure(
    shown: Work | View, place: rx.Component, *words: h.Child, first: bool = False, width: str = "100vw"
) -> rx.Component:
    """Returns a picture with its caption. `width` is the figure's width on small screens."""
    ratio = round(shape(shown.picture), 1)
    photograph = picture(
        shown.picture,
        alt=shown.alt,
        sizes=f"(min-width: 1024px) min(72vw, {ratio} * (100vh - 9rem)), calc({width} - 2.5rem)",
        priority=first,
        class_name=f"lg:w-[min(100cqw-3rem,(100cqh-3rem)*{ratio})]",
    )
    return h.figure(
        h.div(
            enlarged(shown.picture, photograph),
            class_name="lg:grid lg:place-items-center lg:bg-paper-sunk lg:[container-type:size]",
        ),
        h.figcaption(_aside(place), *words, class_name="pt-5 lg:flex lg:flex-col lg:p-8 lg:pr-14 tight:py-3"),
        class_name=f"w-full px-5 py-8 md:px-8 lg:grid lg:p-0 {FILL} lg:grid-cols-[minmax(0,1fr)_minmax(19rem,26%)]",
    )


def _cost(like: Like | None) -> rx.Component | None:
    if like is None:
        return None
    query = {"what": like.what, "pieces": str(like.pieces), "colours": str(like.colours)}
    estimated = estimate_of(query)
    if estimated is None:
        raise ValueError(f"the price lists do not cover {like}")
    ordered = ", ".join(f"{label}: {value}" for label, value in answers(query))
    return h.div(
        link(
            _("A job like this today: {price}").format(price=Crowns(estimated.crowns)),
            to="inquiry",
            query=query,
            class_name=QUIET,
        ),
        h.small(ordered, ". ", note_of(query), class_name="block text-ink-soft tight:hidden"),
        class_name="mt-2 lining-nums in-[dialog]:hidden lg:[@media(max-height:40rem)]:hidden",
    )


def _aside(child: rx.Component) -> rx.Component:
    return h.div(child, class_name="last:mt-auto in-[dialog]:hidden")


def _text(text: Text) -> rx.Component:
    return h.p(text, class_name=f"mt-2 max-w-prose {TEXT} in-[dialog]:not-lg:hidden")


def _path(shown: Category, anchor: str) -> str:
    return f"{url_for('portfolio-category', current(), category=shown.slug)}#{anchor}"


def _order(shown: Category) -> rx.Component:
    return h.div(
        call_to_action(
            _("Something like this?"),
            _("Send us a link to the piece that caught your eye. We’ll make you another one, every bit as good."),
            button(_("What it costs"), to=shown.prices, pressed=True),
            button(_("Get a quote"), to="inquiry", query=shown.asked),
            heading=title,
        ),
        class_name=INNER,
    )
