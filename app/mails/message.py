"""The contents of a mail. Its text and its HTML are written from the same blocks."""

from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import BinaryIO

from app.i18n import Text

Row = tuple[Text | str, object]
"""A label and a value."""


@dataclass(frozen=True)
class Paragraph:
    text: Text | str
    is_note: bool = False


@dataclass(frozen=True)
class Link:
    """A link in a paragraph of its own, or a button."""

    label: Text | str
    url: str
    is_button: bool = False


@dataclass(frozen=True)
class Rows:
    """A table of labelled values. If it has a `total`, the values are amounts."""

    title: Text | str
    rows: tuple[Row, ...]
    total: Row | None = None


@dataclass(frozen=True)
class Quote:
    """A text that a person typed, with its line breaks."""

    text: str


@dataclass(frozen=True)
class Code:
    """A command."""

    text: str


@dataclass(frozen=True)
class Picture:
    """A picture inside the mail, such as a QR code. `width` is in CSS pixels; `name` is its file name."""

    name: str
    media_type: str
    data: bytes = field(repr=False)
    alt: Text | str
    width: int


Block = Paragraph | Link | Rows | Quote | Code | Picture


@dataclass(frozen=True)
class Attachment:
    """A file. `media_type` can have parameters. `open()` is called while the mail is sent."""

    name: str
    media_type: str
    size: int
    open: Callable[[], BinaryIO] = field(repr=False, compare=False)

    @classmethod
    def of(cls, name: str, media_type: str, data: bytes) -> "Attachment":
        return cls(name, media_type, len(data), lambda: BytesIO(data))


@dataclass(frozen=True)
class Message:
    """A mail's contents in the current language.

    `title` is the heading, which only HTML has. `reference` stands above it. A mail to a customer ends with the
    studio's signature.
    """

    subject: Text | str
    title: Text | str
    blocks: tuple[Block, ...] = field(repr=False)
    reference: str = ""
    attachments: tuple[Attachment, ...] = ()
    is_signed: bool = True
