"""The home page: five full-height sections."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.icon import icon
from app.components.layout import (
    MEASURE,
    QUIET,
    actions,
    button,
    facts,
    kicker,
    opening_hours,
    postal_address,
    subheading,
)
from app.components.link import link
from app.components.picture import picture
from app.components.pictures import shape
from app.components.screens import INNER, LARGE_TITLE, LEAD, TEXT, beside, title
from app.content.portfolio import PORTFOLIO, Category, Work
from app.content.presses import PLATEN, PROOF
from app.content.process import STEPS, TOTAL, Step
from app.content.studio import CRAFTS, STUDIO, SUMMARY, TAGLINE, Craft
from app.extras.dates.christmas import christmas_orders
from app.extras.fullpage import Section, pager, slide, slides
from app.i18n import _, current
from app.routes import url_for

FEATURED = [(category, work) for category in PORTFOLIO for work in category.works if work.featured]

HEAD = f"{MEASURE} flex flex-wrap items-end justify-between gap-x-8 px-5 pt-16 pb-8 md:px-8 lg:pt-6 tight:py-3"


def meta() -> Meta:
    return Meta(
        title=_("Letterpress and graphic design, Brno"),
        description=_(
            "A letterpress and design studio in Brno: wedding invitations, business cards and posters, drawn in-house "
            "and printed by hand on presses from {proof} and {platen}."
        ).format(proof=PROOF.year, platen=PLATEN.year),
        picture="home",
    )


def page() -> tuple[Section, ...]:
    return (
        Section("intro", STUDIO.name, _intro()),
        Section("craft", _("What we make"), _craft(), tone="sunk"),
        Section("work", _("Selected work"), _work()),
        Section("order", _("How an order goes"), _order(), tone="ink"),
        Section("reach", _("Come and touch it"), _reach()),
    )


def _intro() -> rx.Component:
    return beside(
        kicker(_("Letterpress and design, Brno")),
        h.h1(TAGLINE, class_name=LARGE_TITLE),
        h.p(SUMMARY, class_name=LEAD),
        actions(
            button(_("Ask for a price"), to="inquiry", pressed=True),
            button(_("See our work"), to="portfolio"),
            button(_("What it costs"), to="pricing"),
        ),
        h.div(christmas_orders(), class_name="tight:hidden"),
        name="home",
        alt=_("The word Otisk in vermilion, pressed deep into a sheet of thick paper"),
        priority=True,
    )


def _craft() -> rx.Component:
    return h.div(
        title(_("What we make")),
        h.ul(*(_craft_row(craft) for craft in CRAFTS), class_name="mt-10 border-t border-rule tight:mt-6"),
        class_name=INNER,
    )


def _craft_row(craft: Craft) -> rx.Component:
    name = link(
        craft.title,
        to=craft.page,
        params={"category": craft.category} if craft.category else None,
        class_name="transition-colors after:absolute after:inset-0 group-hover:text-spot",
    )
    return h.li(
        h.h3(name, class_name="font-display text-4xl uppercase leading-none md:text-6xl tight:text-5xl"),
        h.p(craft.text, class_name=f"max-w-prose {TEXT}"),
        h.p(
            craft.leads,
            icon("arrow-right", "text-3xl transition-transform group-hover:translate-x-2"),
            class_name="flex items-center gap-3 text-lg text-ink-soft",
        ),
        class_name=(
            "group relative grid items-center gap-x-10 gap-y-3 border-b border-rule py-6 "
            "md:grid-cols-[18rem_1fr] lg:grid-cols-[minmax(0,24rem)_minmax(12rem,1fr)_auto] tight:py-3"
        ),
    )


def _work() -> rx.Component:
    head = h.div(
        title(_("Selected work"), id="work-heading"),
        link(_("The whole portfolio"), to="portfolio", class_name=QUIET),
        class_name=HEAD,
    )
    shown = (_slide(number, *pair) for number, pair in enumerate(FEATURED, 1))
    return h.fragment(head, slides(*shown, labelled_by="work-heading"))


def _slide(number: int, category: Category, work: Work) -> rx.Component:
    caption = h.div(
        kicker(category.title),
        subheading(work.title),
        h.p(f"{work.client}, {work.year}", class_name="mt-2 text-lg text-ink-soft"),
        h.p(work.description, class_name=f"mt-4 {TEXT}"),
        h.p(work.technique, class_name="mt-4 italic text-ink-soft"),
        link(
            _("More work: {category}").format(category=category.title),
            to="portfolio-category",
            params={"category": category.slug},
            class_name=f"{QUIET} mt-2",
        ),
        pager(url_for("home", current()) + "#work/", number, len(FEATURED)),
        class_name="flex flex-col items-start lg:w-92 lg:shrink-0",
    )
    photograph = picture(
        work.picture,
        alt=work.alt,
        sizes=f"(min-width: 1024px) min(1100px, {shape(work.picture):.2f} * (100vh - 17rem)), calc(90vw - 2.5rem)",
        class_name="lg:h-[min(100dvh-16.5rem,36rem)] lg:w-auto lg:object-cover",
    )
    shown = h.div(
        photograph,
        caption,
        class_name=f"{MEASURE} flex flex-col gap-6 px-5 pb-16 md:px-8 lg:flex-row lg:gap-12 lg:pb-6",
    )
    return slide(shown, id=f"work/{number}", class_name="w-[90vw] lg:w-full")


def _order() -> rx.Component:
    steps = h.ol(
        *(_step(number, step) for number, step in enumerate(STEPS, 1)),
        class_name=(
            "mt-10 grid gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] tight:mt-6"
        ),
    )
    return h.div(
        title(_("How an order goes")),
        steps,
        h.p(TOTAL, class_name=f"mt-10 max-w-2xl {TEXT} tight:mt-6 tight:max-w-none"),
        class_name=INNER,
    )


def _step(number: int, step: Step) -> rx.Component:
    return h.li(
        h.div(str(number), class_name="font-display text-7xl leading-none lg:text-8xl tight:text-5xl"),
        h.div(
            h.h3(step.title, class_name="font-display text-3xl uppercase leading-tight"),
            h.p(step.takes, class_name="mt-1 italic opacity-80"),
            h.p(step.text, class_name="mt-3 leading-relaxed text-pretty tight:leading-snug"),
        ),
        class_name="grid grid-cols-[3rem_1fr] content-start gap-3 border-t-4 border-spot pt-4 lg:grid-cols-1",
    )


def _reach() -> rx.Component:
    words = h.div(
        title(_("Come and touch it")),
        h.p(
            _(
                "Ring the bell at the blue door; the press drowns out knocking. The samples are on the table, the "
                "coffee on the stove."
            ),
            class_name=LEAD,
        ),
        actions(button(_("Write to us"), to="inquiry", pressed=True), button(_("Plan your visit"), to="contact")),
    )
    reach = facts(
        (_("Address"), postal_address()),
        (_("Phone"), h.a(STUDIO.phone, href=STUDIO.phone_url, class_name=QUIET)),
        (_("E-mail"), h.a(STUDIO.email, href=STUDIO.email_url, class_name=QUIET)),
        *opening_hours(),
    )
    return h.div(words, reach, class_name=f"{INNER} grid gap-10 lg:grid-cols-2 lg:gap-16")
