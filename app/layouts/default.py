"""Two layouts: `default` with header and footer, and `plain` with a small footer."""

from collections.abc import Sequence
from typing import cast

import reflex as rx

from app.components import html as h
from app.components.header import header
from app.components.language_switch import language_switch
from app.components.sheet import below, sheet
from app.extras.consent import consent
from app.extras.install import install
from app.i18n import _
from app.layouts.footer import footer
from app.routes import Place

SKIP = (
    "sr-only focus:not-sr-only focus:fixed focus:left-4 focus:top-4 focus:z-50 focus:bg-ink focus:p-3 focus:text-paper"
)


def default(place: Place, page: rx.Component) -> rx.Component:
    """Returns a page with the header and the footer of the site."""
    # Omits private pages from Sentry's recordings, because links and dates would not be masked.
    hidden = {"data-sentry-block": ""} if place.route.private else {}
    return sheet(
        h.a(_("Skip to content"), href="#content", class_name=SKIP),
        header(place),
        h.main(*_in_steps(page), id="content", class_name="min-h-[60vh]", custom_attrs=hidden),
        below(footer()),
    )


def _in_steps(page: rx.Component) -> Sequence[rx.Component]:
    if type(page) is not rx.Fragment or page.event_triggers or not page.children:
        return [page]
    first, *others = cast("list[rx.Component]", page.children)
    return [first, below(*others)]


def plain(place: Place, page: rx.Component) -> rx.Component:
    """Returns a page with a small footer."""
    return h.div(  # wraps the page in one element, as `sheet` does
        h.main(page, id="content"),
        h.footer(
            language_switch(place),
            install(),
            consent(),
            class_name="mx-auto flex max-w-xl flex-col items-center gap-2 p-5 pb-10",
        ),
    )
