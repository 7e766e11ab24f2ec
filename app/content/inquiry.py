"""What an inquiry asks: its choices, its limits, and what is said of an answer that will not do."""

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
    """A workshop's date that can be booked: its id, what follows its day in a list, its day, how many places it has."""

    id: str
    title: Text
    day: date
    places: int


BOOKABLE = tuple(Bookable(each.id, each.spoken, each.starts.date(), each.places) for each in WORKSHOPS)
"""The workshops' dates that can be booked by an inquiry."""

WHAT: Mapping[str, Text] = {
    "cards": _("Business cards"),
    "invitations": _("Invitations"),
    "posters": _("Posters"),
    "workshop": _("A workshop at the press"),
    "sample-pack": _("A sample pack of papers"),
    "other": _("Something else"),
}
PRICED = tuple(LINES)
"""Of `WHAT`, that for which there is an estimate; it needs a number of pieces."""
PAPERS: Mapping[str, Text] = {
    "listed": _("As in the price list"),
    "lighter": _("Lighter, from 300 g"),
    "heavier": _("Heavier, up to 900 g"),
    "advice": _("Not sure, please advise"),
}

FIELDS = ("what", "workshop", "pieces", "colours", "paper", "by", "name", "email", "message", "files")
"""What a form has, in its order; only `files` are not texts."""
PREFILLED = FIELDS[:5]
"""What a link to the form may fill in."""

FORM, REASON, ESTIMATE, PARTS, STATE, CLEAR, OUTCOMES = (
    f"inquiry-{name}" for name in ("form", "reason", "estimate", "parts", "state", "clear", "outcomes")
)
"""By which ids the page, its script and the server know the parts of the form."""

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
"""Media types of files by the ending under which one is stored."""
ENDINGS = (*TYPES, "jpeg", "tiff", "heif")
"""Endings that a browser offers to choose from."""
FILE_TYPES = "PDF, AI, EPS, SVG, PNG, JPEG, TIFF, HEIC"


def field_id(name: str) -> str:
    """The id of a field's control."""
    return f"inquiry-{name}"


def problem_id(name: str) -> str:
    """The id of the element that says what is wrong with a field."""
    return f"inquiry-{name}-problem"


PROBLEMS: Mapping[str, Text] = {
    "what": _("Choose what it is about."),
    "workshop": _("Choose one of the dates that are still to come."),
    "pieces": _("Write a whole number from 1 to {n}.").format(n=Number(MAX_PIECES)),
    "colours": _("Choose from {first} to {last} colours.").format(first=COLOURS[0], last=COLOURS[-1]),
    "paper": _("Choose one of the papers."),
    "by": _("Write a date that is still to come, or none."),
    "name": _("Write your name, in {n} characters at most.").format(n=MAX_NAME),
    "email": _("Write an address that our answer will reach, such as jana@example.com."),
    "message": _("Tell us a little about it, in {n} characters at most.").format(n=Number(MAX_MESSAGE)),
    "files": _("At most {n} files, each up to {size} MB and of one of these types: {types}.").format(
        n=MAX_FILES, size=MAX_FILE_MEGABYTES, types=FILE_TYPES
    ),
}
"""What is said beside a field."""
FULL = _("The last place on this date has just gone. Choose another one, or write to us.")
"""What is said beside `workshop` when somebody else was faster."""

TOO_MANY_PLACES = _("One booking a day takes the places of one date at most. For more, please call us.")
"""Shown beside `workshop` when a sender books more than that."""

MAX_MINUTES = 90
"""Up to which a time is given in minutes; more are given in hours."""

WRONG = _("Something is missing: please look at the fields that are marked.")
"""What is said above a form in which fields are marked."""

TOO_LARGE = _("What you sent is too large. Leave out a file, or make it smaller.")
TOO_SOON = _("That was quicker than anybody writes. Wait a few seconds, and send it once more.")
NOT_HUMAN = _("A field was filled in that people do not see. If you are one, please call us.")
NOT_OURS = _("An inquiry can be sent from the pages of this site only.")
UNREADABLE = _("What arrived was not a whole form. Please send it once more.")
ID_USED = _("Something else was sent from this form meanwhile. Please send it once more.")
NOT_KEPT = _(
    "We could not keep your inquiry just now, and have nothing of it. Try again in a while, or write to {email}."
)
"""What is said above a form that was refused."""
STEP_BACK = _("What you typed is still in the form, one step back: press Back in your browser.")
"""What follows where it was not read."""


def too_many(seconds: float) -> Text:
    """What is said above a form when one more may be sent in so many seconds."""
    minutes = ceil(seconds / 60)
    if minutes <= MAX_MINUTES:
        return ngettext(
            "That was too many inquiries in a short time. Try again in {n} minute, or call us.",
            "That was too many inquiries in a short time. Try again in {n} minutes, or call us.",
            minutes,
        )
    return ngettext(
        "That was too many inquiries in a short time. Try again in {n} hour, or call us.",
        "That was too many inquiries in a short time. Try again in {n} hours, or call us.",
        ceil(seconds / 3600),
    )
