"""The site's header: name, menu and language switch. On phones, the menu is a `<details>` element."""

import reflex as rx

from app.components import html as h
from app.components.icon import icon
from app.components.language_switch import language_switch
from app.components.layout import MEASURE
from app.components.link import link
from app.components.menu import menu
from app.content.studio import STUDIO
from app.i18n import Text, _
from app.routes import Place

MENU: tuple[tuple[str, Text], ...] = (
    ("portfolio", _("Work")),
    ("pricing", _("Pricing")),
    ("vouchers", _("Vouchers")),
    ("about", _("Studio")),
    ("patreon", _("Club")),
    ("contact", _("Contact")),
    ("inquiry", _("Get a quote")),
)

DRAWER = "absolute inset-x-0 top-full z-40 flex min-h-[calc(100dvh-100%)] flex-col bg-paper px-3 py-5 text-2xl md:px-6"
"""CSS classes of the open menu on phones. The menu covers the window below the header."""
BUTTON = "inquiry"
"""The route whose menu item looks like a button."""
CURRENT = "aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-4"
ITEM = f"inline-flex min-h-11 items-center px-2 hover:text-spot aria-[current]:text-spot {CURRENT}"
ACTION = (
    "inline-flex min-h-11 items-center bg-spot px-4 text-on-spot transition-colors hover:bg-ink hover:text-paper "
    f"{CURRENT}"
)


def header(place: Place) -> rx.Component:
    """Returns the header of every page: name, menu and language switch."""
    return h.header(
        link(STUDIO.name, to="home", class_name="inline-flex min-h-11 items-center font-display text-3xl uppercase"),
        h.nav(
            *_items(place, ACTION),
            aria_label=_("Main menu"),
            class_name="hidden flex-wrap items-center gap-x-4 lg:flex",
        ),
        h.div(
            language_switch(place),
            menu(
                h.summary(
                    icon("menu-2", "group-open:hidden"),
                    icon("x", "hidden group-open:block"),
                    _("Menu"),
                    class_name=(
                        "inline-flex min-h-11 cursor-pointer items-center gap-2 px-2 font-display text-2xl uppercase"
                    ),
                ),
                h.nav(
                    *_items(place, f"{ACTION} mx-2 mt-4 min-h-14 justify-center"),
                    aria_label=_("Main menu"),
                    class_name=DRAWER,
                ),
                class_name="group lg:hidden",
            ),
            class_name="flex flex-wrap items-center gap-x-2",
        ),
        class_name=(
            f"{MEASURE} relative z-40 flex flex-wrap items-center justify-between gap-x-4 px-5 py-3 md:px-8 lg:min-h-20"
        ),
    )


def _items(place: Place, action: str) -> list[rx.Component]:
    looks = {BUTTON: action}
    return [
        link(label, to=name, class_name=looks.get(name, ITEM), aria_current=_current(name, place))
        for name, label in MENU
    ]


def _current(name: str, place: Place) -> str | None:
    """Returns a menu item's `aria-current`: `page` for the current page, `true` for its parent page, otherwise None."""
    here = place.route.name
    return "page" if here == name else "true" if here.startswith(f"{name}-") else None
