"""Composes the two mails of an inquiry: everything that was sent to the studio, and a confirmation to the sender.

No text of the sender's is in a subject, and none in the confirmation: nobody can have us write to a stranger. The
visitor's address is written into headers byte by byte, as Python's header parser would decode and rewrite it.
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
from app.content.studio import STUDIO
from app.i18n import DEFAULT, LANGUAGES, Text, _, ngettext, use
from app.i18n.formats import day, number, price
from app.inquiries.addresses import normalise
from app.inquiries.file_types import has_active_contents
from app.inquiries.store import SENDER, StoredFile, StoredInquiry
from app.settings import Settings

MAX_BYTES = 10_000_000
"""Size of a mail with attachments to a server that does not announce its limit (SIZE). Postfix accepts 10,240,000."""
LINE_BYTES = 57
"""Bytes in a line of base64: 76 characters, as RFC 2045 (section 6.8) allows."""
BLOCK_BYTES = LINE_BYTES * 1000
"""Bytes of a file that are encoded at a time."""

_BOUNDARY = "--=part=--"  # no line of base64 has a hyphen
_TEXT = b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"


class UnsendableError(Exception):
    """A mail cannot be sent to its recipient, now or later. The message names no address."""


@dataclass(frozen=True)
class OutgoingMail:
    """A mail as it is sent: `sender` and `recipient` of the envelope, and the contents. No line begins with a dot."""

    sender: str
    recipient: str = field(repr=False)
    head: bytes = field(repr=False)
    attachments: tuple[tuple[bytes, StoredFile], ...] = ()
    tail: bytes = b""

    @property
    def size(self) -> int:
        """The number of bytes that are sent."""
        files = sum(len(header) + _encoded_size(file.size) for header, file in self.attachments)
        return len(self.head) + files + len(self.tail)

    def blocks(self) -> Iterator[bytes]:
        """Yields the contents. Reads files, so it blocks."""
        yield self.head
        for header, file in self.attachments:
            yield header
            with file.path.open("rb") as opened:
                while block := opened.read(BLOCK_BYTES):
                    yield _encoded(block)
        yield self.tail


def compose(kept: StoredInquiry, recipient: str, settings: Settings, max_bytes: float = MAX_BYTES) -> OutgoingMail:
    """Returns the mail about an inquiry: to the studio in the first language, or to its sender in the sender's. Files
    are attached as long as it has no more than `max_bytes`; otherwise it says where they are.

    Raises:
        UnsendableError: the sender's address is not one that arrives.
        OSError: a file cannot be read.
    """
    if recipient == SENDER:
        return _confirmation(kept, settings)
    files = tuple(file for file in kept.files if not _is_risky(file))
    mail = _report(kept, recipient, settings, files)
    return mail if mail.size <= max_bytes or not files else _report(kept, recipient, settings, ())


def _confirmation(kept: StoredInquiry, settings: Settings) -> OutgoingMail:
    inquiry = kept.inquiry
    if normalise(inquiry.email) != inquiry.email:
        raise UnsendableError("the address is not valid")
    with use(next((each for each in LANGUAGES if each.code == inquiry.language), DEFAULT)):
        subject = _("Your inquiry {reference}: {what}").format(reference=inquiry.reference, what=WHAT[inquiry.what])
        headers = _headers(kept, SENDER, settings, str(subject), to=inquiry.email, reply_to=str(settings.mail_to))
        text = _confirmation_text(kept)
    return OutgoingMail(str(settings.mail_from), inquiry.email, headers + _TEXT + _encoded(text.encode()))


def _report(kept: StoredInquiry, recipient: str, settings: Settings, attached: tuple[StoredFile, ...]) -> OutgoingMail:
    inquiry = kept.inquiry
    reply_to = inquiry.email if normalise(inquiry.email) == inquiry.email else ""
    studio = str(settings.mail_to)
    with use(DEFAULT):
        subject = _("Inquiry {reference}: {what}").format(reference=inquiry.reference, what=WHAT[inquiry.what])
        headers = _headers(kept, recipient, settings, str(subject), to=studio, reply_to=reply_to)
        text = _TEXT + _encoded(_report_text(kept, attached).encode())
    if not attached:
        return OutgoingMail(str(settings.mail_from), studio, headers + text)
    separator = f"--{_BOUNDARY}\r\n".encode()
    head = headers + f'Content-Type: multipart/mixed; boundary="{_BOUNDARY}"\r\n\r\n'.encode() + separator + text
    attachments = tuple(
        (separator + _file_header(position, file), file)
        for position, file in enumerate(kept.files, 1)
        if file in attached
    )
    return OutgoingMail(str(settings.mail_from), studio, head, attachments, f"--{_BOUNDARY}--\r\n".encode())


def _headers(kept: StoredInquiry, recipient: str, settings: Settings, subject: str, *, to: str, reply_to: str) -> bytes:
    """Returns the headers but for the content's type. `to` and `reply_to` are plain addresses."""
    sender = str(settings.mail_from)
    mail = EmailMessage(SMTP)
    mail["From"] = formataddr((STUDIO.name, sender))
    mail["Date"] = format_datetime(datetime.fromtimestamp(kept.received, UTC))
    # The same for every try, so that a mailbox can recognise a repeated one.
    mail["Message-ID"] = f"<{kept.inquiry.id}.{recipient}@{sender.rpartition('@')[2]}>"
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
    """Returns a header with an address as it is.

    Raises:
        UnsendableError: it has other characters than printable ASCII.
    """
    if not (address.isascii() and address.isprintable()):
        raise UnsendableError("an address is not ASCII")
    return f"{name}: {address}\r\n".encode("ascii")


def _file_header(position: int, file: StoredFile) -> bytes:
    # Not the sender's name for the file: mailboxes differ in what they make of it.
    disposition = f'Content-Disposition: attachment; filename="{position}.{file.ending}"'
    return f"Content-Type: {TYPES[file.ending]}\r\n{disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n".encode()


def _encoded(block: bytes) -> bytes:
    """Returns lines of base64."""
    return base64.encodebytes(block).replace(b"\n", b"\r\n")


def _encoded_size(size: int) -> int:
    """Returns the number of bytes of `size` bytes as lines of base64."""
    lines, rest = divmod(size, LINE_BYTES)
    return lines * (LINE_BYTES // 3 * 4 + 2) + ((rest + 2) // 3 * 4 + 2 if rest else 0)


def _is_risky(file: StoredFile) -> bool:
    """Whether a file does more than show a picture when somebody opens it in a browser."""
    if file.ending != "svg":
        return False
    with file.path.open("rb") as opened:
        return has_active_contents(opened)


def _confirmation_text(kept: StoredInquiry) -> str:
    parts = [
        _(
            "Good day,\n\nwe have your inquiry {reference}. One of us will answer it within two working days, with one "
            "number in it."
        ).format(reference=kept.inquiry.reference),
        _("What it is about:"),
        "\n".join(_facts(kept)),
        _(
            "If this is wrong, or if you have not written to us at all, please answer this mail.\n\nTereza and "
            "Jakub, {studio}\n{street}, {city}, {phone}"
        ).format(studio=STUDIO.name, street=STUDIO.street, city=STUDIO.city, phone=STUDIO.phone),
    ]
    return "\n\n".join(map(str, parts)) + "\n"


def _report_text(kept: StoredInquiry, attached: tuple[StoredFile, ...]) -> str:
    inquiry = kept.inquiry
    parts = [
        f"{inquiry.name} <{inquiry.email}>, {inquiry.language}",
        "\n".join(_facts(kept)),
        inquiry.message or "–",
        *(f"{file.name} ({file.size} B): {file.path}" for file in kept.files),
        *_warnings(kept, attached),
        f"python -m app.inquiries show {inquiry.id}",
    ]
    return "\n\n".join(map(str, parts)) + "\n"


def _warnings(kept: StoredInquiry, attached: tuple[StoredFile, ...]) -> Iterator[Text]:
    """Yields sentences about files that are not attached."""
    missing = [file for file in kept.files if file not in attached]
    if any(_is_risky(file) for file in missing):
        yield _("An SVG file has a script or loads other documents: open it in Illustrator only, never in a browser.")
    if missing:
        yield _("Files that are not attached are on the server, under the names above.")


def _facts(kept: StoredInquiry) -> list[str]:
    """Returns lines of what can be chosen in the form, and of what it would cost."""
    inquiry = kept.inquiry
    rows: list[tuple[Text, object]] = [(_("What"), WHAT[inquiry.what])]
    if inquiry.workshop:
        rows.append((_("Date of the workshop"), inquiry.workshop))
    if inquiry.pieces:
        rows.append((_("Number of pieces"), number(inquiry.pieces)))
    if inquiry.estimate():
        rows += [(_("Colours"), inquiry.colours), (_("Paper"), PAPERS[inquiry.paper])]
    if inquiry.by:
        rows.append((_("Needed by"), day(inquiry.by)))
    if kept.files:
        rows.append((_("Attached"), ngettext("{n} file", "{n} files", len(kept.files))))
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
