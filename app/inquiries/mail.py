"""Composes the report to the studio, and the confirmation and notices to the sender.

Mails to the sender and all subjects quote nothing from the form, so the form cannot send spam to strangers.
Addresses are written as bytes because Python's header parser would rewrite some addresses.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from math import inf

from app.content.estimate import Estimate
from app.content.inquiry import TYPES, WHAT
from app.content.people import FirstNames
from app.content.studio import STUDIO
from app.i18n import DEFAULT, LANGUAGES, Text, _, current, ngettext, use
from app.i18n.formats import number, price
from app.inquiries.addresses import normalise
from app.inquiries.booking_texts import moment, state_text, workshop_day
from app.inquiries.file_types import has_active_contents
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, StoredFile, StoredInquiry
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
    stored: StoredInquiry,
    recipient: str,
    settings: Settings,
    max_bytes: float = inf,
    *,
    token: str = "",
) -> OutgoingMail:
    """Returns the mail to `recipient`. Omits the largest attachments while the mail would exceed `max_bytes`.

    `token` is that of the link to the booking, for mails that need one (`has_link`).

    Raises:
        UnsendableError: the sender's address is invalid.
        StoreError: a file cannot be read.
    """
    if recipient.startswith(CHANGE):
        return _change(stored, recipient, settings)
    if recipient != REPORT:
        return _mail_to_sender(stored, recipient, settings, token)
    attached: Sequence[StoredFile] = [file for file in stored.files if not _is_risky(file)]
    mail = _report(stored, recipient, settings, attached)
    while mail.size > max_bytes and attached:
        attached = sorted(attached, key=_size)[:-1]
        mail = _report(stored, recipient, settings, attached)
    return mail


def has_link(stored: StoredInquiry, recipient: str) -> bool:
    """Whether the mail has a link by which the customer confirms, cancels or moves the booking."""
    if recipient == SENDER:
        return stored.booking in ("held", "expired")
    return recipient == BOOKED or recipient.startswith(MOVED)


def text_mail(to: str, subject: str, text: str, settings: Settings, *, id: str, sent: float) -> OutgoingMail:
    """Returns a mail without attachments. `id` is the local part of its Message-ID, `sent` its date as Unix time."""
    headers = _headers(id, sent, settings, subject, to=to, reply_to=str(settings.mail_to))
    return OutgoingMail(str(settings.mail_from), to, headers + _TEXT + _encoded(text.encode()))


def _mail_to_sender(stored: StoredInquiry, kind: str, settings: Settings, token: str) -> OutgoingMail:
    inquiry = stored.inquiry
    if normalise(inquiry.email) != inquiry.email:
        raise UnsendableError("the address is not valid")
    with use(next((each for each in LANGUAGES if each.code == inquiry.language), DEFAULT)):
        link = f"{settings.site_url}{url_for('booking', current())}?token={token}" if token else ""
        subject, text = _subject_and_text(stored, kind, settings, link)
        id = f"{inquiry.id}.{kind}"
        return text_mail(inquiry.email, str(subject), text, settings, id=id, sent=stored.received)


def _subject_and_text(stored: StoredInquiry, kind: str, settings: Settings, link: str) -> tuple[Text, str]:
    inquiry = stored.inquiry
    if kind == CANCELLED:
        subject = _("Your booking {reference}: cancelled").format(reference=inquiry.reference)
        return subject, _cancellation_text(stored, settings)
    if kind == BOOKED:
        return _("Your booking {reference}: confirmed").format(reference=inquiry.reference), _booked_text(stored, link)
    if kind.startswith(MOVED):
        return _("Your booking {reference}: a new date").format(reference=inquiry.reference), _move_text(stored, link)
    if link:
        return _("Please confirm your booking {reference}").format(reference=inquiry.reference), _hold_text(
            stored, link
        )
    subject = _("Your enquiry {reference}: {what}").format(reference=inquiry.reference, what=WHAT[inquiry.what])
    return subject, _confirmation_text(stored)


def _report(stored: StoredInquiry, recipient: str, settings: Settings, attached: Sequence[StoredFile]) -> OutgoingMail:
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


def _hold_text(stored: StoredInquiry, link: str) -> str:
    paragraphs = [
        _("Hello,\n\nwe are holding {seats} for you at the workshop on {date}, until {until}.").format(
            seats=_seats(stored), date=_workshop_day(stored), until=moment(stored.held_until or 0)
        ),
        _("To book, open this link and press the button there:\n{link}").format(link=link),
        _(
            "After that time the link still works as long as there is a place left. On the same page you can choose "
            "another date, or cancel."
        ),
        _("What you sent us:"),
        "\n".join(_facts(stored)),
        _("If you have not written to us at all, do nothing: the hold ends by itself. For anything else, reply to us."),
        _signature(),
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _booked_text(stored: StoredInquiry, link: str) -> str:
    paragraphs = [
        _("Hello,\n\nyour booking {reference} is confirmed: {seats} at the workshop on {date}.").format(
            reference=stored.inquiry.reference, seats=_seats(stored), date=_workshop_day(stored)
        ),
        *_link_to_changes(link),
        _("If you did not expect this e-mail, reply to it."),
        _signature(),
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _link_to_changes(link: str) -> Iterator[Text]:
    if link:
        yield _("Here you can cancel the booking, or move it to another date:\n{link}").format(link=link)


def _move_text(stored: StoredInquiry, link: str) -> str:
    paragraphs = [
        _("Hello,\n\nwe have moved your booking {reference} to a new date: {date}, {seats}.").format(
            reference=stored.inquiry.reference, seats=_seats(stored), date=_workshop_day(stored)
        ),
        *_link_to_changes(link),
        _("If the date does not suit you, or you did not expect this e-mail, reply to it."),
        _signature(),
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _change(stored: StoredInquiry, recipient: str, settings: Settings) -> OutgoingMail:
    """Returns the mail to the studio about what a customer has changed."""
    inquiry = stored.inquiry
    kind = recipient.removeprefix(CHANGE)
    with use(DEFAULT):
        what = next(text for prefix, text in _CHANGES.items() if kind.startswith(prefix))
        subject = _("Booking {reference}: {what}").format(reference=inquiry.reference, what=what)
        paragraphs = [
            f"{inquiry.name} <{inquiry.email}>, {inquiry.language}",
            _("{seats} at the workshop on {date}.").format(seats=_seats(stored), date=_workshop_day(stored)),
            *_links_for_studio(stored, settings),
        ]
        text = "\n\n".join(map(str, paragraphs)) + "\n"
        id = f"{inquiry.id}.{recipient}"
        return text_mail(str(settings.mail_to), str(subject), text, settings, id=id, sent=stored.received)


_CHANGES: Mapping[str, Text] = {
    BOOKED: _("the customer has confirmed it"),
    CANCELLED: _("the customer has cancelled it"),
    MOVED: _("the customer has moved it"),
}


def _seats(stored: StoredInquiry) -> Text:
    return ngettext("{n} place", "{n} places", stored.inquiry.seats)


def _workshop_day(stored: StoredInquiry) -> str:
    return workshop_day(str(stored.inquiry.workshop))


def _signature() -> Text:
    return _("{names}, {studio}\n{street}, {city}, {phone}").format(
        names=FirstNames(), studio=STUDIO.name, street=STUDIO.street, city=STUDIO.city, phone=STUDIO.phone
    )


def _report_text(stored: StoredInquiry, attached: Sequence[StoredFile], settings: Settings) -> str:
    inquiry = stored.inquiry
    paragraphs = [
        f"{inquiry.name} <{inquiry.email}>, {inquiry.language}",
        "\n".join(_facts(stored, is_quoted=False)),
        inquiry.message or "–",
        *_file_lines(stored, attached),
        *_links_for_studio(stored, settings),
    ]
    return "\n\n".join(map(str, paragraphs)) + "\n"


def _links_for_studio(stored: StoredInquiry, settings: Settings) -> Iterator[str]:
    yield f"{settings.site_url}{url_for('desk-sign-in', DEFAULT)}?inquiry={stored.inquiry.id}"
    yield f".venv/bin/python -m app.inquiries show {stored.inquiry.id}"


def _file_lines(stored: StoredInquiry, attached: Sequence[StoredFile]) -> Iterator[Text | str]:
    for position, file in enumerate(stored.files, 1):
        name = f"{file.name} ({_file_size(file)})"
        if file in attached:
            yield _("{name}: attached as {file}").format(name=name, file=f"{position}.{file.ending}")
        else:
            yield _("{name}: not attached").format(name=name)
    missing = [file for file in stored.files if file not in attached]
    if any(_is_risky(file) for file in missing):
        yield _("An SVG file has a script or loads other documents: open it in Illustrator only, never in a browser.")
    if missing:
        yield _("To get files that are not attached, open the desk, or run this command on the server:")
        yield f".venv/bin/python -m app.inquiries files {stored.inquiry.id} ."


def _size(file: StoredFile) -> int:
    return file.size


def _file_size(file: StoredFile) -> str:
    if file.size < 1e6:
        return f"{number(max(1, round(file.size / 1000)))} kB"
    return f"{number(round(file.size / 1e6, 1))} MB"


def _facts(stored: StoredInquiry, *, is_quoted: bool = True) -> list[str]:
    inquiry = stored.inquiry
    rows: list[tuple[Text, object]] = [(_("What"), WHAT[inquiry.what])]
    if stored.booking:
        rows.append((_("Booking"), state_text(stored)))
    rows += stored.answers(is_quoted=is_quoted)
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
