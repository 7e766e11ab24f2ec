"""The list of earlier inquiries above the form. `outcomes.js` fills the list."""

import json

import reflex as rx

from app.components import html as h
from app.content.inquiry import KINDS, NAMES, OUTCOMES, PERSON
from app.content.inquiry_messages import WRONG
from app.i18n import LANGUAGES, Language, Text, _, client, use
from app.inquiries.limits import MAX_QUEUE_DAYS

MODULE = "app/extras/inquiry/outcome_words.json"

DAYS: dict[str, Text] = {
    "today": _("from today"),
    "0": _("from Sunday"),
    "1": _("from Monday"),
    "2": _("from Tuesday"),
    "3": _("from Wednesday"),
    "4": _("from Thursday"),
    "5": _("from Friday"),
    "6": _("from Saturday"),
    "date": _("from {date}"),
}
"""Phrases for the day of an inquiry. Numeric keys are weekdays from JavaScript's `getDay()`."""
SUBJECTS: dict[str, Text] = {
    "cards": _("about business cards"),
    "invitations": _("about invitations"),
    "posters": _("about posters"),
    "prints": _("about other prints"),
    "workshop": _("about a workshop"),
    "voucher": _("about a gift voucher"),
    "sample-pack": _("about a sample pack"),
    "other": _("about something else"),
}

LABELS: dict[str, Text] = {
    "named": _("Your enquiry {day} {subject}"),
    "earlier": _("An earlier enquiry"),
    "waiting": _(
        "{inquiry} waits in this browser and goes out on its own as soon as it can. You may close the page. If no "
        "confirmation arrives, open this site again."
    ),
    "waitingOpen": _(
        "{inquiry} waits in this browser and goes out on its own while this site is open: leave the page open, or come "
        "back later."
    ),
    "waitingHere": _("{inquiry} goes out on its own as soon as it can, as long as this page stays open."),
    "sending": _("{inquiry} is being sent…"),
    "sent": _("{inquiry} has arrived. Its reference is {reference}."),
    "arrived": _("{inquiry} has arrived."),
    "refused": _("{inquiry} was refused. {reason}"),
    "expired": _("{inquiry} couldn’t reach our server for {n} days, and is no longer being sent.").format(
        n=MAX_QUEUE_DAYS, inquiry="{inquiry}"
    ),
    "withdrawn": _(
        "{inquiry} is no longer being sent. If it had already reached us, you’ll get an e-mail about it: reply that it "
        "no longer applies."
    ),
    "order": _("The page of your order"),
    "contents": _("What you wrote"),
    "restore": _("Put it back into the form"),
    "discard": _("Discard it"),
    "withdraw": _("Don’t send it"),
    "occupied": _("There’s something else in the form. Send it first, or clear the form."),
    "wrong": WRONG,
    "load": _("Load the form again"),
    "unreadable": _("One of the files is empty or can no longer be read. Please choose it again."),
}

_ITEMS = (
    "*:border-l-4 *:border-ink *:py-1 *:pl-4 *:wrap-anywhere *:data-[state=refused]:border-spot "
    "*:data-[state=expired]:border-spot"
)
_CONTENTS = (
    "[&_summary]:min-h-11 [&_summary]:underline [&_summary]:cursor-pointer [&_summary]:py-2 [&_dt]:text-ink-soft "
    "[&_dd]:mb-2 [&_dd]:whitespace-pre-line"
)
_BUTTONS = (
    "[&_button]:mr-6 [&_button]:min-h-11 [&_button]:cursor-pointer [&_button]:underline [&_button]:hover:text-spot"
)


def outcome_list() -> rx.Component:
    return h.div(
        h.ul(
            id=OUTCOMES,
            class_name=f"mb-8 grid max-w-prose gap-4 text-lg empty:hidden {_ITEMS} {_CONTENTS} {_BUTTONS}",
        ),
        role="status",
        aria_atomic="false",
        class_name="col-span-full",
    )


def module() -> str:
    """Returns the list's messages as JSON, keyed by language."""
    return json.dumps({language.code: _words(language) for language in LANGUAGES}, ensure_ascii=False, indent=2)


def _words(language: Language) -> dict[str, object]:
    with use(language):
        return {
            "tag": language.written or language.tag,
            "labels": client.typeset_labels(LABELS),
            "days": client.typeset_labels(DAYS),
            "subjects": client.typeset_labels(SUBJECTS),
            "names": client.typeset_labels(NAMES),
            "kinds": {kind: [each.name for each in (*fields, *PERSON)] for kind, fields in KINDS.items()},
        }
