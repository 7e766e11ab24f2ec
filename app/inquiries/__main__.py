"""`python -m app.inquiries` shows and changes inquiries and bookings, like the staff's web pages."""

import json
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import cast

from app.content.inquiry import WHAT
from app.content.moments import utc_time
from app.content.workshops import WORKSHOPS, is_called_off, is_over
from app.database.command import open_private, printable, run_command
from app.database.database import Database, open_database
from app.inquiries import actions
from app.inquiries.actions import ActionError, Reason
from app.inquiries.search import STATES, Search, find
from app.inquiries.seats import capacity
from app.inquiries.store import Store, StoredFile, StoredInquiry
from app.settings import settings

_IMPOSSIBLE: Mapping[Reason, str] = {
    "missing": "There is no such inquiry.",
    "no-booking": "The inquiry books no workshop date.",
    "booked": "The booking is already confirmed.",
    "cancelled": "The booking is already cancelled.",
    "past": "The workshop is over.",
    "unknown-date": "There is no such date to come; `.venv/bin/python -m app.inquiries seats` lists them.",
    "same-date": "The booking is already for this date.",
    "full": "This date has too few free places. Nothing was changed.",
}
"""Error messages, keyed by reason. These commands never cause the reasons "changed", "moved" and "late"."""


def main(arguments: list[str]) -> int:
    return run_command(_parser(), arguments, lambda: open_database(settings()), "There are no inquiries yet", _run)


def _run(database: Database, chosen: Namespace) -> int:
    try:
        return chosen.run(Store(database, capacity), chosen)
    except ActionError as error:
        print(_IMPOSSIBLE[error.reason], file=sys.stderr)
    return 1


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m app.inquiries", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="lists inquiries, the newest last")
    listing.add_argument("--state", choices=STATES, default="all")
    listing.add_argument("--what", choices=tuple(WHAT), default="")
    listing.add_argument("--search", default="", metavar="TEXT", help="a text in name, address, message or id")
    listing.set_defaults(run=_list)
    commands.add_parser("seats", help="lists the places of workshop dates").set_defaults(run=_seats)
    commands.add_parser("export", help="prints JSON").set_defaults(run=_export)
    for name, (run, does) in _OF_ONE.items():
        command = commands.add_parser(name, help=does)
        command.add_argument("id", metavar="ID", help="the first characters are enough")
        if name == "files":
            command.add_argument("folder", type=Path, nargs="?", default=Path(), metavar="FOLDER")
        if name == "delete":
            command.add_argument("--yes", action="store_true", help="deletes; without it, only says what would go")
        if name == "move":
            command.add_argument("date", metavar="DATE", help="the id of a workshop date, such as 2027-01-16")
        command.set_defaults(run=partial(_with_one, run))
    return parser


def _list(store: Store, chosen: Namespace) -> int:
    found = find(store, Search(chosen.state, chosen.what, chosen.search), limit=None)
    for stored in reversed(found.inquiries):
        inquiry = stored.inquiry
        pieces = f" × {inquiry.pieces}" if inquiry.pieces else ""
        sender = f"{printable(inquiry.name)} <{inquiry.email}>"
        files = f", files: {len(stored.files)}" if stored.files else ""
        marks = "".join(f", {mark}" for mark in _marks(stored))
        print(f"{inquiry.reference}  {utc_time(stored.received)}  {inquiry.what}{pieces}  {sender}{files}{marks}")
    return 0


def _marks(stored: StoredInquiry) -> list[str]:
    marks = {
        "answered": stored.answered is not None,
        str(stored.booking): stored.booking is not None,
        "failed mail": any(mail.is_failed for mail in stored.mails),
    }
    return [name for name, is_set in marks.items() if is_set]


def _seats(store: Store, _chosen: Namespace) -> int:
    now = datetime.fromtimestamp(store.clock(), UTC)
    for each in actions.seats(store, [workshop.id for workshop in WORKSHOPS]):
        closed = "over" if is_over(each.workshop, now) else "called off" if is_called_off(each.workshop) else "today"
        left = closed if each.places is None else f"{each.free} of {each.places} free"
        held = f", {each.held} of them held" if each.held else ""
        print(f"{each.workshop}  {each.taken} taken{held}, {left}")
    return 0


def _export(store: Store, _chosen: Namespace) -> int:
    for stored in store.all():
        print(json.dumps(_as_data(stored), ensure_ascii=False))
    return 0


def _with_one(run: Callable[[Store, StoredInquiry, Namespace], int], store: Store, chosen: Namespace) -> int:
    stored = store.find(chosen.id)
    if stored is None:
        print(f"No inquiry, or more than one, has an ID that begins with {chosen.id!r}.", file=sys.stderr)
        return 1
    return run(store, stored, chosen)


def _show(_store: Store, stored: StoredInquiry, _chosen: Namespace) -> int:
    for name, value in _as_data(stored).items():
        lines = cast("list[object]", value) if isinstance(value, list) else [value]
        for line in lines:
            print(f"{name}: {printable(str(line))}" if name != "message" else f"{name}:\n{printable(str(line))}")
    return 0


def _mark(store: Store, stored: StoredInquiry, _chosen: Namespace, *, answered: bool) -> int:
    actions.mark_answered(store, stored.inquiry.id, answered=answered)
    print(f"{stored.inquiry.reference} is marked as {'answered' if answered else 'not answered'}.")
    return 0


def _confirm(store: Store, stored: StoredInquiry, _chosen: Namespace) -> int:
    actions.confirm_booking(store, stored.inquiry.id, mailed=_is_mailed())
    print(f"The booking {stored.inquiry.reference} is confirmed. {_says_mail(stored)}")
    return 0


def _cancel(store: Store, stored: StoredInquiry, _chosen: Namespace) -> int:
    actions.cancel_booking(store, stored.inquiry.id, mailed=_is_mailed())
    print(f"The booking {stored.inquiry.reference} is cancelled, and its places are free. {_says_mail(stored)}")
    return 0


def _move(store: Store, stored: StoredInquiry, chosen: Namespace) -> int:
    actions.move_booking(store, stored.inquiry.id, chosen.date, mailed=_is_mailed())
    print(f"The booking {stored.inquiry.reference} is moved to {chosen.date}. {_says_mail(stored)}")
    return 0


def _delete(store: Store, stored: StoredInquiry, chosen: Namespace) -> int:
    what = f"the inquiry {stored.inquiry.reference} of {printable(stored.inquiry.name)} <{stored.inquiry.email}>"
    if not chosen.yes:
        files = "".join(f", {name}" for name, _file in _named_files(stored))
        print(f"Nothing was deleted. With --yes, this goes: {what}{files}.", file=sys.stderr)
        return 1
    deleted = actions.delete(store, stored.inquiry.id)
    booking = " with its booking" if deleted.was_booking else ""
    print(f"Deleted: {what}{booking}, files: {deleted.files}, unsent mails: {deleted.unsent_mails}.")
    print("No copy is left in the database." if deleted.is_erased else "The database overwrites the old rows later.")
    print("The customer gets no mail. Backups, and mails that were sent, still have it.")
    return 0


def _resend(store: Store, stored: StoredInquiry, _chosen: Namespace) -> int:
    count = actions.send_again(store, stored.inquiry.id)
    print(f"{count} mails are due; the running server sends them.")
    return 0 if count else 1


def _save_files(_store: Store, stored: StoredInquiry, chosen: Namespace) -> int:
    for name, file in _named_files(stored):
        target = chosen.folder / name
        with file.open() as contents, open(target, "xb", opener=open_private) as saved:
            shutil.copyfileobj(contents, saved)
        print(target)
    return 0


def _named_files(stored: StoredInquiry) -> Iterator[tuple[str, StoredFile]]:
    return ((stored.name_of_file(number), file) for number, file in enumerate(stored.files, 1))


_OF_ONE: Mapping[str, tuple[Callable[[Store, StoredInquiry, Namespace], int], str]] = {
    "show": (_show, "shows an inquiry"),
    "files": (_save_files, "saves an inquiry's files in a folder"),
    "answered": (partial(_mark, answered=True), "marks an inquiry as answered"),
    "unanswered": (partial(_mark, answered=False), "marks an inquiry as not answered"),
    "confirm": (_confirm, "confirms a booking that is held, or has expired; the customer gets a mail"),
    "cancel": (_cancel, "cancels a booking; the customer gets a mail"),
    "move": (_move, "moves a booking to another date; the customer gets a mail"),
    "delete": (_delete, "deletes an inquiry with its files, mails and booking"),
    "resend": (_resend, "sends an inquiry's unsent mails again"),
}


def _is_mailed() -> bool:
    return settings().smtp_url is not None


def _says_mail(stored: StoredInquiry) -> str:
    if _is_mailed():
        return "The running server sends the customer a mail."
    return f"SMTP_URL is not set: tell {stored.inquiry.email} yourself."


def _as_data(stored: StoredInquiry) -> dict[str, object]:
    inquiry = stored.inquiry
    estimate = stored.estimate()
    data = {
        **vars(inquiry),
        "by": inquiry.by and inquiry.by.isoformat(),
        "received": utc_time(stored.received),
        "answered": stored.answered and utc_time(stored.answered),
        "booking": stored.booking,
        "held_until": stored.held_until and utc_time(stored.held_until),
        "confirmed": stored.confirmed and utc_time(stored.confirmed),
        "cancelled": stored.cancelled and utc_time(stored.cancelled),
        "first_workshop": stored.first_workshop,
        "estimate": estimate and estimate.crowns,
        "files": [f"{name}: {file.name} ({file.size} B)" for name, file in _named_files(stored)],
        "mails": [str(mail) for mail in stored.mails],
    }
    return {name: value for name, value in data.items() if value not in (None, "", [])}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
