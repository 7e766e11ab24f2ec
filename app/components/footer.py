"""The site's footer: where we are, and the pages that the menu leaves out."""

import reflex as rx

from app.components import html as h
from app.components.link import link, outward
from app.content.studio import STUDIO
from app.i18n import Text, _

MORE: tuple[tuple[str, Text], ...] = (
    ("about", _("The studio")),
    ("contact", _("Contact")),
    ("links", _("Links")),
    ("bam", _("BAM!")),
)

ITEM = "inline-flex min-h-11 items-center underline decoration-rule underline-offset-4 hover:decoration-spot"


def footer() -> rx.Component:
    """The footer of every page."""
    return h.footer(
        h.div(
            h.address(
                STUDIO.name,
                h.br(),
                STUDIO.street,
                h.br(),
                f"{STUDIO.postcode} {STUDIO.city}",
                class_name="not-italic leading-relaxed",
            ),
            h.div(
                outward(STUDIO.phone, href=f"tel:{STUDIO.phone.replace(' ', '')}", class_name=ITEM),
                outward(STUDIO.email, href=f"mailto:{STUDIO.email}", class_name=ITEM),
                class_name="flex flex-col",
            ),
            h.nav(
                *(link(label, to=name, class_name=ITEM) for name, label in MORE),
                aria_label=_("More pages"),
                class_name="flex flex-wrap gap-x-6",
            ),
            class_name="mx-auto grid max-w-6xl gap-8 px-5 py-10 md:grid-cols-3 md:px-8",
        ),
        class_name="border-t border-rule text-lg",
    )
