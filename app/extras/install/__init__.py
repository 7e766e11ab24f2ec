"""The offer to install the site as an app. Looks and words are given here; `install.js` knows when to make it."""

import reflex as rx

from app.components import html as h
from app.components.layout import QUIET
from app.i18n import Text, _, client

LABELS: dict[str, Text] = {
    "install": _("Keep this site as an app"),
    "ios": _("To keep this site as an app, tap Share and then Add to Home Screen."),
    "dismiss": _("No, thanks"),
}

LOOKS = {
    "offer": "mt-3 flex flex-wrap items-center gap-x-6 print:hidden lg:mt-0",
    "button": f"{QUIET} cursor-pointer",
}


class Install(rx.Component):
    """A line with the offer; nothing where there is none to make."""

    library = "$/app/extras/install/install.js"
    tag = "Install"

    labels: rx.Var[dict[str, str]]
    looks: rx.Var[dict[str, str]]


_install = h.element(Install)


def install() -> rx.Component:
    """The offer in the language in use. It stands last on a page, so that it moves nothing when it comes and goes."""
    return _install(labels=client.said(LABELS), looks=LOOKS)
