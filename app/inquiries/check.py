"""Checks a form: returns an inquiry, or a problem for each field that is wrong. Blocks, as it reads files."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from uuid import UUID

from starlette.datastructures import UploadFile

from app.content.estimate import COLOURS, MAX_PIECES
from app.content.inquiry import (
    FIELDS,
    MAX_FILES,
    MAX_MESSAGE,
    MAX_NAME,
    PAPERS,
    PRICED,
    PROBLEMS,
    WHAT,
)
from app.i18n import Language, Text
from app.inquiries.addresses import normalise
from app.inquiries.file_types import file_type
from app.inquiries.model import MAX_FILE_BYTES, Inquiry, Upload

Problems = Mapping[str, Text]
"""Sentences about what is wrong, by the field's name."""
Fields = Mapping[str, str]

MAX_YEARS_AHEAD = 5
"""Of a date by which something is needed."""
MAX_FILE_NAME = 100

_NUMBER = re.compile(r"[0-9]{1,6}")
_SPACES = re.compile(r"\s+")
_UNWRITTEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters except tab and line feed, and those that change the direction of text."""


@dataclass(frozen=True)
class Checked:
    """An inquiry with its files, or None and its `problems`."""

    inquiry: Inquiry | None
    uploads: tuple[Upload, ...]
    problems: Problems


def check(
    fields: Fields,
    files: Sequence[UploadFile],
    language: Language,
    today: date,
    is_open: Callable[[str], bool],
    derive_id: Callable[[bytes], str],
) -> Checked:
    """Checks what a form has sent. `is_open` returns whether a workshop's date can be booked, `derive_id` an id from a
    digest of the contents.
    """
    what = fields.get("what", "")
    pieces = _number(fields.get("pieces", ""))
    colours = _number(fields.get("colours", "") or str(COLOURS[0]))
    by, by_is_fine = _date(fields.get("by", "").strip(), today)
    workshop = fields.get("workshop", "").strip() if what == "workshop" else ""
    name = _SPACES.sub(" ", fields.get("name", "")).strip()
    email = normalise(fields.get("email", ""))
    message = _plain(fields.get("message", ""))
    uploads = tuple(_uploads(files))
    right = {
        "what": what in WHAT,
        "workshop": not workshop or is_open(workshop),
        "pieces": pieces is None and what not in PRICED if not fields.get("pieces", "").strip() else _fits(pieces),
        "colours": colours in COLOURS,
        "paper": fields.get("paper", "listed") in PAPERS,
        "by": by_is_fine,
        "name": 0 < len(name) <= MAX_NAME and name.isprintable(),
        "email": email is not None,
        "message": len(message) <= MAX_MESSAGE and bool(message or what != "other"),
        "files": len(files) <= MAX_FILES and len(uploads) == len(files),
    }
    problems = {field: PROBLEMS[field] for field in FIELDS if not right[field]}
    if problems or email is None:
        return Checked(None, (), problems)
    inquiry = Inquiry(
        id=given_id(fields) or derive_id(_digest(fields, uploads, today)),
        language=language.code,
        what=what,
        workshop=workshop or None,
        pieces=pieces,
        colours=colours or COLOURS[0],
        paper=fields.get("paper", "listed"),
        by=by,
        name=name,
        email=email,
        message=message,
    )
    return Checked(inquiry, uploads, {})


def _fits(pieces: int | None) -> bool:
    return pieces is not None and 1 <= pieces <= MAX_PIECES


def _number(text: str) -> int | None:
    digits = _SPACES.sub("", text)
    return int(digits) if _NUMBER.fullmatch(digits) else None


def _date(text: str, today: date) -> tuple[date | None, bool]:
    """Returns the date, and whether the text is all right; an empty one is."""
    if not text:
        return None, True
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None, False
    return found, today <= found and found.year <= today.year + MAX_YEARS_AHEAD


def _plain(text: str) -> str:
    return _UNWRITTEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def _uploads(files: Sequence[UploadFile]) -> Iterator[Upload]:
    """Yields the files that are accepted."""
    for each in files:
        ending = file_type(each.file, each.filename or "")
        if ending and each.size is not None and each.size <= MAX_FILE_BYTES:
            yield Upload(_file_name(each.filename or ""), ending, each.file, each.size)


def _file_name(given: str) -> str:
    """Returns the sender's name for a file, for people to read."""
    bare = re.split(r"[/\\]", given)[-1]
    return "".join(letter for letter in bare if letter.isprintable())[-MAX_FILE_NAME:] or "?"


def given_id(fields: Fields) -> str | None:
    """Returns the id that the browser has made, None if there is none."""
    try:
        return str(UUID(fields.get("id", "")))
    except ValueError:
        return None


def _digest(fields: Fields, uploads: Sequence[Upload], today: date) -> bytes:
    """Returns a digest by which the same contents on the same day are the same inquiry."""
    digest = sha256(json.dumps([today.isoformat(), *(fields.get(name, "") for name in FIELDS)]).encode())
    for upload in uploads:
        upload.file.seek(0)
        while chunk := upload.file.read(65536):
            digest.update(chunk)
        upload.file.seek(0)
    return digest.digest()
