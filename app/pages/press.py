"""A page for journalists: photographs, the logo, facts, and a contact."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import QUIET, band, facts, halves, heading, page_title, prose
from app.components.link import outward
from app.components.picture import picture
from app.components.pictures import derive
from app.content.people import PEOPLE, Person
from app.content.press_kit import CONTACT, CREDIT, DPI, LOGO, PHOTOGRAPHS, Photograph, printed_size
from app.content.presses import PLATEN, PROOF
from app.content.studio import STUDIO, SUMMARY
from app.i18n import _
from app.i18n.formats import ungrouped


def meta() -> Meta:
    return Meta(
        title=_("For the media: photographs, logo, facts"),
        description=_(
            "Material for articles about {name}, a letterpress workshop in {city}: photographs in print size, the "
            "logo, facts, and a person who answers the phone."
        ).format(name=STUDIO.name, city=STUDIO.city),
        picture="press",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(_("For the media"), _("Take what you need. And if something is missing, call: we like to talk.")),
        _photographs(),
        _facts(),
    )


def _photographs() -> rx.Component:
    return band(
        heading(_("Photographs")),
        prose(
            _(
                "You may print and publish them free of charge in articles about us, cropped if need be, with the "
                "credit “Photograph: {credit}”. For anything else, ask us first."
            ).format(credit=CREDIT)
        ),
        h.ul(
            *(_photograph(each, each is PHOTOGRAPHS[0]) for each in PHOTOGRAPHS),
            class_name="mt-10 grid gap-8 md:grid-cols-2 lg:grid-cols-3",
        ),
    )


def _photograph(shown: Photograph, is_first: bool) -> rx.Component:
    original = derive(shown.picture)
    return h.li(
        picture(
            shown.picture,
            alt=shown.caption,
            sizes="(min-width: 1024px) 22rem, (min-width: 768px) 45vw, 100vw",
            priority=is_first,
            class_name="aspect-3/2 object-cover",
        ),
        h.p(shown.caption, class_name="mt-3 text-lg text-pretty"),
        h.p(
            h.a(
                _("Download"),
                h.span(": ", shown.caption, class_name="sr-only"),
                href=f"/{shown.file}",
                download=shown.file.rpartition("/")[2],
                class_name=QUIET,
            )
        ),
        h.p(
            _("JPEG, {width} × {height} pixels; {size} at {n} dpi").format(
                width=ungrouped(original.width),
                height=ungrouped(original.height),
                size=printed_size(original.width, original.height),
                n=DPI,
            ),
            class_name="text-ink-soft",
        ),
    )


def _facts() -> rx.Component:
    studio = h.div(
        heading(_("Facts")),
        facts(
            (_("In a sentence"), SUMMARY),
            (_("Founded"), ungrouped(STUDIO.founded)),
            (_("People"), [*map(_introduced, PEOPLE)]),
            (
                _("Presses"),
                _(
                    "platen press from {platen} for sheets up to {small}, cylinder press from {proof} up to {large}"
                ).format(platen=PLATEN.year, small=PLATEN.sheet, proof=PROOF.year, large=PROOF.sheet),
            ),
            (_("Where"), f"{STUDIO.street}, {STUDIO.city}"),
            (_("Logo"), h.span(*map(_logo, LOGO), class_name="inline-flex gap-6")),
        ),
    )
    person = h.div(
        heading(_("Whom to ask")),
        facts(
            (_("Name"), _introduced(CONTACT)),
            (_("Phone"), outward(STUDIO.phone, href=STUDIO.phone_url, class_name=QUIET)),
            (_("E-mail"), outward(CONTACT.email, href=f"mailto:{CONTACT.email}", class_name=QUIET)),
        ),
    )
    return band(halves(studio, person, class_name="max-lg:gap-16"), tone="sunk")


def _introduced(person: Person) -> rx.Component:
    return h.p(person.name, h.small(person.role, class_name="block text-sm text-ink-soft"))


def _logo(suffix: str) -> rx.Component:
    file = LOGO[suffix]
    return h.a(suffix.upper(), href=f"/{file}", download=file.rpartition("/")[2], class_name=QUIET)
