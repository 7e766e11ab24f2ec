"""Notices about updates, offline use and the network, on every page.

The notices react to events that `app/start/worker.js` dispatches on `window`: `worker:installed`, `worker:waiting`,
`worker:activated` and `worker:offline-ready`. Each event contains the service worker's `build`.
"""

from collections.abc import Mapping

import reflex as rx

from app.extras.notice import LOOKS
from app.i18n import LANGUAGES, Language, Text, _, client, use

LABELS: Mapping[str, Text] = {
    "ready": _("This site now works offline."),
    "waiting": _("There is a new version of this site."),
    "refresh": _("Refresh"),
    "offline": _("You are offline. You can keep reading."),
    "online": _("You are back online."),
    "close": _("Close"),
}


class Worker(rx.Component):
    library = "$/app/extras/worker/worker.js"
    tag = "Worker"

    labels: rx.Var[dict[str, dict[str, str]]]
    looks: rx.Var[dict[str, str]]


def worker() -> rx.Component:
    """Returns the notices with their texts in every language."""
    return Worker.create(labels={language.code: _labels(language) for language in LANGUAGES}, looks=LOOKS)


def _labels(language: Language) -> dict[str, str]:
    with use(language):
        return client.typeset_labels(LABELS)
