"""The site's footer: address, contacts, and links to pages that are not in the menu."""

import reflex as rx

from app.components import html as h
from app.components.layout import MEASURE, QUIET, opening_hours, postal_address
from app.components.link import link, outward
from app.content.studio import IMPRINT, STUDIO
from app.extras.consent import consent
from app.extras.install import install
from app.i18n import Text, _

MORE: tuple[tuple[str, Text], ...] = (
    ("print-ready", _("Print-ready files")),
    ("delivery", _("Delivery and payment")),
    ("press", _("For the media")),
    ("terms", _("Terms of business")),
    ("privacy", _("Privacy")),
    ("links", _("Links")),
    ("bam", _("Bam!")),
)

OFFER = "text-ink-soft lg:flex lg:h-11 lg:items-center lg:gap-x-6"
"""CSS classes that reserve space for two buttons, which might appear after fullpage.js has measured the page."""


def footer() -> rx.Component:
    """Returns the footer: address, opening hours, contacts, and links to further pages."""
    return h.footer(
        h.div(
            h.address(STUDIO.name, h.br(), *postal_address(), class_name="not-italic leading-relaxed"),
            h.p(*_hours(), class_name="leading-relaxed tabular-nums"),
            h.div(
                outward(STUDIO.phone, href=STUDIO.phone_url, class_name=QUIET),
                outward(STUDIO.email, href=STUDIO.email_url, class_name=QUIET),
                class_name="-mt-2 flex flex-col items-start",
            ),
            h.nav(
                *(link(label, to=name, class_name=QUIET) for name, label in MORE),
                aria_label=_("More pages"),
                class_name="-mt-2 flex flex-col items-start",
            ),
            class_name="grid gap-8 sm:grid-cols-2 lg:grid-cols-[repeat(4,auto)] lg:justify-between",
        ),
        h.p(IMPRINT, class_name="mt-10 border-t border-rule pt-6 text-ink-soft"),
        h.div(install(), consent(), class_name=OFFER),
        class_name=f"{MEASURE} border-t border-rule px-5 py-10 text-lg md:px-8 lg:pb-4",
    )


def _hours() -> list[h.Child]:
    return [part for days, span in opening_hours() for part in (days, " ", span, h.br())]
