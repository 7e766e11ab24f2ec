"""The error page, which works without JavaScript. The server fills in the text."""

from collections.abc import Callable

import reflex as rx

from app.components import html as h
from app.components.error_view import LOOKS
from app.components.header import MENU
from app.components.language_switch import LINK
from app.components.layout import QUIET
from app.components.link import link
from app.content.errors import BACK, SORRY
from app.content.studio import STUDIO, window_title
from app.i18n import LANGUAGES, Language, _, current, use
from app.routes import url_for

STATUS, TITLE, MESSAGE, HINT = "%%status%%", "%%title%%", "%%message%%", "%%hint%%"
"""Placeholders that the server replaces."""
PAGE_TITLE = window_title(f"{STATUS} {TITLE}")


def error_route(language: Language) -> str:
    """Returns the route that Reflex needs to build the error page. Visitors cannot open this route."""
    return f"{language.prefix}/error"


def error_page(language: Language) -> Callable[[], rx.Component]:
    def component() -> rx.Component:
        with use(language):
            return _error()

    return component


def _error() -> rx.Component:
    return h.main(
        h.div(
            link(
                STUDIO.name, to="home", class_name="inline-flex min-h-11 items-center font-display text-3xl uppercase"
            ),
            h.span(*_other_homes()),
            class_name="flex items-center justify-between gap-4",
        ),
        h.p(STATUS, class_name=LOOKS["status"]),
        h.h1(TITLE, class_name=LOOKS["title"]),
        h.p(SORRY, class_name=LOOKS["sorry"]),
        h.p(MESSAGE, lang="en", class_name="mt-2 text-ink-soft"),
        h.p(HINT, class_name="peer mt-10 text-xl empty:hidden"),
        h.nav(
            *(link(label, to=name, class_name=QUIET) for name, label in MENU),
            aria_label=_("Main menu"),
            class_name="mt-2 flex flex-wrap gap-x-8 text-xl peer-empty:hidden",
        ),
        h.p(link(BACK, to="home", class_name=LOOKS["button"]), class_name=LOOKS["action"]),
        class_name=LOOKS["page"],
    )


def _other_homes() -> list[rx.Component]:
    """Returns links to the home pages in other languages. The requested page might not exist in these languages."""
    others = [language for language in LANGUAGES if language.public and language != current()]
    return [
        h.a(other.name, href=url_for("home", other), lang=other.code, href_lang=other.code, class_name=LINK)
        for other in others
    ]
