"""Validates submitted forms. Reading the uploaded files blocks the thread."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from uuid import UUID

from starlette.datastructures import UploadFile

from app.content.estimate import COLOURS
from app.content.inquiry import (
    COLUMNS,
    DETAILS,
    EARLIER,
    FIELDS,
    KINDS,
    LISTED,
    PERSON,
    PRINTED,
    TEXT_FIELDS,
    WHAT,
    Field,
    problem,
)
from app.content.inquiry_messages import TOO_LONG, unprintable
from app.content.inquiry_values import as_details, asked, digits_of
from app.i18n import Language, Text
from app.i18n.characters import lines, one_line
from app.inquiries import limits
from app.inquiries.addresses import normalise
from app.inquiries.file_types import file_type
from app.inquiries.model import VOUCHER, Inquiry, Upload
from app.vouchers.choice import ordered
from app.vouchers.orders import Recipient
from app.vouchers.pdf import shortened
from app.vouchers.typefaces import NotBuiltError, missing

Problems = Mapping[str, Text]
Fields = Mapping[str, str]

_NUMBER = re.compile(r"[0-9]{1,6}")


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
    *,
    is_known: bool = False,
) -> Checked:
    """Returns an inquiry, or an error message for each invalid field.

    `derive_id` calculates an inquiry ID from a digest of the contents. `is_known` means that the inquiry is already
    stored, perhaps by an earlier release. Then the check accepts missing fields, texts that are too long for a voucher,
    and former options and limits.
    """
    what = fields.get("what", "")
    texts = _texts(fields)
    their = {each.name: each for each in (*_asked(fields), *PERSON)}
    files = files if "files" in their else ()  # ignores files if this kind of inquiry takes none
    uploads = tuple(_uploads(files))
    invalid = {name for name, each in their.items() if not _is_valid(each, texts, fields, today)}
    if what not in WHAT:
        invalid.add("what")
    if "workshop" in their and texts["workshop"] and not is_open(texts["workshop"]):
        invalid.add("workshop")
    if len(files) > limits.MAX_FILES or len(uploads) < len(files):
        invalid.add("files")
    if is_known:
        missing_fields = [name for name in DETAILS if name not in fields]
        changed = [name for name, each in their.items() if _is_readable(each, texts.get(name, ""))]
        invalid -= {*PRINTED, *missing_fields, *changed}
    problems = {name: problem(what, name) for name in FIELDS if name in invalid}
    for name in PRINTED:
        if name in their and name not in problems and (lost := _unprintable(texts[name])):
            problems[name] = unprintable(lost)
    email = normalise(texts["email"])
    if problems or email is None:
        return Checked(None, (), problems)
    used = {name: texts[name] for name in their if name in texts}
    inquiry = Inquiry(
        id=given_id(fields) or derive_id(_digest(fields, uploads, today)),
        language=language.code,
        what=what,
        workshop=used.get("workshop") or None,
        pieces=int(used.get("pieces") or 0) or None,
        colours=int(used.get("colours") or COLOURS[0]),
        paper=used.get("paper") or LISTED,
        by=date.fromisoformat(used["by"]) if used.get("by") else None,
        name=texts["name"],
        email=email,
        message=texts["message"],
        details=as_details({"what": what, **used}),
    )
    if not is_known and (problems := _overlong(inquiry)):
        return Checked(None, (), problems)
    return Checked(inquiry, uploads[: limits.MAX_FILES], {})


def _asked(fields: Fields) -> Sequence[Field]:
    """Returns the fields to check. Supports forms of earlier releases, which visitors might still have open."""
    what = fields.get("what", "")
    if what in EARLIER and not any(name in fields for name in DETAILS):
        return EARLIER[what]
    return asked(fields)


def _texts(fields: Fields) -> dict[str, str]:
    controls = {each.name: each.control for kind in KINDS.values() for each in kind}
    given = {name: fields.get(name, "") for name in TEXT_FIELDS}
    texts = {name: lines(text) if controls.get(name) == "lines" else one_line(text) for name, text in given.items()}
    return texts | {name: digits_of(text) for name, text in texts.items() if controls.get(name) == "number"}


def _is_valid(field: Field, texts: Fields, given: Fields, today: date) -> bool:
    """Whether a field's text is valid. The caller validates files and workshop dates."""
    text = texts.get(field.name, "")
    if field.control == "choice" and field.name in given:
        return not field.lacks(text) or field.name == "workshop"
    if not text:
        return not field.is_required
    if field.control == "number":
        return bool(_NUMBER.fullmatch(text)) and field.least <= int(text) <= field.limit
    if field.control == "date":
        # A form with an ID may have waited in the browser's queue, so its date may be in the past.
        return _is_date(text, today, days_late=limits.MAX_QUEUE_DAYS if given_id(given) else 0)
    if field.control == "email":
        return normalise(text) is not None
    return len(text) <= field.limit and re.fullmatch(field.pattern, text, re.DOTALL) is not None


def _is_readable(field: Field, text: str) -> bool:
    if field.control == "number" or field.name == "colours":
        return bool(_NUMBER.fullmatch(text))
    return field.control == "choice"


def _is_date(text: str, today: date, days_late: int) -> bool:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return False
    return today - timedelta(days_late) <= found and found.year <= today.year + limits.MAX_YEARS_AHEAD


def _unprintable(text: str) -> str:
    """Returns the text's characters that a voucher cannot show. Returns an empty string if the site is not built."""
    try:
        return missing(text)
    except NotBuiltError:
        return ""


def _overlong(inquiry: Inquiry) -> Problems:
    """Returns error messages for texts that do not fit on a voucher. If the site is not built, returns no messages."""
    if inquiry.what != VOUCHER:
        return {}
    values = inquiry.values()
    texts = {name: values.get(name, "") for name in PRINTED}
    recipient = Recipient(
        customer=inquiry.name,
        email=inquiry.email,
        language=inquiry.language,
        name=texts["recipient"],
        message=texts["greeting"],
        address="",
    )
    try:
        cut = shortened(ordered(inquiry.details), recipient)
    except NotBuiltError:
        return {}
    return {name: TOO_LONG for name, text in texts.items() if text in cut}


def _uploads(files: Sequence[UploadFile]) -> Iterator[Upload]:
    for each in files:
        ending = file_type(each.file, each.filename or "")
        if ending and each.size is not None and each.size <= limits.MAX_FILE_BYTES:
            yield Upload(file_name(each.filename or ""), ending, each.file, each.size)


def file_name(given: str) -> str:
    """Returns the name of an uploaded file, without a path and without invisible characters."""
    typed = re.sub("%(22|0D|0A)", lambda found: chr(int(found[1], 16)), given)  # browsers escape only these characters
    return re.sub(r"\s", " ", lines(re.split(r"[/\\]", typed)[-1]))[-limits.MAX_FILE_NAME :] or "?"


def given_id(fields: Fields) -> str | None:
    try:
        return str(UUID(fields.get("id", "")))
    except ValueError:
        return None


def _digest(fields: Fields, uploads: Sequence[Upload], today: date) -> bytes:
    texts = [fields.get(name, "") for name in COLUMNS]
    details = [[name, fields[name]] for name in DETAILS if fields.get(name)]
    digest = sha256(json.dumps([today.isoformat(), *texts, *details]).encode())
    for upload in uploads:
        upload.file.seek(0)
        while chunk := upload.file.read(65536):
            digest.update(chunk)
        upload.file.seek(0)
    return digest.digest()
