"""Asks for consent to analytics. A button in the footer shows the question again.

`ask.js` is loaded only if `/config.json` contains an analytics ID. Otherwise, the button is hidden.
"""

import json

import reflex as rx

from app.components import html as h
from app.components.layout import QUIET
from app.extras.notice import LOOKS as NOTICE
from app.i18n import LANGUAGES, Text, _, client
from app.routes import indexed_pattern, url_for

MODULE = "app/extras/consent/view.json"

TITLE = _("Counting visits")
LABELS: dict[str, Text] = {
    "title": TITLE,
    "text": _(
        "May we count visits? If you agree, Google Analytics tells us which pages are read. It sets cookies. You can "
        "change your mind at any time at the foot of the page."
    ),
    "notice": _("Privacy notice"),
    "refuse": _("No, thanks"),
    "accept": _("Yes, count"),
}

LOOKS = {
    "region": NOTICE["region"].replace("var(--notice-floor,0px)", "0px"),
    "box": (
        NOTICE["box"]
        .replace("max-w-xl", "max-w-xl lg:max-w-4xl")
        .replace("pr-1", "pr-5")
        .replace("py-1", "py-4")
        .replace("gap-y-1", "gap-y-3")
    ),
    "text": "grow basis-60",
    "buttons": (
        "grid grow basis-68 auto-rows-fr grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 sm:grow-0"
    ),
    "action": NOTICE["action"].replace("items-center", "items-center justify-center"),
}
"""CSS classes. Both buttons have the same size, because declining must be as easy as accepting."""


class Consent(rx.Component):
    library = "$/app/extras/consent/consent.js"
    tag = "Consent"

    label: rx.Var[str]


_consent = h.element(Consent)


def consent() -> rx.Component:
    return _consent(label=TITLE, class_name=f"{QUIET} cursor-pointer")


def module() -> str:
    view = {
        "looks": LOOKS,
        "labels": client.labels_by_language(LABELS),
        "paths": {language.code: {"privacy": url_for("privacy", language)} for language in LANGUAGES},
        "counted": indexed_pattern(),
    }
    return json.dumps(view, ensure_ascii=False, indent=2)
