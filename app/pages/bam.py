"""Bam: a press to play with."""

import reflex as rx

from app.components import html as h
from app.components.bam import bam
from app.components.head import Meta
from app.components.layout import band, page_title
from app.i18n import _


def meta() -> Meta:
    """Title and description."""
    return Meta(
        title=_("Bam!"),
        description=_(
            "A letterpress toy for the browser: each press of the button prints a poster nobody has seen before. Share "
            "it by its number or save it as SVG."
        ),
    )


def page() -> rx.Component:
    """The page."""
    return h.fragment(
        page_title(_("Bam!"), _("It is the only press in Brno that you can operate in pajamas.")), _press()
    )


def _press() -> rx.Component:
    return band(
        bam(),
        h.p(
            _(
                "There are 16,777,216 sheets in the drawer. Each has a number, and the number is at the end of the "
                "link; whoever opens it sees the same sheet. No paper is harmed."
            ),
            class_name="mt-10 max-w-prose text-lg leading-relaxed text-pretty text-ink-soft",
        ),
        class_name="pt-0 md:pt-0 xl:pt-0",
    )
