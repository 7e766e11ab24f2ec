"""Home: five full-page sections, from who we are to how to reach us."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.icon import icon
from app.components.layout import (
    MEASURE,
    QUIET,
    TYPE,
    actions,
    button,
    facts,
    heading,
    kicker,
    opening_hours,
    out_button,
    postal_address,
    subheading,
)
from app.components.link import link
from app.components.picture import picture
from app.components.pictures import shape
from app.content.portfolio import PORTFOLIO, Category, Work
from app.content.process import STEPS, TOTAL, Step
from app.content.studio import CRAFTS, STUDIO, SUMMARY, TAGLINE, Craft
from app.extras.fullpage import Section, pager, slide, slides
from app.i18n import _, current
from app.routes import url_for

INNER = f"{MEASURE} px-5 py-16 md:px-8 lg:py-10"
EDGE = "max(2rem,calc((100vw-72rem)/2+2rem))"
"""Where the site's measure begins on a wide screen, for what bleeds off its edge."""

FEATURED = [(category, work) for category in PORTFOLIO for work in category.works if work.featured]


def meta() -> Meta:
    """What the page says about itself."""
    return Meta(
        title=_("Letterpress and design in Brno"),
        description=_(
            "A two-person letterpress and design studio in Brno: wedding invitations, business cards and posters, "
            "drawn in-house and printed by hand on a press from 1961."
        ),
    )


def page() -> tuple[Section, ...]:
    """The sections of the page."""
    return (
        Section("intro", STUDIO.name, _intro()),
        Section("craft", _("What we make"), _craft(), tone="sunk"),
        Section("work", _("Selected work"), _work()),
        Section("order", _("How an order goes"), _order(), tone="ink"),
        Section("reach", _("Come and touch it"), _reach()),
    )


def _intro() -> rx.Component:
    words = h.div(
        kicker(_("Letterpress and design, Brno")),
        h.h1(TAGLINE, class_name=f"{TYPE} text-6xl sm:text-8xl lg:text-[clamp(5rem,min(10vw,14.5vh),10rem)]"),
        h.p(SUMMARY, class_name="mt-6 max-w-xl text-xl leading-relaxed text-pretty"),
        actions(button(_("See our work"), to="portfolio", pressed=True), button(_("What it costs"), to="pricing")),
        class_name=f"px-5 py-10 md:px-8 md:py-14 lg:col-span-7 lg:self-center lg:py-8 lg:pl-[{EDGE}]",
    )
    photograph = picture(
        "home",
        alt=_("The word Otisk in vermilion, pressed deep into a sheet of thick paper"),
        sizes="(min-width: 1024px) max(42vw, 75vh - 4rem), 100vw",
        priority=True,
        class_name="aspect-4/3 object-cover lg:absolute lg:inset-0 lg:aspect-auto lg:h-full",
    )
    return h.div(
        words,
        h.div(photograph, class_name="relative lg:col-span-5"),
        class_name="grid *:min-w-0 lg:min-h-[calc(100dvh-5rem)] lg:grid-cols-12",
    )


def _craft() -> rx.Component:
    return h.div(
        heading(_("What we make")),
        h.ul(*(_craft_row(craft) for craft in CRAFTS), class_name="mt-10 border-t border-rule"),
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
        h.h3(name, class_name="font-display text-4xl uppercase leading-none md:text-6xl"),
        h.p(craft.text, class_name="max-w-prose text-lg leading-relaxed text-pretty"),
        icon("arrow-right", "hidden text-3xl transition-transform group-hover:translate-x-2 lg:block"),
        class_name=(
            "group relative grid items-center gap-x-10 gap-y-3 border-b border-rule py-6 "
            "md:grid-cols-[18rem_1fr] lg:grid-cols-[minmax(0,24rem)_minmax(12rem,1fr)_auto] lg:py-7"
        ),
    )


def _work() -> rx.Component:
    title = h.div(
        heading(_("Selected work"), id="work-heading"),
        link(_("The whole portfolio"), to="portfolio", class_name=QUIET),
        class_name=f"{MEASURE} flex flex-wrap items-end justify-between gap-x-8 px-5 pt-16 pb-8 md:px-8 lg:pt-6",
    )
    shown = (_slide(number, *pair) for number, pair in enumerate(FEATURED, 1))
    return h.fragment(title, slides(*shown, labelled_by="work-heading"))


def _slide(number: int, category: Category, work: Work) -> rx.Component:
    caption = h.div(
        kicker(category.title),
        subheading(work.title),
        h.p(f"{work.client}, {work.year}", class_name="mt-2 text-lg text-ink-soft"),
        h.p(work.description, class_name="mt-4 text-lg leading-relaxed text-pretty"),
        h.p(work.technique, class_name="mt-4 italic text-ink-soft"),
        link(
            _("More from the drawer “{category}”").format(category=category.title),
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
        sizes=f"(min-width: 1024px) min(1100px, {shape(work.picture):.2f} * (100vh - 17rem)), 85vw",
        class_name="lg:h-[min(100dvh-16.5rem,36rem)] lg:w-auto lg:object-cover",
    )
    shown = h.div(
        photograph,
        caption,
        class_name=f"{MEASURE} flex flex-col gap-6 px-5 pb-16 md:px-8 lg:flex-row lg:gap-12 lg:pb-8",
    )
    return slide(shown, id=f"work/{number}", class_name="w-[90vw] lg:w-full")


def _order() -> rx.Component:
    steps = h.ol(
        *(_step(number, step) for number, step in enumerate(STEPS, 1)),
        class_name="mt-10 grid gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-5",
    )
    return h.div(
        heading(_("How an order goes")),
        steps,
        h.p(TOTAL, class_name="mt-10 max-w-2xl text-lg leading-relaxed text-pretty"),
        class_name=INNER,
    )


def _step(number: int, step: Step) -> rx.Component:
    return h.li(
        h.div(str(number), aria_hidden="true", class_name="font-display text-7xl leading-none lg:text-8xl"),
        h.div(
            h.h3(step.title, class_name="font-display text-3xl uppercase leading-tight"),
            h.p(step.takes, class_name="mt-1 italic opacity-80"),
            h.p(step.text, class_name="mt-3 leading-relaxed text-pretty"),
        ),
        class_name="grid grid-cols-[3rem_1fr] content-start gap-3 border-t-4 border-spot pt-4 lg:grid-cols-1",
    )


def _reach() -> rx.Component:
    words = h.div(
        heading(_("Come and touch it")),
        h.p(
            _(
                "Ring the bell at the blue door; the press drowns out knocking. The samples are on the table, the "
                "coffee on the stove."
            ),
            class_name="mt-6 max-w-xl text-xl leading-relaxed text-pretty",
        ),
        actions(
            out_button(_("Write to us"), href=STUDIO.email_url, pressed=True),
            button(_("Everything about visiting"), to="contact"),
        ),
    )
    reach = facts(
        (_("Address"), postal_address()),
        (_("Phone"), h.a(STUDIO.phone, href=STUDIO.phone_url, class_name=QUIET)),
        (_("E-mail"), h.a(STUDIO.email, href=STUDIO.email_url, class_name=QUIET)),
        *opening_hours(),
    )
    return h.div(words, reach, class_name=f"{INNER} grid gap-10 lg:grid-cols-2 lg:gap-16")
