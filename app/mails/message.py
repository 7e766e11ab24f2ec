"""The contents of an email. Other modules render them as text and HTML."""

from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import BinaryIO

from app.i18n import Text, _

Row = tuple[Text | str, object]
"""A label and a value. A value of type `str` is shown unchanged, because somebody may have typed it."""


@dataclass(frozen=True)
class Paragraph:
    text: Text | str
    is_note: bool = False


HELLO = Paragraph(_("Hello,"))


@dataclass(frozen=True)
class Link:
    label: Text | str
    url: str
    is_button: bool = False


@dataclass(frozen=True)
class Rows:
    """A table. If it has a `total`, the values are amounts of money."""

    title: Text | str
    rows: tuple[Row, ...]
    total: Row | None = None


@dataclass(frozen=True)
class Quote:
    """Text that somebody has typed into a form."""

    text: str


@dataclass(frozen=True)
class Code:
    """A shell command that the recipient can copy."""

    text: str


@dataclass(frozen=True)
class Picture:
    """A picture in the email, such as a QR code. `width` is in CSS pixels."""

    name: str
    media_type: str
    data: bytes = field(repr=False)
    alt: Text | str
    width: int


Block = Paragraph | Link | Rows | Quote | Code | Picture


@dataclass(frozen=True)
class Attachment:
    """An attached file. `open()` is called when the email is sent."""

    name: str
    media_type: str
    size: int
    open: Callable[[], BinaryIO] = field(repr=False, compare=False)

    @classmethod
    def of(cls, name: str, media_type: str, data: bytes) -> "Attachment":
        return cls(name, media_type, len(data), lambda: BytesIO(data))


@dataclass(frozen=True)
class Message:
    """The contents of an email in the current language.

    `title` is the heading in the HTML, and `reference` appears above it. If `is_signed` is true, the email ends with
    the studio's name.
    """

    subject: Text | str
    title: Text | str
    blocks: tuple[Block, ...] = field(repr=False)
    reference: str = ""
    attachments: tuple[Attachment, ...] = ()
    is_signed: bool = True
