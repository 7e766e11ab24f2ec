"""About: the two people, the presses, the paper, the workshop, and how it all came together."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import (
    MEASURE,
    QUIET,
    actions,
    band,
    button,
    facts,
    grid,
    halves,
    heading,
    page_title,
    prose,
    subheading,
)
from app.components.picture import picture
from app.content.people import HISTORY, PEOPLE, Milestone, Person
from app.i18n import _

HALF = "(min-width: 1024px) 36rem, 100vw"


def meta() -> Meta:
    """What the page says about itself."""
    return Meta(
        title=_("The studio, the people, the presses"),
        description=_(
            "Who is behind Studio Otisk: a printer, a designer, a platen press from 1961 and forty cases of type in "
            "a former upholsterer’s workshop in Brno."
        ),
    )


def page() -> rx.Component:
    """The page."""
    return h.fragment(_opening(), _people(), _presses(), _paper(), _workshop(), _history())


def _opening() -> rx.Component:
    photograph = picture(
        "about",
        alt=_("The shadows of two people on the workshop wall, one of them with a hand on a print hung up to dry"),
        sizes="(min-width: 1152px) min(90vw, 1400px), 100vw",
        priority=True,
        class_name="aspect-4/3 object-cover md:aspect-21/9",
    )
    return h.fragment(
        page_title(
            _("Two people, two presses"),
            _("One of us draws, the other prints, and both of us argue about the spacing. That is the whole company."),
        ),
        h.div(photograph, class_name=f"{MEASURE} md:px-8"),
    )


def _people() -> rx.Component:
    return band(heading(_("Who will open the door")), grid(*(_person(person) for person in PEOPLE), columns=2))


def _person(person: Person) -> rx.Component:
    return h.article(
        subheading(person.name),
        h.p(person.role, class_name="mt-1 text-lg italic text-ink-soft"),
        prose(*person.story),
        h.p(h.a(person.email, href=f"mailto:{person.email}", class_name=QUIET), class_name="mt-4"),
        class_name="border-t-2 border-ink pt-6",
    )


def _presses() -> rx.Component:
    words = h.div(
        heading(_("Two presses, both older than us")),
        prose(
            _(
                "The platen press opens and closes like a clam. It takes a sheet, presses it against the type and "
                "lets go, up to eight hundred times an hour. It knows no digital, no cloud and no updates, and in "
                "seven years it has never asked for a password."
            ),
            _(
                "The cylinder proof press was built so that typesetters could check their pages. We use it for "
                "posters: the type lies still, the paper rolls over it, and every print comes out a little "
                "different. That is called an original."
            ),
        ),
        facts(
            (_("Platen press"), _("Grafopress GPO, 1961, sheets up to 26 × 38 cm")),
            (_("Proof press"), _("cylinder, 1957, sheets up to 50 × 70 cm")),
            (_("Type"), _("forty cases of metal and wood type, with all the Czech accents")),
            (_("Plates"), _("photopolymer, for everything Jakub draws")),
        ),
    )
    photograph = picture(
        "press",
        alt=_("A proof press from above: red wood type on the bed, and its fresh print on the cylinder"),
        sizes=HALF,
    )
    return band(halves(words, photograph), tone="sunk")


def _paper() -> rx.Component:
    words = h.div(
        heading(_("Paper that gives way")),
        prose(
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
        facts(
            (_("Cotton"), _("300 to 700 g, white, ivory and gray; duplexed, up to 900 g")),
            (_("Laid paper"), _("120 g, for letterheads and envelopes")),
            (_("Gray board"), _("1 mm, recycled, our favorite for cards and tickets")),
            (_("Handmade"), _("from Velké Losiny, where they have been making it since the sixteenth century")),
        ),
    )
    photograph = picture("paper", alt=_("Stacked sheets of cotton paper with torn edges"), sizes=HALF)
    return band(halves(photograph, words))


def _workshop() -> rx.Component:
    words = h.div(
        heading(_("A workshop with its door open")),
        prose(
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
            button(_("Workshops"), to="vouchers-category", params={"category": "workshop"}, pressed=True),
            button(_("How to find us"), to="contact"),
        ),
    )
    photograph = picture(
        "hands",
        alt=_("A hand roller in vermilion ink, and the shadow of a hand that reaches for a fresh print"),
        sizes=HALF,
    )
    return band(halves(words, photograph), tone="sunk")


def _history() -> rx.Component:
    return band(
        heading(_("Seven years in eight lines")),
        h.ol(*(_milestone(milestone) for milestone in HISTORY), class_name="mt-10 border-t border-rule"),
    )


def _milestone(milestone: Milestone) -> rx.Component:
    year = h.time(str(milestone.year), date_time=str(milestone.year))
    return h.li(
        h.p(year, class_name="font-display text-4xl leading-none text-spot md:text-6xl"),
        subheading(milestone.title),
        h.p(milestone.story, class_name="max-w-prose text-lg leading-relaxed text-pretty"),
        class_name=(
            "grid gap-x-8 gap-y-2 border-b border-rule py-6 md:grid-cols-[9rem_1fr] "
            "lg:grid-cols-[11rem_minmax(0,2fr)_minmax(0,3fr)] md:max-lg:*:not-first:col-start-2 lg:items-baseline"
        ),
    )
