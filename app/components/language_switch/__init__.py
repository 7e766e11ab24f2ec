"""Links to the same page in the other languages."""

import reflex as rx

from app.components.html import element
from app.routes import Place

LINK = "inline-flex min-h-11 items-center px-2 underline decoration-spot decoration-2 underline-offset-4"


class LanguageLink(rx.Component):
    """A link to the page in another language, with the same query and hash. A click stores the language in a cookie."""

    library = "$/app/components/language_switch/language_link.js"
    tag = "LanguageLink"

    code: rx.Var[str]
    href: rx.Var[str]


_link = element(LanguageLink)


def language_switch(place: Place) -> rx.Component:
    """Returns links to the other languages, with each language's own name as text, such as “Čeština”."""
    others = [other for other in place.alternates if other.language != place.language]
    return rx.el.span(
        *(
            _link(
                other.language.name,
                code=other.language.code,
                href=other.path,
                custom_attrs={"lang": other.language.code, "hrefLang": other.language.code},
                class_name=LINK,
            )
            for other in others
        )
    )
