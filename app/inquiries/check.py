"""Checks a submitted form. Reading the files blocks the thread."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from uuid import UUID

from starlette.datastructures import UploadFile

from app.content.estimate import COLOURS
from app.content.inquiry import FIELDS, PAPERS, PRICED, PROBLEMS, WHAT
from app.i18n import Language, Text
from app.inquiries import limits
from app.inquiries.addresses import normalise
from app.inquiries.file_types import file_type
from app.inquiries.model import Inquiry, Upload

Problems = Mapping[str, Text]
"""Problem messages by field name."""
Fields = Mapping[str, str]

_NUMBER = re.compile(r"[0-9]{1,6}")
_SPACES = re.compile(r"\s+")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, including those that change the text direction."""


@dataclass(frozen=True)
class Checked:
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
    """Returns an inquiry, or the problem of each invalid field.

    `derive_id` turns a digest of the contents into an inquiry id.
    """
    what = fields.get("what", "")
    pieces = _number(fields.get("pieces", ""))
    colours = _number(fields.get("colours", "") or str(COLOURS[0]))
    by, is_date_valid = _date(fields.get("by", "").strip(), today)
    workshop = fields.get("workshop", "").strip() if what == "workshop" else ""
    name = _SPACES.sub(" ", fields.get("name", "")).strip()
    email = normalise(fields.get("email", ""))
    message = _plain(fields.get("message", ""))
    uploads = tuple(_uploads(files))
    is_valid = {
        "what": what in WHAT,
        "workshop": not workshop or is_open(workshop),
        "pieces": pieces is None and what not in PRICED if not fields.get("pieces", "").strip() else _in_range(pieces),
        "colours": colours in COLOURS,
        "paper": fields.get("paper", "listed") in PAPERS,
        "by": is_date_valid,
        "name": 0 < len(name) <= limits.MAX_NAME and name.isprintable(),
        "email": email is not None,
        "message": len(message) <= limits.MAX_MESSAGE and bool(message or what != "other"),
        "files": len(files) <= limits.MAX_FILES and len(uploads) == len(files),
    }
    problems = {field: PROBLEMS[field] for field in FIELDS if not is_valid[field]}
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


def _in_range(pieces: int | None) -> bool:
    return pieces is not None and 1 <= pieces <= limits.MAX_PIECES


def _number(text: str) -> int | None:
    digits = _SPACES.sub("", text)
    return int(digits) if _NUMBER.fullmatch(digits) else None


def _date(text: str, today: date) -> tuple[date | None, bool]:
    """Returns the date or None, and whether the text is valid. An empty text is valid."""
    if not text:
        return None, True
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None, False
    return found, today <= found and found.year <= today.year + limits.MAX_YEARS_AHEAD


def _plain(text: str) -> str:
    return _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def _uploads(files: Sequence[UploadFile]) -> Iterator[Upload]:
    for each in files:
        ending = file_type(each.file, each.filename or "")
        if ending and each.size is not None and each.size <= limits.MAX_FILE_BYTES:
            yield Upload(_file_name(each.filename or ""), ending, each.file, each.size)


def _file_name(given: str) -> str:
    bare = re.split(r"[/\\]", given)[-1]
    return "".join(letter for letter in bare if letter.isprintable())[-limits.MAX_FILE_NAME :] or "?"


def given_id(fields: Fields) -> str | None:
    try:
        return str(UUID(fields.get("id", "")))
    except ValueError:
        return None


def _digest(fields: Fields, uploads: Sequence[Upload], today: date) -> bytes:
    digest = sha256(json.dumps([today.isoformat(), *(fields.get(name, "") for name in FIELDS)]).encode())
    for upload in uploads:
        upload.file.seek(0)
        while chunk := upload.file.read(65536):
            digest.update(chunk)
        upload.file.seek(0)
    return digest.digest()
