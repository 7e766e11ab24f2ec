"""The offer to install the site as an app. `install.js` decides whether to show the offer."""

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
    library = "$/app/extras/install/install.js"
    tag = "Install"

    labels: rx.Var[dict[str, str]]
    looks: rx.Var[dict[str, str]]


_install = h.element(Install)


def install() -> rx.Component:
    return _install(labels=client.typeset_labels(LABELS), looks=LOOKS)
