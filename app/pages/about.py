"""The studio: its people, presses, paper, workshop, and history."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import QUIET, actions, button, subheading
from app.components.screens import INNER, LEAD, NARROW_TITLE, TEXT, beside, title
from app.content.people import HISTORY, PEOPLE, Milestone, Person
from app.content.presses import PLATEN, PROOF
from app.content.studio import STUDIO
from app.content.workshops import DATES, KIND
from app.extras.fullpage import Section
from app.i18n import Text, _

YEARS = "lg:grid-cols-4" if len(HISTORY) <= 8 else "lg:grid-flow-col lg:grid-rows-[auto_auto] lg:auto-cols-[28%]"
"""CSS classes for the history's rows in a large window. With more than eight years, the rows scroll sideways."""
YEAR = "font-display text-6xl leading-none text-spot lining-nums tabular-nums lg:text-5xl tight:text-3xl"


def meta() -> Meta:
    return Meta(
        title=_("Letterpress studio in Brno: people and presses"),
        description=_(
            "Who is behind {name}: a printer, a designer, a platen press from {year} and forty cases of type in "
            "a former upholsterer’s workshop in Brno."
        ).format(name=STUDIO.name, year=PLATEN.year),
        picture="about",
    )


def page() -> tuple[Section, ...]:
    return (
        Section("intro", _("Two people, two presses"), _intro()),
        Section("people", _("Who will open the door"), _people()),
        Section("presses", _("Two presses, both older than us"), _presses(), tone="sunk"),
        Section("paper", _("Paper that gives way"), _paper()),
        Section("workshop", _("A workshop with its door open"), _workshop(), tone="sunk"),
        Section("history", _("A line for every year"), _history()),
    )


def _intro() -> rx.Component:
    return beside(
        h.h1(_("Two people, two presses"), class_name=NARROW_TITLE),
        h.p(
            _(
                "We’re a letterpress workshop in Brno. One of us draws, the other prints, and both of us argue about "
                "the spacing. That’s the whole company."
            ),
            class_name=LEAD,
        ),
        name="about",
        alt=_("The shadows of two people on the workshop wall, one of them with a hand on a print hung up to dry"),
        wide=True,
        whole=True,
        priority=True,
    )


def _people() -> rx.Component:
    narrow = "lg:grid-cols-3 lg:gap-8 tight:[&_p]:text-[0.875rem]"
    columns = narrow if len(PEOPLE) > 2 else "lg:grid-cols-2 lg:gap-16"
    return h.div(
        title(_("Who will open the door")),
        h.div(*map(_person, PEOPLE), class_name=f"mt-6 grid gap-10 {columns}"),
        class_name=INNER,
    )


def _person(person: Person) -> rx.Component:
    return h.article(
        subheading(person.name),
        h.p(person.role, class_name="mt-1 text-lg italic text-ink-soft"),
        _prose(*person.story),
        h.p(h.a(person.email, href=f"mailto:{person.email}", class_name=QUIET), class_name="mt-2"),
        class_name="border-t-2 border-ink pt-4",
    )


def _prose(*paragraphs: Text) -> rx.Component:
    return h.div(*map(h.p, paragraphs), class_name=f"mt-4 max-w-prose space-y-3 {TEXT}")


def _facts(*rows: tuple[Text, Text]) -> rx.Component:
    return h.dl(
        *(
            h.div(h.dt(name, class_name="text-ink-soft"), h.dd(value), class_name="border-t border-rule pt-1")
            for name, value in rows
        ),
        class_name="mt-2 grid gap-x-8 gap-y-2 md:grid-cols-2 tight:text-sm tight:leading-snug",
    )


def _presses() -> rx.Component:
    return beside(
        title(_("Two presses, both older than us")),
        _prose(
            _(
                "The platen press opens and closes like a clam. Tereza lays a sheet in, the press closes on the type "
                "and opens again, and she has the print out before the next one goes in, up to eight hundred times "
                "an hour. It has never heard of the cloud, and it has never asked for a password."
            ),
            _(
                "The cylinder proof press was built so that typesetters could check their pages. We use it for "
                "posters: the type lies still, the paper rolls over it, and every print comes out a little different."
            ),
        ),
        _facts(
            (_("Platen press"), _("hand-fed, {year}, sheets up to {size}").format(year=PLATEN.year, size=PLATEN.sheet)),
            (_("Proof press"), _("cylinder, {year}, sheets up to {size}").format(year=PROOF.year, size=PROOF.sheet)),
            (_("Type"), _("forty cases of metal and wood type, with all the Czech accents")),
            (_("Plates"), _("photopolymer, for everything Jakub draws")),
        ),
        name="press",
        alt=_("A proof press from above: red wood type on the bed, and its fresh print on the cylinder"),
        whole=True,
    )


def _paper() -> rx.Component:
    return beside(
        title(_("Paper that gives way")),
        _prose(
            _(
                "Ordinary paper resists the type. Cotton paper gives way and remembers it, so the line stays in it "
                "for good, and your thumb finds it in the dark. That is why we print mostly on cotton, and why our "
                "cards are two or three times as thick as you expect."
            ),
            _(
                "Come and leaf through the samples. Paper can be described in an e-mail, but only about as well as "
                "soup."
            ),
        ),
        _facts(
            (_("Cotton"), _("300 to 700 gsm, white, ivory and grey; duplexed, up to 900 gsm")),
            (_("Laid paper"), _("120 gsm, for letterheads and envelopes")),
            (_("Grey board"), _("1 mm, recycled, our favourite for cards and tickets")),
            (_("Kraft"), _("350 gsm, for tags and sleeves")),
            (_("Dyed paper"), _("540 gsm, dyed through, from rose to midnight blue")),
            (_("Handmade"), _("from Velké Losiny, where they have been making it since the sixteenth century")),
        ),
        name="paper",
        alt=_("Stacked sheets of cotton paper with torn edges"),
        left=True,
    )


def _workshop() -> rx.Component:
    return beside(
        title(_("A workshop with its door open")),
        _prose(
            _(
                "Ground floor, north light, floorboards that creak in the same place as they did for the "
                "upholsterer. Type on the left, presses on the right, and in the middle a stone table where "
                "everything is put together and where lunch is strictly forbidden. Mostly."
            ),
            _(
                "On Saturdays we lend the press to you. You choose the words and pick the letters, and in three "
                "hours you take home something that you printed yourself."
            ),
        ),
        actions(
            button(_("Workshop dates"), to="vouchers-category", params={"category": KIND}, anchor=DATES, pressed=True),
            button(_("How to find us"), to="contact"),
        ),
        name="hands",
        alt=_("A hand roller in vermilion ink, and the shadow of a hand that reaches for a fresh print"),
    )


def _history() -> rx.Component:
    return h.div(
        title(_("A line for every year"), id="history-heading"),
        h.div(
            h.ol(
                *map(_year, HISTORY),
                class_name=f"flex w-max gap-8 lg:grid lg:w-auto {YEARS} lg:gap-x-8 lg:gap-y-4 tight:gap-y-2",
            ),
            class_name="-mx-5 mt-6 overflow-x-auto px-5 md:-mx-8 md:px-8 tight:mt-3",
            role="region",
            aria_labelledby="history-heading",
            tab_index=0,
        ),
        class_name=INNER,
    )


def _year(milestone: Milestone) -> rx.Component:
    return h.li(
        h.p(h.time(str(milestone.year), date_time=str(milestone.year)), class_name=YEAR),
        h.h3(milestone.title, class_name="mt-1 font-display text-3xl uppercase leading-none tight:mt-0 tight:text-2xl"),
        h.p(milestone.story, class_name="mt-1 leading-relaxed text-pretty lg:leading-snug tight:mt-0 tight:text-sm"),
        class_name="w-[70vw] max-w-md border-t-4 border-ink pt-3 lg:w-auto tight:border-t-2 tight:pt-1",
    )
