"""The page that visitors see if they are offline and the requested page is not cached.

The script `offline.js` hides links to pages that are not cached, and reports when the network is back.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import reflex as rx

from app.components import html as h
from app.components.layout import SUBHEADING, TYPE, WRAPPER
from app.components.link import link
from app.content.studio import STUDIO, window_title
from app.extras.notice import LOOKS
from app.i18n import Language, _, use

SCRIPT = "/offline.js"
SOURCE = Path(__file__).with_suffix(".js")
COMMENT = re.compile(r"^\s*(//.*|/\*\*[^*]*\*/)\n|/\*\*[^*]*\*/ ", re.MULTILINE)
"""A pattern for a comment on its own line, or a JSDoc type inside a line of code."""
TITLE = _("You’re offline")

LINK = "inline-flex min-h-11 items-center text-xl underline decoration-ink-soft decoration-2 underline-offset-4"


def offline_route(language: Language) -> str:
    return f"{language.prefix}/offline"


def offline_script() -> str:
    return COMMENT.sub("", SOURCE.read_text())


def offline_title(language: Language) -> str:
    with use(language):
        return window_title(TITLE)


def offline_page(language: Language, pages: Sequence[tuple[str, str]]) -> Callable[[], rx.Component]:
    """Returns a component that renders the page. `pages` contains the paths and titles of linked pages."""

    def component() -> rx.Component:
        with use(language):
            return _offline(pages)

    return component


def _offline(pages: Sequence[tuple[str, str]]) -> rx.Component:
    return h.main(
        link(STUDIO.name, to="home", class_name="inline-flex min-h-11 items-center font-display text-3xl uppercase"),
        h.h1(TITLE, class_name=f"{TYPE} mt-10 text-6xl md:text-8xl"),
        h.p(_("This page needs an internet connection."), class_name="mt-6 max-w-prose text-xl"),
        h.nav(
            h.h2(_("What you can read now"), class_name=SUBHEADING),
            h.ul(
                *(h.li(h.a(title, href=path, class_name=LINK)) for path, title in pages),
                class_name="mt-4 columns-1 md:columns-2",
            ),
            id="kept",
            aria_label=_("What you can read now"),
            class_name="mb-24 mt-12 not-data-known:invisible",
        ),
        h.div(
            h.div(
                h.p(_("You’re back online."), class_name=LOOKS["text"]),
                h.a(_("Open the page"), href="", class_name=LOOKS["action"]),
                class_name=LOOKS["box"],
            ),
            id="back",
            role="status",
            class_name=f"{LOOKS['region']} not-data-back:*:hidden",
        ),
        id="content",
        class_name=WRAPPER,
    )
