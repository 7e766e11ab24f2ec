"""Composes the report to the studio, and the confirmation and notices to the sender.

Mails to the sender and all subjects quote nothing from the form, so the form cannot send spam to strangers.
Addresses are written as bytes because Python's header parser would rewrite some addresses.
"""

import base64
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from app.content.estimate import Estimate
from app.content.inquiry import PAPERS, TYPES, WHAT
from app.content.people import FirstNames
from app.content.studio import STUDIO
from app.i18n import DEFAULT, LANGUAGES, Text, _, current, ngettext, use
from app.i18n.formats import day, number, price
from app.inquiries import limits
from app.inquiries.addresses import normalise
from app.inquiries.file_types import has_active_contents
from app.inquiries.store import CANCELLED, MOVED, StoredFile, StoredInquiry
from app.inquiries.store import STUDIO as REPORT
from app.routes import url_for
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
            with file.open() as opened:
                while block := opened.read(BLOCK_BYTES):
                    yield _encoded(block)
        yield self.tail


def compose(
    stored: StoredInquiry, recipient: str, settings: Settings, max_bytes: float = limits.MAX_MAIL_BYTES
) -> OutgoingMail:
    """Returns the mail to `recipient`. Omits attachments if the mail would exceed `max_bytes`.

    Raises:
        UnsendableError: the sender's address is invalid.
        StoreError: a file cannot be read.
    """
    if recipient != REPORT:
        return _mail_to_sender(stored, recipient, settings)
    files = tuple(file for file in stored.files if not _is_risky(file))
    mail = _report(stored, recipient, settings, files)
    return mail if mail.size <= max_bytes or not files else _report(stored, recipient, settings, ())


def text_mail(to: str, subject: str, text: str, settings: Settings, *, id: str, sent: float) -> OutgoingMail:
    """Returns a mail without attachments. `id` is the local part of its Message-ID, `sent` its date as Unix time."""
    headers = _headers(id, sent, settings, subject, to=to, reply_to=str(settings.mail_to))
    return OutgoingMail(str(settings.mail_from), to, headers + _TEXT + _encoded(text.encode()))


def _mail_to_sender(stored: StoredInquiry, kind: str, settings: Settings) -> OutgoingMail:
    inquiry = stored.inquiry
    if normalise(inquiry.email) != inquiry.email:
        raise UnsendableError("the address is not valid")
    with use(next((each for each in LANGUAGES if each.code == inquiry.language), DEFAULT)):
        subject, text = _subject_and_text(stored, kind, settings)
        id = f"{inquiry.id}.{kind}"
        return text_mail(inquiry.email, str(subject), text, settings, id=id, sent=stored.received)


def _subject_and_text(stored: StoredInquiry, kind: str, settings: Settings) -> tuple[Text, str]:
    inquiry = stored.inquiry
    if kind == CANCELLED:
        subject = _("Your booking {reference}: cancelled").format(reference=inquiry.reference)
        return subject, _cancellation_text(stored, settings)
    if kind.startswith(MOVED):
        return _("Your booking {reference}: a new date").format(reference=inquiry.reference), _move_text(stored)
    subject = _("Your enquiry {reference}: {what}").format(reference=inquiry.reference, what=WHAT[inquiry.what])
    return subject, _confirmation_text(stored)


def _report(
    stored: StoredInquiry, recipient: str, settings: Settings, attached: tuple[StoredFile, ...]
) -> OutgoingMail:
    inquiry = stored.inquiry
    reply_to = inquiry.email if normalise(inquiry.email) == inquiry.email else ""
    studio = str(settings.mail_to)
    with use(DEFAULT):
        subject = _("Enquiry {reference}: {what}").format(reference=inquiry.reference, what=WHAT[inquiry.what])
        id = f"{inquiry.id}.{recipient}"
        headers = _headers(id, stored.received, settings, str(subject), to=studio, reply_to=reply_to)
        text = _TEXT + _encoded(_report_text(stored, attached, settings).encode())
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


def _headers(id: str, sent: float, settings: Settings, subject: str, *, to: str, reply_to: str) -> bytes:
    """Returns a mail's headers except Content-Type."""
    sender = str(settings.mail_from)
    mail = EmailMessage(SMTP)
    mail["From"] = formataddr((STUDIO.name, sender))
    mail["Date"] = format_datetime(datetime.fromtimestamp(sent, UTC))
    # Gives each attempt the same id, so that mail clients can detect duplicates.
    mail["Message-ID"] = f"<{id}@{sender.rpartition('@')[2]}>"
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
    with file.open() as opened:
        return has_active_contents(opened)


def _confirmation_text(stored: StoredInquiry) -> str:
    paragraphs = [
        _(
            "Hello,\n\nwe have your enquiry {reference}. One of us will answer it within two working days, "
            "with one number in it."
        ).format(reference=stored.inquiry.reference),
        _("What you sent us:"),
        "\n".join(_facts(stored)),
        _(
            "If this is wrong, or if you haven’t written to us at all, please reply to this e-mail.\n\n"
            "{names}, {studio}\n{street}, {city}, {phone}"
        ).format(names=FirstNames(), studio=STUDIO.name, street=STUDIO.street, city=STUDIO.city, phone=STUDIO.phone),
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _cancellation_text(stored: StoredInquiry, settings: Settings) -> str:
    paragraphs = [
        _("Hello,\n\nwe have cancelled your booking {reference}: {seats} at the workshop on {date}.").format(
            reference=stored.inquiry.reference, seats=_seats(stored), date=_workshop_day(stored)
        ),
        _(
            "If you have already paid, our terms say what comes next: {url}\n\nIf you would like another date, or did "
            "not expect this e-mail, reply to it."
        ).format(url=settings.site_url + url_for("terms", current())),
        _signature(),
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _move_text(stored: StoredInquiry) -> str:
    paragraphs = [
        _("Hello,\n\nwe have moved your booking {reference} to a new date: {date}, {seats}.").format(
            reference=stored.inquiry.reference, seats=_seats(stored), date=_workshop_day(stored)
        ),
        _("If the date does not suit you, or you did not expect this e-mail, reply to it."),
        _signature(),
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _seats(stored: StoredInquiry) -> Text:
    return ngettext("{n} place", "{n} places", stored.inquiry.seats)


def _workshop_day(stored: StoredInquiry) -> str:
    """Returns the booked date in words. A workshop's id is its date."""
    workshop = str(stored.inquiry.workshop)
    try:
        return day(date.fromisoformat(workshop))
    except ValueError:
        return workshop


def _signature() -> Text:
    return _("{names}, {studio}\n{street}, {city}, {phone}").format(
        names=FirstNames(), studio=STUDIO.name, street=STUDIO.street, city=STUDIO.city, phone=STUDIO.phone
    )


def _report_text(stored: StoredInquiry, attached: tuple[StoredFile, ...], settings: Settings) -> str:
    inquiry = stored.inquiry
    paragraphs = [
        f"{inquiry.name} <{inquiry.email}>, {inquiry.language}",
        "\n".join(_facts(stored)),
        inquiry.message or "–",
        *(f"{file.name} ({file.size} B)" for file in stored.files),
        *_warnings(stored, attached),
        f"{settings.site_url}{url_for('desk-sign-in', DEFAULT)}?inquiry={inquiry.id}",
        f".venv/bin/python -m app.inquiries show {inquiry.id}",
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _warnings(stored: StoredInquiry, attached: tuple[StoredFile, ...]) -> Iterator[Text]:
    missing = [file for file in stored.files if file not in attached]
    if any(_is_risky(file) for file in missing):
        yield _("An SVG file has a script or loads other documents: open it in Illustrator only, never in a browser.")
    if missing:
        yield _("Files that are not attached are on the desk:")


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
