"""The inquiry form: choices, limits, and error messages."""

from collections.abc import Mapping
from datetime import date
from math import ceil
from typing import NamedTuple

from app.content.estimate import COLOURS, LINES
from app.content.workshops import WORKSHOPS
from app.i18n import Text, _, ngettext
from app.i18n.formats import Number
from app.inquiries.limits import MAX_FILE_MEGABYTES, MAX_FILES, MAX_MESSAGE, MAX_NAME, MAX_PIECES


class Bookable(NamedTuple):
    """A workshop that can be booked. In lists, `title` follows the date."""

    id: str
    title: Text
    day: date
    places: int


BOOKABLE = tuple(Bookable(each.id, each.spoken, each.starts.date(), each.places) for each in WORKSHOPS)

SEATS = "/workshops.json"
"""The URL of the numbers of free places."""

WHAT: Mapping[str, Text] = {
    "cards": _("Business cards"),
    "invitations": _("Invitations"),
    "posters": _("Posters"),
    "workshop": _("A workshop at the press"),
    "sample-pack": _("A sample pack of papers"),
    "other": _("Something else"),
}
PRICED = tuple(LINES)
"""The choices that have an estimate and require a number of pieces."""
PAPERS: Mapping[str, Text] = {
    "listed": _("As in the price list"),
    "lighter": _("Lighter, from 300 gsm"),
    "heavier": _("Heavier, up to 900 gsm"),
    "advice": _("Not sure, please advise"),
}

FIELDS = ("what", "workshop", "pieces", "colours", "paper", "by", "name", "email", "message", "files")
"""The form's fields in order. All except `files` are text."""
PREFILLED = FIELDS[:5]
"""The fields that a link's query can prefill."""

FORM, REASON, ESTIMATE, PARTS, STATE, CLEAR, OUTCOMES = (
    f"inquiry-{name}" for name in ("form", "reason", "estimate", "parts", "state", "clear", "outcomes")
)
"""Element ids shared by the page, the script and the server."""

TYPES = {
    "pdf": "application/pdf",
    "ai": "application/postscript",
    "eps": "application/postscript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "tif": "image/tiff",
    "heic": "image/heic",
}
"""Media types by the suffix of the stored file."""
ENDINGS = (*TYPES, "jpeg", "tiff", "heif")
"""File suffixes that the browser's file dialog offers."""
FILE_TYPES = "PDF, AI, EPS, SVG, PNG, JPEG, TIFF, HEIC"


def field_id(name: str) -> str:
    return f"inquiry-{name}"


def problem_id(name: str) -> str:
    return f"inquiry-{name}-problem"


PROBLEMS: Mapping[str, Text] = {
    "what": _("Choose what it’s about."),
    "workshop": _("Choose one of the coming dates."),
    "pieces": _("Write a whole number from 1 to {n}.").format(n=Number(MAX_PIECES)),
    "colours": _("Choose from {first} to {last} colours.").format(first=COLOURS[0], last=COLOURS[-1]),
    "paper": _("Choose one of the papers."),
    "by": _("Write a date in the future, or nothing."),
    "name": _("Write your name, in {n} characters at most.").format(n=MAX_NAME),
    "email": _("Write an address that our answer will reach, such as jana@example.com."),
    "message": _("Tell us a little about it, in {n} characters at most.").format(n=Number(MAX_MESSAGE)),
    "files": _("At most {n} files, each up to {size} MB and of one of these types: {types}.").format(
        n=MAX_FILES, size=MAX_FILE_MEGABYTES, types=FILE_TYPES
    ),
}
FULL = _("The last place on this date has just gone. Choose another one, or write to us.")
"""The message if the last seat has just been booked."""

TOO_MANY_SEATS = _("One booking a day takes the places of one date at most. For more, please call us.")

MAX_MINUTES = 90
"""The longest wait shown in minutes. Longer waits are shown in hours."""

WRONG = _("Something is missing: please look at the fields that are marked.")
"""The message above a form that has fields with errors."""

TOO_LARGE = _("What you sent is too large. Leave out a file, or make it smaller.")
TOO_SOON = _("That was quicker than anybody writes. Wait a few seconds, and send it again.")
NOT_HUMAN = _("A field that people don’t see was filled in. If you’re human, please call us.")
NOT_OURS = _("An enquiry can be sent from the pages of this site only.")
UNREADABLE = _("The form didn’t arrive complete. Please send it again.")
ID_USED = _("Something else was sent from this form in the meantime. Please send it again.")
NOT_STORED = _(
    "We couldn’t save your enquiry just now, and have none of it. Try again in a while, or write to {email}."
)
STEP_BACK = _("What you typed is still in the form, one step back: press Back in your browser.")
"""Text appended to the message if the server could not read the form."""


def too_many(seconds: float) -> Text:
    """Returns the message that asks the sender to try again in `seconds` seconds."""
    minutes = ceil(seconds / 60)
    if minutes <= MAX_MINUTES:
        return ngettext(
            "That was too many enquiries in a short time. Try again in {n} minute, or call us.",
            "That was too many enquiries in a short time. Try again in {n} minutes, or call us.",
            minutes,
        )
    return ngettext(
        "That was too many enquiries in a short time. Try again in {n} hour, or call us.",
        "That was too many enquiries in a short time. Try again in {n} hours, or call us.",
        ceil(seconds / 3600),
    )
