"""Writes an email as bytes (RFC 5322, RFC 2046).

Address headers are written here, because Python's `email` package would change some addresses.
"""

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from app.content.studio import STUDIO
from app.i18n import current
from app.mails.html import html
from app.mails.message import Attachment, Message, Picture
from app.mails.plain import plain
from app.settings import Settings

LINE_BYTES = 57
"""The number of bytes in a base64 line of 76 characters (RFC 2045, section 6.8)."""
BLOCK_BYTES = LINE_BYTES * 1000

_BASE64 = b"Content-Transfer-Encoding: base64\r\n\r\n"
_TEXT = b"Content-Type: text/plain; charset=utf-8; format=flowed\r\n" + _BASE64
_HTML = b"Content-Type: text/html; charset=utf-8\r\n" + _BASE64


class UnsendableError(Exception):
    """Raised when an email can never be sent. The message contains no address."""


@dataclass(frozen=True)
class OutgoingMail:
    """An email. No line starts with a dot, so no line needs escaping for SMTP."""

    sender: str
    recipient: str = field(repr=False)
    head: bytes = field(repr=False)
    attachments: tuple[tuple[bytes, Attachment], ...] = ()
    tail: bytes = b""

    @property
    def size(self) -> int:
        files = sum(len(header) + _encoded_size(file.size) for header, file in self.attachments)
        return len(self.head) + files + len(self.tail)

    def blocks(self) -> Iterator[bytes]:
        """Yields the email's contents. Reading attachments blocks the thread."""
        yield self.head
        for header, file in self.attachments:
            yield header
            with file.open() as opened:
                while block := opened.read(BLOCK_BYTES):
                    yield _encoded(block)
        yield self.tail


def outgoing_mail(
    message: Message, settings: Settings, *, to: str, id: str, sent: float, reply_to: str | None = None
) -> OutgoingMail:
    """Returns an email in the current language.

    `id` is the first part of the Message-ID. `sent` is the email's date as Unix time. Without `reply_to`, replies go to
    the studio.

    Raises:
        UnsendableError: an address is not ASCII.
    """
    answers = str(settings.mail_to) if reply_to is None else reply_to
    headers = _headers(id, sent, settings, str(message.subject), to=to, reply_to=answers)
    body = _body(message)
    if not message.attachments:
        return OutgoingMail(str(settings.mail_from), to, headers + body)
    separator = _separator("mixed")
    attachments = tuple((separator + _file_header(file), file) for file in message.attachments)
    head = headers + _multipart_header("mixed") + separator + body
    return OutgoingMail(str(settings.mail_from), to, head, attachments, _end("mixed"))


def _body(message: Message) -> bytes:
    pictures = [block for block in message.blocks if isinstance(block, Picture)]
    document = _HTML + _encoded(html(message).encode())
    if pictures:
        document = _multipart("related", (document, *map(_picture, pictures)), '; type="text/html"')
    return _multipart("alternative", (_TEXT + _encoded(plain(message).encode()), document))


def _multipart(subtype: str, parts: Iterable[bytes], parameters: str = "") -> bytes:
    separator = _separator(subtype)
    contents = b"".join(separator + part for part in parts)
    return _multipart_header(subtype, parameters) + contents + _end(subtype)


def _multipart_header(subtype: str, parameters: str = "") -> bytes:
    return f'Content-Type: multipart/{subtype}{parameters}; boundary="{_boundary(subtype)}"\r\n\r\n'.encode()


def _separator(subtype: str) -> bytes:
    return f"--{_boundary(subtype)}\r\n".encode()


def _end(subtype: str) -> bytes:
    return f"--{_boundary(subtype)}--\r\n".encode()


def _boundary(subtype: str) -> str:
    return f"--={subtype}=--"  # base64 has no hyphens, so it cannot contain this boundary


def _picture(picture: Picture) -> bytes:
    header = (
        f"Content-Type: {picture.media_type}\r\nContent-ID: <{picture.name}>\r\n"
        f'Content-Disposition: inline; filename="{picture.name}"\r\n'
    )
    return header.encode("ascii") + _BASE64 + _encoded(picture.data)


def _file_header(file: Attachment) -> bytes:
    disposition = f'Content-Disposition: attachment; filename="{file.name}"'
    return f"Content-Type: {file.media_type}\r\n{disposition}\r\n".encode("ascii") + _BASE64


def _headers(id: str, sent: float, settings: Settings, subject: str, *, to: str, reply_to: str) -> bytes:
    sender = str(settings.mail_from)
    mail = EmailMessage(SMTP)
    mail["From"] = formataddr((STUDIO.name, sender))
    mail["Date"] = format_datetime(datetime.fromtimestamp(sent, UTC))
    # Each attempt to send an email uses the same ID, so that mail programs recognise duplicates.
    mail["Message-ID"] = f"<{id}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["Content-Language"] = current().code
    mail["Subject"] = subject
    mail["MIME-Version"] = "1.0"
    plain = {"To": to, "Reply-To": reply_to}
    return (
        b"".join(_plain_header(name, value) for name, value in plain.items() if value)
        + mail.as_bytes().rstrip()
        + b"\r\n"
    )


def _plain_header(name: str, address: str) -> bytes:
    if not (address.isascii() and address.isprintable()):
        raise UnsendableError("an address is not ASCII")
    return f"{name}: {address}\r\n".encode("ascii")


def _encoded(block: bytes) -> bytes:
    return base64.encodebytes(block).replace(b"\n", b"\r\n")


def _encoded_size(size: int) -> int:
    lines, rest = divmod(size, LINE_BYTES)
    return lines * (LINE_BYTES // 3 * 4 + 2) + ((rest + 2) // 3 * 4 + 2 if rest else 0)
