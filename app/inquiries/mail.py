"""Composes the report to the studio and the confirmation to the sender.

The confirmation and all subjects contain no text from the form, so nobody can use the form to send spam.
Addresses are written as bytes because Python's header parser would rewrite some addresses.
"""

import base64
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from app.content.estimate import Estimate
from app.content.inquiry import PAPERS, TYPES, WHAT
from app.content.people import FirstNames
from app.content.studio import STUDIO
from app.i18n import DEFAULT, LANGUAGES, Text, _, ngettext, use
from app.i18n.formats import day, number, price
from app.inquiries import limits
from app.inquiries.addresses import normalise
from app.inquiries.file_types import has_active_contents
from app.inquiries.store import SENDER, StoredFile, StoredInquiry
from app.settings import Settings

LINE_BYTES = 57
"""Input bytes per base64 line of 76 characters (RFC 2045, section 6.8)."""
BLOCK_BYTES = LINE_BYTES * 1000

_BOUNDARY = "--=part=--"  # never occurs in base64, which has no hyphens
_TEXT = b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"


class UnsendableError(Exception):
    """An error for a mail that can never be sent. The error message contains no address."""


@dataclass(frozen=True)
class OutgoingMail:
    """A mail's envelope and contents. No line starts with a dot, so SMTP needs no dot-stuffing."""

    sender: str
    recipient: str = field(repr=False)
    head: bytes = field(repr=False)
    attachments: tuple[tuple[bytes, StoredFile], ...] = ()
    tail: bytes = b""

    @property
    def size(self) -> int:
        files = sum(len(header) + _encoded_size(file.size) for header, file in self.attachments)
        return len(self.head) + files + len(self.tail)

    def blocks(self) -> Iterator[bytes]:
        """Yields the mail's contents. Reading attachments blocks the thread."""
        yield self.head
        for header, file in self.attachments:
            yield header
            with file.path.open("rb") as opened:
                while block := opened.read(BLOCK_BYTES):
                    yield _encoded(block)
        yield self.tail


def compose(
    stored: StoredInquiry, recipient: str, settings: Settings, max_bytes: float = limits.MAX_MAIL_BYTES
) -> OutgoingMail:
    """Returns the mail to `recipient`. Omits attachments if the mail would exceed `max_bytes`.

    Raises:
        UnsendableError: the sender's address is invalid.
        OSError: a file cannot be read.
    """
    if recipient == SENDER:
        return _confirmation(stored, settings)
    files = tuple(file for file in stored.files if not _is_risky(file))
    mail = _report(stored, recipient, settings, files)
    return mail if mail.size <= max_bytes or not files else _report(stored, recipient, settings, ())


def _confirmation(stored: StoredInquiry, settings: Settings) -> OutgoingMail:
    inquiry = stored.inquiry
    if normalise(inquiry.email) != inquiry.email:
        raise UnsendableError("the address is not valid")
    with use(next((each for each in LANGUAGES if each.code == inquiry.language), DEFAULT)):
        subject = _("Your inquiry {reference}: {what}").format(reference=inquiry.reference, what=WHAT[inquiry.what])
        headers = _headers(stored, SENDER, settings, str(subject), to=inquiry.email, reply_to=str(settings.mail_to))
        text = _confirmation_text(stored)
    return OutgoingMail(str(settings.mail_from), inquiry.email, headers + _TEXT + _encoded(text.encode()))


def _report(
    stored: StoredInquiry, recipient: str, settings: Settings, attached: tuple[StoredFile, ...]
) -> OutgoingMail:
    inquiry = stored.inquiry
    reply_to = inquiry.email if normalise(inquiry.email) == inquiry.email else ""
    studio = str(settings.mail_to)
    with use(DEFAULT):
        subject = _("Inquiry {reference}: {what}").format(reference=inquiry.reference, what=WHAT[inquiry.what])
        headers = _headers(stored, recipient, settings, str(subject), to=studio, reply_to=reply_to)
        text = _TEXT + _encoded(_report_text(stored, attached).encode())
    if not attached:
        return OutgoingMail(str(settings.mail_from), studio, headers + text)
    separator = f"--{_BOUNDARY}\r\n".encode()
    head = headers + f'Content-Type: multipart/mixed; boundary="{_BOUNDARY}"\r\n\r\n'.encode() + separator + text
    attachments = tuple(
        (separator + _file_header(position, file), file)
        for position, file in enumerate(stored.files, 1)
        if file in attached
    )
    return OutgoingMail(str(settings.mail_from), studio, head, attachments, f"--{_BOUNDARY}--\r\n".encode())


def _headers(
    stored: StoredInquiry, recipient: str, settings: Settings, subject: str, *, to: str, reply_to: str
) -> bytes:
    """Returns a mail's headers except Content-Type."""
    sender = str(settings.mail_from)
    mail = EmailMessage(SMTP)
    mail["From"] = formataddr((STUDIO.name, sender))
    mail["Date"] = format_datetime(datetime.fromtimestamp(stored.received, UTC))
    # Use the same id for each attempt, so that mail clients can detect duplicates.
    mail["Message-ID"] = f"<{stored.inquiry.id}.{recipient}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["Subject"] = subject
    mail["MIME-Version"] = "1.0"
    plain = {"To": to, "Reply-To": reply_to}
    return (
        b"".join(_plain_header(name, value) for name, value in plain.items() if value)
        + mail.as_bytes().rstrip()
        + b"\r\n"
    )


def _plain_header(name: str, address: str) -> bytes:
    """Returns a header line as bytes, without parsing the address.

    Raises:
        UnsendableError: the address is not ASCII.
    """
    if not (address.isascii() and address.isprintable()):
        raise UnsendableError("an address is not ASCII")
    return f"{name}: {address}\r\n".encode("ascii")


def _file_header(position: int, file: StoredFile) -> bytes:
    # Number the attachments, because the sender's file names could be unsafe.
    disposition = f'Content-Disposition: attachment; filename="{position}.{file.ending}"'
    return f"Content-Type: {TYPES[file.ending]}\r\n{disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n".encode()


def _encoded(block: bytes) -> bytes:
    return base64.encodebytes(block).replace(b"\n", b"\r\n")


def _encoded_size(size: int) -> int:
    lines, rest = divmod(size, LINE_BYTES)
    return lines * (LINE_BYTES // 3 * 4 + 2) + ((rest + 2) // 3 * 4 + 2 if rest else 0)


def _is_risky(file: StoredFile) -> bool:
    if file.ending != "svg":
        return False
    with file.path.open("rb") as opened:
        return has_active_contents(opened)


def _confirmation_text(stored: StoredInquiry) -> str:
    paragraphs = [
        _(
            "Good day,\n\nwe have your inquiry {reference}. One of us will answer it within two working days, with one "
            "number in it."
        ).format(reference=stored.inquiry.reference),
        _("What it is about:"),
        "\n".join(_facts(stored)),
        _(
            "If this is wrong, or if you have not written to us at all, please answer this mail.\n\n{names}, "
            "{studio}\n{street}, {city}, {phone}"
        ).format(names=FirstNames(), studio=STUDIO.name, street=STUDIO.street, city=STUDIO.city, phone=STUDIO.phone),
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _report_text(stored: StoredInquiry, attached: tuple[StoredFile, ...]) -> str:
    inquiry = stored.inquiry
    paragraphs = [
        f"{inquiry.name} <{inquiry.email}>, {inquiry.language}",
        "\n".join(_facts(stored)),
        inquiry.message or "–",
        *(f"{file.name} ({file.size} B): {file.path}" for file in stored.files),
        *_warnings(stored, attached),
        f"python -m app.inquiries show {inquiry.id}",
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _warnings(stored: StoredInquiry, attached: tuple[StoredFile, ...]) -> Iterator[Text]:
    missing = [file for file in stored.files if file not in attached]
    if any(_is_risky(file) for file in missing):
        yield _("An SVG file has a script or loads other documents: open it in Illustrator only, never in a browser.")
    if missing:
        yield _("Files that are not attached are on the server, under the names above.")


def _facts(stored: StoredInquiry) -> list[str]:
    inquiry = stored.inquiry
    rows: list[tuple[Text, object]] = [(_("What"), WHAT[inquiry.what])]
    if inquiry.workshop:
        rows.append((_("Date of the workshop"), inquiry.workshop))
    if inquiry.pieces:
        rows.append((_("Number of pieces"), number(inquiry.pieces)))
    if inquiry.estimate():
        rows += [(_("Colours"), inquiry.colours), (_("Paper"), PAPERS[inquiry.paper])]
    if inquiry.by:
        rows.append((_("Needed by"), day(inquiry.by)))
    if stored.files:
        rows.append((_("Attached"), ngettext("{n} file", "{n} files", len(stored.files))))
    lines = [f"{name}: {value}" for name, value in rows]
    found = inquiry.estimate()
    return lines + (_costs(found) if found else [])


def _costs(found: Estimate) -> list[str]:
    whole = _("Our estimate: {price}, VAT included. What we write to you is what counts.")
    return [
        "",
        *(f"  {name}: {price(crowns)}" for name, crowns in found.parts),
        str(whole.format(price=price(found.crowns))),
    ]
