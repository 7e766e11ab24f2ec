"""A page with a toy printing press."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import TITLE, wrapper
from app.extras.bam import bam
from app.i18n import _


def meta() -> Meta:
    return Meta(
        title=_("Bam!"),
        description=_(
            "A letterpress toy for the browser: each press of the button prints a poster nobody has seen before. Share "
            "it by its number or save it as SVG."
        ),
        canonical=False,
    )


def page() -> rx.Component:
    return wrapper(_press(), _drawer())


def _press() -> rx.Component:
    return bam(
        h.h1(_("Bam!"), class_name=TITLE),
        h.p(
            _("The only press in Brno you can run in pyjamas."),
            class_name="mt-4 text-xl leading-relaxed text-pretty md:text-2xl",
        ),
    )


def _drawer() -> rx.Component:
    return h.p(
        _(
            "There are 16,777,216 sheets in the stack. Each has a number, and the number is at the end of the "
            "link; anyone who opens it sees the same sheet."
        ),
        class_name="mt-10 mb-10 max-w-prose text-lg leading-relaxed text-pretty text-ink-soft",
    )
