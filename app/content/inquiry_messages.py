"""Messages about inquiries that the server rejects."""

from math import ceil

from app.content.studio import STUDIO
from app.i18n import Text, _, ngettext

MAX_MINUTES = 90
"""The longest waiting time that is shown in minutes instead of hours."""

FULL = _("There is no place left on this date. Choose another one, or write to us.")
TOO_MANY_SEATS = _("In one day you can book no more places than a single date has. For more, please call us.")
WRONG = _("Something is missing: please look at the fields that are marked.")
OUTDATED = _("This form is out of date. Please load it again.")
"""Shown if the form comes from an earlier release: it lacks a required field, or has a removed option."""

PRICE_CHANGED = _("The price has changed to {price}. If you agree, send the form again.")
PRICE_NOW = _("The price is {price}. If you agree, send the form again.")
"""Shown if any price has changed since the form was loaded, even if this order's price is the same."""
TOO_LARGE = _("What you sent is too large. Leave out a file, or make it smaller.")
TOO_SOON = _("That was quicker than anybody writes. Wait a few seconds, and send it again.")
NOT_HUMAN = _("A field that people don’t see was filled in. If you’re human, send the form again, or call us.")
NOT_OURS = _("An enquiry can be sent from the pages of this site only.")
UNREADABLE = _("The form didn’t arrive complete. Please send it again.")
ID_USED = _("Something else was sent from this form in the meantime. Please send it again.")
NOT_STORED = _(
    "We couldn’t save your enquiry just now, and have none of it. Try again in a while, or write to {email}."
)
TOO_LONG = _("This doesn’t fit on the voucher. Please shorten it.")
_UNPRINTABLE = _("We can’t print {characters} on the voucher. Please write it differently.")
NO_ROOM = _("We can’t take any files just now. Send them to {email}, and your enquiry without them.").format(
    email=STUDIO.email
)
FILES_GONE = _("Browsers don’t keep files. Choose them again: {names}")
STEP_BACK = _("What you typed is still in the form, one step back: press Back in your browser.")
"""The sentence that follows the error message if the server could not read the form."""


def full(free: int) -> Text:
    if not free:
        return FULL
    return ngettext(
        "Only {n} place is left on this date. Choose another date, or reduce the number of people.",
        "Only {n} places are left on this date. Choose another date, or reduce the number of people.",
        free,
    )


def unprintable(characters: str) -> Text:
    return _UNPRINTABLE.format(characters=" ".join(characters))


def too_many(seconds: float) -> Text:
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
